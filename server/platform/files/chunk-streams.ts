import type { Readable } from "node:stream"
import { type ChunkKey, openChunk, plain_chunk_bytes, sealChunk, sealed_chunk_bytes } from "./chunk-format.ts"

/** Encrypts a stream: yields the header, then the encrypted chunks. An empty source yields one chunk. */
export async function* sealChunks(key: ChunkKey, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield key.header
  let number = 0
  for await (const [plain, isLast] of chunksOf(source, plain_chunk_bytes)) {
    yield sealChunk(key, number, isLast, plain)
    number += 1
  }
}

/**
 * Decrypts chunks `first` to `last`, or to the end of the file. `sealed` starts at the first of them and must continue
 * at least one byte past the last, unless the file ends there: the file's last chunk decrypts only as the last.
 */
export async function* openChunks(
  key: ChunkKey,
  sealed: Readable,
  { first = 0, last = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<Buffer> {
  let number = first
  for await (const [chunk, isLast] of chunksOf(sealed, sealed_chunk_bytes)) {
    yield openChunk(key, number, isLast, chunk)
    if (number === last) return
    number += 1
  }
}

/** Splits a stream into pieces of exactly `size`; the last may be shorter. Yields at least one. */
async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<[chunk: Buffer, isLast: boolean]> {
  let held: Buffer[] = []
  let held_bytes = 0
  for await (const piece of source) {
    held.push(piece)
    held_bytes += piece.length
    if (held_bytes <= size) continue
    const bytes = Buffer.concat(held, held_bytes)
    let start = 0
    // A full piece may be the last, so hold it until another byte follows.
    for (; bytes.length - start > size; start += size) yield [bytes.subarray(start, start + size), false]
    held = [bytes.subarray(start)]
    held_bytes = bytes.length - start
  }
  yield [Buffer.concat(held, held_bytes), true]
}

import type { Readable } from "node:stream"
import { type ChunkKey, openChunk, plain_chunk_bytes, sealChunk, sealed_chunk_bytes } from "./chunk-format.ts"

/** Encrypts a stream: yields the header and then one sealed chunk after the other. An empty source has one chunk. */
export async function* sealChunks(key: ChunkKey, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield key.header
  let number = 0
  for await (const [plain, isLast] of chunksOf(source, plain_chunk_bytes)) {
    yield sealChunk(key, number, isLast, plain)
    number += 1
  }
}

/**
 * Decrypts the chunks numbered `first` to `last`, or to the end of the file. `sealed` starts at the first of them
 * and must go on at least one byte beyond the last unless the file ends there: only its last chunk opens as such.
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

/** The bytes of a stream in pieces of exactly `size`, the last one shorter or equal, and at least one. */
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
    // A full piece waits until a byte follows: it may be the last.
    for (; bytes.length - start > size; start += size) yield [bytes.subarray(start, start + size), false]
    held = [bytes.subarray(start)]
    held_bytes = bytes.length - start
  }
  yield [Buffer.concat(held, held_bytes), true]
}

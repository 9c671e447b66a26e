// Encrypted files in a store. Each file has a random data key, which the key ring wraps and the caller stores. Only
// authenticated bytes are ever returned, and a file decrypts only under the key it was stored at.
import { createHash, type Hash, randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { KeyRing } from "../secrets/key-ring.ts"
import {
  checkHeader,
  header_bytes,
  newHeader,
  plain_chunk_bytes,
  sealed_chunk_bytes,
} from "./chunk-format.ts"
import { openChunks, sealChunks } from "./chunk-streams.ts"
import type { ByteRange, FileStore } from "./store/store.ts"

/** What the caller has to store to read the file again. */
export interface EncryptedFile {
  key: string
  wrapped_key: string
}

/** The file's size and hash before encryption. */
export interface WrittenFile extends EncryptedFile {
  size: number
  sha256: Buffer
}

/** Thrown when a source exceeds the allowed size. */
export class FileTooLarge extends Error {
  override name = "FileTooLarge"
  constructor(readonly max_bytes: number) {
    super(`The file has more than ${max_bytes} bytes.`)
  }
}

/**
 * Encrypts and stores `source` in constant memory. Resolves once it is durably stored. Throws `FileTooLarge` beyond
 * `max_bytes`, and errors of `source` or the store; nothing is then stored at `key`.
 */
export async function writeEncrypted(
  store: FileStore,
  ring: KeyRing,
  key: string,
  source: Readable,
  { max_bytes }: { max_bytes: number },
): Promise<WrittenFile> {
  const dataKey = randomBytes(32)
  const wrapped_key = ring.wrapDataKey(dataKey, contextOf(key))
  const seen = { size: 0, hash: createHash("sha256") }
  const chunkKey = { data_key: dataKey, header: newHeader(), file_key: key }
  const sealed = Readable.from(sealChunks(chunkKey, measured(source, max_bytes, seen)), { objectMode: false })
  try {
    await store.write(key, sealed)
  } catch (error) {
    source.destroy()
    throw error
  }
  return { key, wrapped_key, size: seen.size, sha256: seen.hash.digest() }
}

/**
 * Returns the decrypted bytes of a file or of a range. Throws `FileMissing`, `UnknownMasterKey` and, if the first bytes
 * do not authenticate, `TamperedData`. A later fault ends the stream with that error.
 */
export async function readEncrypted(
  store: FileStore,
  ring: KeyRing,
  { key, wrapped_key }: EncryptedFile,
  { start, end }: ByteRange = { start: 0 },
): Promise<Readable> {
  const dataKey = ring.unwrapDataKey(wrapped_key, contextOf(key))
  const header = await buffer(await store.read(key, { start: 0, end: header_bytes - 1 }))
  checkHeader(header)
  const first = Math.floor(start / plain_chunk_bytes)
  const last = end === undefined ? undefined : Math.floor(end / plain_chunk_bytes)
  const sealed = await store.read(key, {
    start: header_bytes + first * sealed_chunk_bytes,
    end: last === undefined ? undefined : header_bytes + (last + 1) * sealed_chunk_bytes,
  })
  const chunks = openChunks({ data_key: dataKey, header, file_key: key }, sealed, { first, last })
  const plain = sliceRange(
    chunks,
    start - first * plain_chunk_bytes,
    end === undefined ? Infinity : end - start + 1,
  )
  // Decrypt the first chunk now, so that the caller can still send an error instead of a partial file.
  const opening = await plain.next()
  const stream = Readable.from(startingWith(opening, plain), { objectMode: false })
  return stream.once("close", () => sealed.destroy())
}

/** The encryption context of a file's data key. */
export function contextOf(key: string): string {
  return `files:${key}`
}

async function* measured(
  source: Readable,
  max_bytes: number,
  seen: { size: number; hash: Hash },
): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
    seen.size += bytes.length
    if (seen.size > max_bytes) throw new FileTooLarge(max_bytes)
    seen.hash.update(bytes)
    yield bytes
  }
}

async function* sliceRange(
  chunks: AsyncIterable<Buffer>,
  skip: number,
  wanted: number,
): AsyncGenerator<Buffer> {
  let left = wanted
  let skipping = skip
  for await (const chunk of chunks) {
    const piece = chunk.subarray(skipping, skipping + Math.min(left, chunk.length))
    skipping = 0
    left -= piece.length
    if (piece.length > 0) yield piece
    if (left <= 0) return
  }
}

async function* startingWith(
  opening: IteratorResult<Buffer>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (opening.done) return
  yield opening.value
  yield* rest
}

// The format of an encrypted file: a header, then chunks of 64 KiB, each encrypted with AES-256-GCM and the file's data
// key. This is the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce contains the chunk's
// number and whether it is the last, so omitted, repeated, reordered or truncated chunks do not decrypt. Header and
// file key are authenticated with every chunk, so chunks of another file do not decrypt either.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { TamperedData } from "../secrets/key-ring.ts"

export const plain_chunk_bytes = 64 * 1024
const tag_bytes = 16
export const sealed_chunk_bytes = plain_chunk_bytes + tag_bytes

/** "FYRF", a version byte, and seven random bytes that start every nonce. */
export const header_bytes = 12
const magic = Buffer.from("FYRF")
const version = 1

export function newHeader(): Buffer {
  return Buffer.concat([magic, Buffer.from([version]), randomBytes(header_bytes - magic.length - 1)])
}

/** Throws `TamperedData` unless `header` starts a file of this format. */
export function checkHeader(header: Buffer): void {
  if (header.length < header_bytes || !header.subarray(0, magic.length).equals(magic)) {
    throw new TamperedData("A stored file does not start like an encrypted file.")
  }
  if (header[magic.length] !== version)
    throw new Error("A stored file was written by a later version of Foyer.")
}

/** What all chunks of a file have in common. */
export interface ChunkKey {
  data_key: Buffer
  header: Buffer
  file_key: string
}

export function sealChunk(key: ChunkKey, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key.data_key, nonceOf(key, number, isLast))
  cipher.setAAD(associatedData(key))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws `TamperedData`. */
export function openChunk(key: ChunkKey, number: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < tag_bytes) throw new TamperedData("A stored file was cut off.")
  const decipher = createDecipheriv("aes-256-gcm", key.data_key, nonceOf(key, number, isLast), {
    authTagLength: tag_bytes,
  })
  decipher.setAAD(associatedData(key))
  decipher.setAuthTag(sealed.subarray(-tag_bytes))
  const plain = decipher.update(sealed.subarray(0, -tag_bytes))
  try {
    decipher.final()
    return plain
  } catch {
    throw new TamperedData("A stored file was changed, cut off or exchanged.")
  }
}

function nonceOf({ header }: ChunkKey, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  header.copy(nonce, 0, magic.length + 1)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function associatedData({ header, file_key }: ChunkKey): Buffer {
  return Buffer.concat([header, Buffer.from(file_key)])
}

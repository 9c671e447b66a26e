// The part of a file that has arrived so far. It waits on disk encrypted, like everything a client sends: AES-256 in
// counter mode, which can go on at any byte. The finished file is read once, into the store that also proves its
// integrity, and then forgotten.
import { createCipheriv, randomBytes } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, stat } from "node:fs/promises"
import type { Readable } from "node:stream"

const block_bytes = 16

export interface PartKey {
  key: Buffer
  iv: Buffer
}

export function newPartKey(): PartKey {
  return { key: randomBytes(32), iv: randomBytes(block_bytes) }
}

/**
 * Writes what `source` holds from byte `offset` on, and returns how many bytes the part has then. What arrived before
 * the source broke off is kept.
 */
export async function writePart(
  path: string,
  key: PartKey,
  source: AsyncIterable<Buffer>,
  offset: number,
): Promise<number> {
  const cipher = cipherAt(key, offset)
  const file = await open(path, "r+")
  let at = offset
  try {
    for await (const chunk of source) {
      const sealed = cipher.update(chunk)
      await file.write(sealed, 0, sealed.length, at)
      at += sealed.length
    }
  } finally {
    await file.close()
  }
  return at
}

export async function partSize(path: string): Promise<number> {
  return (await stat(path)).size
}

/** The whole part in clear. */
export function readPart(path: string, key: PartKey): Readable {
  const file = createReadStream(path)
  // In counter mode, encrypting twice is decrypting.
  const cipher = cipherAt(key, 0)
  file.once("error", (error) => cipher.destroy(error))
  return file.pipe(cipher)
}

function cipherAt({ key, iv }: PartKey, offset: number) {
  const counter = (BigInt(`0x${iv.toString("hex")}`) + BigInt(Math.floor(offset / block_bytes))) % 2n ** 128n
  const cipher = createCipheriv(
    "aes-256-ctr",
    key,
    Buffer.from(counter.toString(16).padStart(2 * block_bytes, "0"), "hex"),
  )
  cipher.update(Buffer.alloc(offset % block_bytes))
  return cipher
}

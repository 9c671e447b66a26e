// The standard security handler of PDF (ISO 32000-2, 7.6.4): does the empty user password open the file?
import { createCipheriv, createHash } from "node:crypto"
import { readPdfString } from "./pdf_string.ts"

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")

/** Whether a file with this encryption dictionary and trailer opens without a password; false where that is unclear. */
export function isOpenToAll(dictionary: string, trailer: string): boolean {
  if (!/\/Filter\s*\/Standard\b/.test(dictionary)) return false
  const revision = numberAt(dictionary, "R") ?? 0
  const user = readPdfString(dictionary, /\/U\s*(?=[(<])/)
  if (user === undefined) return false
  if (revision === 5) return digest("sha256", user.subarray(32, 40)).equals(user.subarray(0, 32))
  if (revision === 6)
    return hashRevision6(Buffer.alloc(0), user.subarray(32, 40)).equals(user.subarray(0, 32))
  const key = fileKey(dictionary, trailer, revision)
  if (key === undefined) return false
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  return userCheck(key, trailer).equals(user.subarray(0, 16))
}

/** Algorithm 2 with an empty password. */
function fileKey(dictionary: string, trailer: string, revision: number): Buffer | undefined {
  const owner = readPdfString(dictionary, /\/O\s*(?=[(<])/)
  const permissions = numberAt(dictionary, "P")
  if (owner === undefined || permissions === undefined || revision < 2 || revision > 4) return undefined
  const permissionBytes = Buffer.alloc(4)
  permissionBytes.writeInt32LE(permissions | 0)
  const isMetadataClear = revision === 4 && /\/EncryptMetadata\s+false/.test(dictionary)
  const clear = Buffer.alloc(isMetadataClear ? 4 : 0, 0xff)
  const length = revision === 2 ? 5 : revision === 4 ? 16 : (numberAt(dictionary, "Length") ?? 40) / 8
  let key = digest("md5", padding, owner.subarray(0, 32), permissionBytes, fileId(trailer), clear)
  if (revision > 2) for (let n = 0; n < 50; n++) key = digest("md5", key.subarray(0, length))
  return key.subarray(0, length)
}

/** Algorithm 5. */
function userCheck(key: Buffer, trailer: string): Buffer {
  let check = digest("md5", padding, fileId(trailer))
  for (let n = 0; n < 20; n++) check = rc4(Buffer.from(key.map((byte) => byte ^ n)), check)
  return check
}

/** Algorithm 2.B. */
export function hashRevision6(password: Buffer, salt: Buffer): Buffer {
  let key = digest("sha256", password, salt)
  for (let round = 0; ; round++) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => [password, key]).flat())
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(
      false,
    )
    const mixed = cipher.update(block)
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    key = digest(["sha256", "sha384", "sha512"][sum % 3] ?? "sha256", mixed)
    if (round >= 63 && (mixed.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32)
  }
}

function fileId(trailer: string): Buffer {
  return readPdfString(trailer, /\/ID\s*\[\s*(?=[(<])/) ?? Buffer.alloc(0)
}

function numberAt(dictionary: string, name: string): number | undefined {
  const found = new RegExp(`/${name}\\s+(-?\\d+)`).exec(dictionary)?.[1]
  return found === undefined ? undefined : Number(found)
}

function digest(name: string, ...parts: Buffer[]): Buffer {
  return createHash(name).update(Buffer.concat(parts)).digest()
}

/** Node's OpenSSL no longer offers RC4; here it protects nothing, it only reads what others wrote. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const held = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = held
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(bytes).map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  }) as Buffer
}

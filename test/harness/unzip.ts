import { crc32, inflateRawSync } from "node:zlib"

/**
 * Returns an archive's files by path, read from its central directory according to APPNOTE.TXT; verifies each checksum.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry here")
    const [method, sum] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)]
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)]
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const [name = 0, extra = 0, comment = 0] = lengths
    const path = archive.toString("utf8", at + 46, at + 46 + name)
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(begin, begin + packed)
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    if (content.length !== size || crc32(content) !== sum) throw new Error(`${path} is damaged`)
    files.set(path, content)
    at += 46 + name + extra + comment
  }
  return files
}

// Word and Excel files of 1997–2003, and today's when encrypted, are compound files ([MS-CFB]): a small file system of
// named streams. This reads only what type of document it is, whether it is complete and whether it is encrypted.
import { bytesAt, startsWith, type Upload, type Verdict } from "./upload.ts"

const signature = Buffer.from("d0cf11e0a1b11ae1", "hex")
const main_streams = { doc: ["WordDocument"], xls: ["Workbook", "Book"] }
const free_sector = 0xffffffff

/** Judges a file with the extension .doc or .xls. */
export async function inspectCompoundFile(upload: Upload, extension: "doc" | "xls"): Promise<Verdict> {
  if (!startsWith(upload, signature)) return "content_mismatch"
  if (await isTruncated(upload)) return "truncated"
  if (await findStream(upload, ["EncryptedPackage"])) return "password_protected"
  const stream = await findStream(upload, main_streams[extension])
  if (stream === undefined) return "content_mismatch"
  const isEncrypted = extension === "doc" ? isEncryptedWord : isEncryptedExcel
  return (await isEncrypted(upload, stream)) ? "password_protected" : "ok"
}

/** Judges a compound file named .docx or .xlsx: either encrypted or an old file renamed. Undefined for other files. */
export async function inspectDisguisedOffice(upload: Upload): Promise<Verdict | undefined> {
  if (!startsWith(upload, signature)) return undefined
  if (await findStream(upload, ["EncryptedPackage"])) return "password_protected"
  return (await isTruncated(upload)) ? "truncated" : "content_mismatch"
}

function sectorBytes({ head }: Upload): number {
  return head.length > 31 && head.readUInt16LE(30) === 12 ? 4096 : 512
}

/**
 * Whether the last used sector, by the last page of the allocation table in the header, lies beyond the end of the
 * file.
 */
async function isTruncated(upload: Upload): Promise<boolean> {
  const { head, size } = upload
  if (head.length < 512) return true
  const sector_bytes = sectorBytes(upload)
  const pages = Math.min(head.readUInt32LE(44), 109)
  const page_sector = pages === 0 ? 0 : head.readUInt32LE(72 + 4 * pages)
  const page = await bytesAt(upload, (page_sector + 1) * sector_bytes, sector_bytes)
  if (page.length < sector_bytes) return true
  let used = sector_bytes - 4
  while (used > 0 && page.readUInt32LE(used) === free_sector) used -= 4
  const last = ((pages - 1) * sector_bytes + used) / 4
  const directory = head.readUInt32LE(48)
  return (Math.max(last, directory, page_sector) + 1) * sector_bytes >= size
}

/** The offset of the first of these streams; zero for a small one stored inside the mini stream. */
async function findStream(upload: Upload, names: readonly string[]): Promise<number | undefined> {
  if (upload.head.length < 512) return undefined
  const sector_bytes = sectorBytes(upload)
  const directory = await bytesAt(upload, (upload.head.readUInt32LE(48) + 1) * sector_bytes, 4096)
  for (const part of [directory, upload.head, upload.tail]) {
    for (const name of names) {
      const entry = findEntry(part, name)
      if (!entry) continue
      const isSmall = entry.readUInt32LE(120) < upload.head.readUInt32LE(56)
      return isSmall ? 0 : (entry.readUInt32LE(116) + 1) * sector_bytes
    }
  }
  return undefined
}

/** [MS-CFB] 2.6.1: the name in 64 bytes, its length including the terminating zero, and the type: 2 for a stream. */
function findEntry(bytes: Buffer, name: string): Buffer | undefined {
  const name_bytes = Buffer.from(`${name}\0`, "utf16le")
  for (let at = bytes.indexOf(name_bytes); at >= 0; at = bytes.indexOf(name_bytes, at + 2)) {
    const entry = bytes.subarray(at, at + 128)
    if (entry.length === 128 && entry.readUInt16LE(64) === name_bytes.length && entry[66] === 2) return entry
  }
  return undefined
}

/** [MS-DOC] 2.5.2: bit 8 of the flags at the start of the FIB. */
async function isEncryptedWord(upload: Upload, start: number): Promise<boolean> {
  const flags = await bytesAt(upload, start + 10, 2)
  return start > 0 && flags.length === 2 && (flags.readUInt16LE(0) & 0x0100) !== 0
}

/** [MS-XLS] 2.4.117: a FilePass record among the first of the workbook. */
async function isEncryptedExcel(upload: Upload, start: number): Promise<boolean> {
  const records = start > 0 ? await bytesAt(upload, start, 4096) : Buffer.alloc(0)
  for (let at = 0, n = 0; n < 10 && at + 4 <= records.length; n++) {
    if (records.readUInt16LE(at) === 0x002f) return true
    at += 4 + records.readUInt16LE(at + 2)
  }
  return false
}

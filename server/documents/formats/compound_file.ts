// Word and Excel files of 1997–2003, and today's when they are encrypted, are compound files ([MS-CFB]): a small file
// system of named streams.
import { openCompoundFile, type Stream } from "./compound_directory.ts"
import { bytesAt, startsWith, type Upload, type Verdict } from "./upload.ts"

const signature = Buffer.from("d0cf11e0a1b11ae1", "hex")
const encrypted_package = "EncryptedPackage"
const main_streams = { doc: ["WordDocument"], xls: ["Workbook", "Book"] }

/** Judges a file whose name ends in .doc or .xls. */
export function inspectCompoundFile(upload: Upload, extension: "doc" | "xls"): Verdict {
  if (!startsWith(upload, signature)) return "content_mismatch"
  const file = openCompoundFile(upload)
  if (file.is_truncated) return "truncated"
  if (file.streams.has(encrypted_package)) return "password_protected"
  const stream = main_streams[extension]
    .map((name) => file.streams.get(name))
    .find((found) => found !== undefined)
  if (stream === undefined)
    return isUndecided(upload, file.is_complete, main_streams[extension]) ? "ok" : "content_mismatch"
  return isEncrypted(upload, stream, extension) ? "password_protected" : "ok"
}

/** A compound file under the name .docx or .xlsx is an encrypted one or a renamed old one; undefined when it is neither. */
export function inspectDisguisedOffice(upload: Upload): Verdict | undefined {
  if (!startsWith(upload, signature)) return undefined
  const { streams, is_complete, is_truncated } = openCompoundFile(upload)
  if (streams.has(encrypted_package)) return "password_protected"
  const isOld = Object.values(main_streams)
    .flat()
    .some((name) => streams.has(name))
  if (isOld || is_complete) return "content_mismatch"
  return is_truncated ? "truncated" : "password_protected"
}

/** The directory of a large file may lie where we do not look: then the names of its streams are searched for. */
function isUndecided({ head, tail }: Upload, is_complete: boolean, names: string[]): boolean {
  if (is_complete) return false
  const isNamed = (name: string) => [head, tail].some((bytes) => bytes.includes(Buffer.from(name, "utf16le")))
  const others = Object.values(main_streams)
    .flat()
    .filter((name) => !names.includes(name))
  return names.some(isNamed) || !others.some(isNamed)
}

function isEncrypted(upload: Upload, { offset }: Stream, extension: "doc" | "xls"): boolean {
  return extension === "doc" ? isEncryptedWord(upload, offset) : isEncryptedExcel(upload, offset)
}

/** [MS-DOC] 2.5.2: bit 8 of the flags at the start of the FIB. */
function isEncryptedWord(upload: Upload, offset: number): boolean {
  const flags = bytesAt(upload, offset + 10, 2)
  return flags !== undefined && (flags.readUInt16LE(0) & 0x0100) !== 0
}

/** [MS-XLS] 2.4.117: a FilePass record among the first of the workbook. */
function isEncryptedExcel(upload: Upload, offset: number): boolean {
  let at = offset
  for (let n = 0; n < 10; n++) {
    const record = bytesAt(upload, at, 4)
    if (record === undefined) return false
    if (record.readUInt16LE(0) === 0x002f) return true
    at += 4 + record.readUInt16LE(2)
  }
  return false
}

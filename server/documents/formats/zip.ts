// Word and Excel files of today are ZIP archives (ECMA-376). What is in one stands in the directory at its end.
import { bytesAt, startsWith, type Upload, type Verdict } from "./upload.ts"

const local_entry = Buffer.from("PK\x03\x04")
const directory_entry = Buffer.from("PK\x01\x02")
const directory_end = Buffer.from("PK\x05\x06")

/** Whether the archive holds a document in `folder`; macros, for which there are other endings, are not taken. */
export function inspectOfficeZip(upload: Upload, folder: "word" | "xl"): Verdict {
  if (!startsWith(upload, local_entry)) return "content_mismatch"
  const end = findDirectoryEnd(upload)
  if (end === undefined) return "truncated"
  const names = [...namesIn(upload, end)]
  const isThere = names.some((name) => name.startsWith(`${folder}/`)) && names.includes("[Content_Types].xml")
  const isOther = names.some((name) => /(^|\/)vbaProject\.bin$|^xl\/workbook\.bin$/i.test(name))
  return isThere && !isOther ? "ok" : "content_mismatch"
}

interface DirectoryEnd {
  directory_start: number
  directory_bytes: number
}

/** The record sits at the very end, before nothing but a comment whose length it gives. */
function findDirectoryEnd({ size, tail }: Upload): DirectoryEnd | undefined {
  for (
    let at = tail.lastIndexOf(directory_end);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(directory_end, at - 1)
  ) {
    if (at + 22 > tail.length || at + 22 + tail.readUInt16LE(at + 20) > tail.length) continue
    const directory_bytes = tail.readUInt32LE(at + 12)
    const directory_start = tail.readUInt32LE(at + 16)
    if (directory_start + directory_bytes <= size - tail.length + at)
      return { directory_start, directory_bytes }
  }
  return undefined
}

/** The names in the directory, from its first entry that lies within what we see. */
function* namesIn(upload: Upload, { directory_start, directory_bytes }: DirectoryEnd): Generator<string> {
  const whole = bytesAt(upload, directory_start, directory_bytes)
  const seen = whole ?? upload.tail
  // An archive of thousands of pictures has a directory larger than what we see; its first names stand in the head.
  if (whole === undefined) yield* namesOf(upload.head, local_entry, 26, 30)
  yield* namesOf(seen, directory_entry, 28, 46)
}

function* namesOf(bytes: Buffer, signature: Buffer, lengthAt: number, nameAt: number): Generator<string> {
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
    if (at + nameAt > bytes.length) return
    yield bytes.toString("utf8", at + nameAt, at + nameAt + bytes.readUInt16LE(at + lengthAt))
  }
}

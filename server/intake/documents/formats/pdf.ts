import { opensWithoutPassword } from "./pdf-opening.ts"
import { isMarkup } from "./text.ts"
import { bytesAt, type Upload, type Verdict } from "./upload.ts"

/** Readers look for the header in this many bytes: printers, web servers, and mail programs write lines before it. */
const opening_bytes = 1024

/** How much of the end of a file is read at once, and how far before the end mark its last trailer may begin. */
const window_bytes = 1024 * 1024
const trailer_bytes = 256 * 1024

/** A bundle of thousands of scanned pages has some hundred thousand. Each costs memory before anything is known of it. */
const max_objects = 1_000_000

/** Many banks encrypt statements only to forbid changes; those open with an empty password. */
export async function inspectPdf(upload: Upload): Promise<Verdict> {
  const head = upload.head.toString("latin1")
  const start = head.slice(0, opening_bytes).search(/%PDF-\d/)
  if (start < 0 || (await isOther(upload, head.slice(0, start)))) return "content_mismatch"
  const ending = await findEnding(upload)
  if (ending === undefined) return "truncated"
  // Encryption is named in the last trailer, which is never compressed: at the end, or in the head of a linearized
  // file.
  const isNamed = [head, ending].some((part) => part.includes("/Encrypt"))
  if (!isNamed) return "ok"
  if (isTooLarge(head) || isTooLarge(ending)) return "unchecked"
  const opens = await opensWithoutPassword(upload)
  return opens === undefined ? "unchecked" : opens ? "ok" : "password_protected"
}

/** The text before the last end mark, whatever follows it; undefined when that is more of a PDF, whose end is missing. */
async function findEnding(upload: Upload): Promise<string | undefined> {
  let end = upload.size
  let start = upload.size - upload.tail.length
  let later = ""
  while (end > 0) {
    const text = (await bytesAt(upload, start, end - start)).toString("latin1") + later
    const at = text.lastIndexOf("%%EOF")
    if (/\d\s{1,9}obj\b/.test(text.slice(at + 1))) return undefined
    if (at >= 0) {
      const from = Math.max(0, start + at - trailer_bytes)
      return (await bytesAt(upload, from, start + at - from)).toString("latin1")
    }
    later = text.slice(0, 16)
    end = start
    start = Math.max(0, start - window_bytes)
  }
  return undefined
}

function isTooLarge(part: string): boolean {
  return Array.from(part.matchAll(/\/Size\s{0,9}(\d{1,15})/g)).some(([, size]) => Number(size) > max_objects)
}

/** Whether what comes before the header makes the file something else, such as a web page or an archive. */
async function isOther({ head }: Upload, before: string): Promise<boolean> {
  if (/^(\xef\xbb\xbf)?[\s\0]*$/.test(before)) return false
  if (isMarkup(before)) return true
  const { fileTypeFromBuffer } = await import("file-type")
  const found = await fileTypeFromBuffer(head.subarray(0, 4_100)).catch(() => undefined)
  return found !== undefined && found.ext !== "pdf"
}

import { opensWithoutPassword } from "./pdf-opening.ts"
import { isMarkup } from "./text.ts"
import type { Upload, Verdict } from "./upload.ts"

/** Readers look for the header in this many bytes: printers, web servers, and mail programs write lines before it. */
const opening_bytes = 1024

/** How far from the end readers look for the end marker, and how much some programs append after it. */
const ending_bytes = 2048

/**
 * Many banks encrypt statements only to forbid changes; those open with an empty password. A file that cannot be
 * checked counts as protected.
 */
export async function inspectPdf(upload: Upload): Promise<Verdict> {
  const head = upload.head.toString("latin1")
  const start = head.slice(0, opening_bytes).search(/%PDF-\d/)
  if (start < 0 || (await isOther(upload, head.slice(0, start)))) return "content_mismatch"
  const tail = upload.tail.toString("latin1")
  if (!tail.slice(-ending_bytes).includes("%%EOF")) return "truncated"
  // Encryption is named in the last trailer, which is never compressed: at the end, or in the head of a linearized
  // file.
  const isNamed = [head, tail].some((part) => part.includes("/Encrypt"))
  return isNamed && !(await opensWithoutPassword(upload)) ? "password_protected" : "ok"
}

/** Whether what comes before the header makes the file something else, such as a web page or an archive. */
async function isOther({ head }: Upload, before: string): Promise<boolean> {
  if (/^(\xef\xbb\xbf)?[\s\0]*$/.test(before)) return false
  if (isMarkup(before)) return true
  const { fileTypeFromBuffer } = await import("file-type")
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return found !== undefined && found.ext !== "pdf"
}

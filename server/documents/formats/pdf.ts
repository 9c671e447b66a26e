import { opensForAll } from "./pdf-opening.ts"
import type { Upload, Verdict } from "./upload.ts"

/** How far from the end readers still look for the end marker, and what some programs append after it. */
const ending_bytes = 2048

/**
 * Many banks encrypt statements only to forbid changes: those open for everybody, with an empty password. Where that
 * cannot be told, the file counts as protected.
 */
export async function inspectPdf(upload: Upload): Promise<Verdict> {
  const head = upload.head.toString("latin1")
  if (!/^(\xef\xbb\xbf)?[\s\0]{0,1000}%PDF-\d/.test(head)) return "content_mismatch"
  const tail = upload.tail.toString("latin1")
  if (!tail.slice(-ending_bytes).includes("%%EOF")) return "truncated"
  // An encryption is named in the last trailer, which is never packed: at the end, or in the head of a file for the web.
  const isNamed = [head, tail].some((part) => part.includes("/Encrypt"))
  return isNamed && !(await opensForAll(upload)) ? "password_protected" : "ok"
}

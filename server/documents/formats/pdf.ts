import { opensWithoutPassword } from "./pdf-opening.ts"
import type { Upload, Verdict } from "./upload.ts"

/** How far from the end readers look for the end marker, and how much some programs append after it. */
const ending_bytes = 2048

/**
 * Many banks encrypt statements only to forbid changes; those open with an empty password. A file that cannot be
 * checked counts as protected.
 */
export async function inspectPdf(upload: Upload): Promise<Verdict> {
  const head = upload.head.toString("latin1")
  if (!/^(\xef\xbb\xbf)?[\s\0]{0,1000}%PDF-\d/.test(head)) return "content_mismatch"
  const tail = upload.tail.toString("latin1")
  if (!tail.slice(-ending_bytes).includes("%%EOF")) return "truncated"
  // Encryption is named in the last trailer, which is never compressed: at the end, or in the head of a linearized
  // file.
  const isNamed = [head, tail].some((part) => part.includes("/Encrypt"))
  return isNamed && !(await opensWithoutPassword(upload)) ? "password_protected" : "ok"
}

import { notFound } from "../../platform/errors.ts"
import { copyOfSubmission } from "../../submissions/copy.ts"
import type { Copy } from "../../submissions/copy-shape.ts"
import type { PageRequest } from "../page-request.ts"

/** Exactly what was sent, to keep. Throws "not found". */
export async function submissionCopy(
  { tx, parts, firm, lang: language, matter }: PageRequest,
  number: string,
): Promise<{ copy: Copy; filename: string }> {
  if (!/^[1-9]\d{0,5}$/.test(number)) throw notFound()
  const reader = { language, firm_name: firm.name, time_zone: firm.time_zone }
  const copy = await copyOfSubmission(tx, parts.ring, matter.id, Number(number), reader)
  const filename = `${copy.subject} ${number}`.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")
  return { copy, filename }
}

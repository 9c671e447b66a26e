import type { Fault } from "../../platform/errors.ts"
import { TextArea } from "../../ui/components/text-area.tsx"
import { fieldOf, type RefusedForm } from "../page-request.ts"

/** It is kept for good, so it should name nobody. */
export const certificateHint =
  "It stands on the certificate for good. Name no people: “Seven years after closing”, “The client asked for it”."

const max_characters = 500

/** Why something is deleted or kept, asked of whoever does it. */
export function ReasonField({ refused, hint }: { refused: RefusedForm | undefined; hint: string }) {
  return (
    <TextArea {...fieldOf(refused, "reason")} label="Why?" hint={hint} rows={2} maxlength={max_characters} />
  )
}

export function reasonFaults(reason: string): Fault[] {
  if (reason && [...reason].length <= max_characters) return []
  const message = `Say why, in at most ${max_characters} characters.`
  return [{ param: "reason", code: "required", message }]
}

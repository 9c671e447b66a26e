import type { Fault } from "../../platform/errors.ts"
import { TextArea } from "../../ui/components/text-area.tsx"
import { fieldOf, type RefusedForm } from "../page-request.ts"

/** The certificate is kept forever, so the reason should not name people. */
export const certificateHint =
  "It stays on the certificate forever, so don’t name people: “Seven years after closing”, “The client asked for it”."

const max_characters = 500

/** The reason for a deletion or a legal hold. */
export function ReasonField({ refused, hint }: { refused: RefusedForm | undefined; hint: string }) {
  return (
    <TextArea {...fieldOf(refused, "reason")} label="Why?" hint={hint} rows={2} maxlength={max_characters} />
  )
}

export function reasonFaults(reason: string): Fault[] {
  if (reason && [...reason].length <= max_characters) return []
  const message = `Enter a reason, in at most ${max_characters} characters.`
  return [{ param: "reason", code: "required", message }]
}

import type { Fault } from "../../platform/errors.ts"
import { TextArea } from "../../ui/components/text-area.tsx"
import { faultAt, type Tried, typedOr } from "../visit.ts"

/** It is kept for good, so it should name nobody. */
export const certificateHint =
  "It stands on the certificate for good. Name no people: “Seven years after closing”, “The client asked for it”."

const most_characters = 500

/** Why something is deleted or kept, asked of whoever does it. */
export function ReasonField({ tried, hint }: { tried: Tried | undefined; hint: string }) {
  return (
    <TextArea
      id="reason"
      label="Why?"
      hint={hint}
      value={typedOr(tried, "reason")}
      error={faultAt(tried, "reason")}
      rows={2}
      maxlength={most_characters}
    />
  )
}

export function reasonFaults(reason: string): Fault[] {
  if (reason && [...reason].length <= most_characters) return []
  const message = `Say why, in at most ${most_characters} characters.`
  return [{ param: "reason", code: "required", message }]
}

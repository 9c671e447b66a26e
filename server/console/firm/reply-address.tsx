import { parseEmail } from "../../definition/email-and-phone.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import type { Firm } from "../../firms/firms.ts"
import type { Fault } from "../../platform/errors.ts"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const name = "reply_address"
const label = "Email address for replies"

/** The setting for where replies go to emails that have no assignee. */
export function ReplyAddressField({ firm, refused }: { firm: Firm; refused: RefusedForm | undefined }) {
  return (
    <TextField
      {...fieldOf(refused, name, storedAddress(firm))}
      label={label}
      hint="Replies to an email about a matter go to its assignee. This address receives all others. If it is empty, your firm’s first admin does."
      type="email"
      inputmode="email"
      autocomplete="email"
    />
  )
}

export function storedReplyAddress(firm: Pick<Firm, "settings">): StoredField {
  return { name, label, value: storedAddress(firm) }
}

/** Parses the address; adds any fault to `faults`. */
export function readReplyAddress({ form }: Pick<PageRequest, "form">, faults: Fault[]): string {
  const parsed = parseEmail(textOf(form, name))
  if (parsed.kind === "value") return parsed.value
  if (parsed.kind === "fault")
    faults.push({ param: name, code: parsed.fault.code, message: faultSentence(parsed.fault, label, "en") })
  return ""
}

function storedAddress({ settings }: Pick<Firm, "settings">): string {
  return typeof settings.reply_address === "string" ? settings.reply_address : ""
}

import type { Firm } from "../../firms/firms.ts"
import type { Fault } from "../../platform/errors.ts"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../page-request.ts"
import { readEmail } from "../read-text.ts"
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
  return readEmail(form, { param: name, label }, faults)
}

function storedAddress({ settings }: Pick<Firm, "settings">): string {
  return typeof settings.reply_address === "string" ? settings.reply_address : ""
}

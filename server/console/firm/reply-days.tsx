import type { Firm } from "../../firms/firms.ts"
import { replyDays, replyDaysOf } from "../../firms/reply-days.ts"
import { SelectField } from "../../ui/components/select-field.tsx"
import { type PageRequest, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const name = "reply_days"

/** Within how many working days clients are promised an answer. */
export function ReplyDaysField({ firm, refused }: { firm: Firm; refused: RefusedForm | undefined }) {
  return (
    <SelectField
      id={name}
      label="Answer to clients"
      hint="Clients read this date once they have sent their answers."
      value={typedOr(refused, name, String(replyDaysOf(firm)))}
      options={replyDays.map((days) => ({ value: String(days), label: inWords(String(days)) }))}
    />
  )
}

export function storedReplyDays(settings: Firm["settings"]): StoredField {
  return { name, label: "Answer to clients", value: String(replyDaysOf({ settings })), show: inWords }
}

/** What the form chose; nothing promised where it chose nothing that is offered. */
export function readReplyDays({ form }: Pick<PageRequest, "form">): number {
  return replyDays.find((days) => String(days) === textOf(form, name)) ?? 0
}

function inWords(days: string): string {
  if (days === "0") return "Not promised"
  return days === "1" ? "Within one working day" : `Within ${days} working days`
}

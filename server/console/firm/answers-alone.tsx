import type { Firm } from "../../firms/firms.ts"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { type RefusedForm, tickedOr } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const name = "answers_alone"
const label = "Each of a couple may answer parts alone"

/** Whether what a questionnaire marks so is kept from the other client of a couple. */
export function AnswersAloneField({ firm, refused }: { firm: Firm; refused: RefusedForm | undefined }) {
  return (
    <Checkbox
      id={name}
      label={label}
      hint="Questionnaires say which parts. Your firm sees both clients’ answers, and each client only their own, with a link of their own. It holds for matters made from now on: what was answered alone stays so."
      checked={tickedOr(refused, name, firm.settings.answers_alone === true ? ["true"] : []).length > 0}
    />
  )
}

export function storedAnswersAlone(settings: Firm["settings"]): StoredField {
  const value = settings.answers_alone === true ? "true" : ""
  return { name, label, value, show: () => "Yes" }
}

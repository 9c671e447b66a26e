import type { Firm } from "../../firms/firms.ts"
import type { Form } from "../../platform/http/pages.ts"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { type RefusedForm, tickedOr } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

/** On-or-off settings of the portal. */
const choices = [
  {
    name: "sign_first",
    label: "Clients sign agreements first",
    hint: "Otherwise they sign after they fill in everything, before they submit.",
  },
  {
    name: "answers_alone",
    label: "Each partner of a couple may answer parts alone",
    hint: "Questionnaires define which parts. Your firm sees both clients’ answers; each client has a separate link and sees only their own. This applies to matters created from now on: answers given alone stay private.",
  },
  {
    name: "clients_ask_helpers",
    label: "Clients may ask a helper to fill in parts",
    hint: "For example, a daughter or an accountant. Clients choose the questions, assets, or documents and the number of days; the helper sees only the clients’ names and those parts, and never beneficiaries. You see each request and can revoke the invitation.",
  },
]

export function ClientChoices({ firm, refused }: { firm: Firm; refused: RefusedForm | undefined }) {
  return choices.map(({ name, label, hint }) => {
    const stored = firm.settings[name] === true ? ["true"] : []
    return (
      <Checkbox
        key={name}
        id={name}
        label={label}
        hint={hint}
        checked={tickedOr(refused, name, stored).length > 0}
      />
    )
  })
}

export function storedClientChoices(settings: Firm["settings"]): StoredField[] {
  return choices.map(({ name, label }) => {
    const value = settings[name] === true ? "true" : ""
    return { name, label, value, show: () => "Yes" }
  })
}

export function readClientChoices(form: Form): Record<string, boolean> {
  return Object.fromEntries(choices.map(({ name }) => [name, Boolean(form[name])]))
}

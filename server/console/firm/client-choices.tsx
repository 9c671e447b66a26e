import type { Firm } from "../../firms/firms.ts"
import type { Form } from "../../platform/http/pages.ts"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { type RefusedForm, tickedOr } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

/** Settings that are on or off, about what clients do in the portal. */
const choices = [
  {
    name: "sign_first",
    label: "Clients sign agreements first",
    hint: "Otherwise they sign once everything is filled in, before they send it.",
  },
  {
    name: "answers_alone",
    label: "Each of a couple may answer parts alone",
    hint: "Questionnaires say which parts. Your firm sees both clients’ answers, and each client only their own, with a link of their own. It holds for matters made from now on: what was answered alone stays so.",
  },
  {
    name: "clients_ask_helpers",
    label: "Clients may ask a helper to fill in parts",
    hint: "A daughter or an accountant, say. Clients choose the parts, of questions or documents, and for how many days; the helper sees the clients’ names and those parts, and nothing else. You see who was asked for what, and can revoke the invitation.",
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

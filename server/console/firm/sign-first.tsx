import type { Firm } from "../../firms/firms.ts"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { type RefusedForm, tickedOr } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const name = "sign_first"

/** Whether clients sign before they fill anything in, or before they send it. */
export function SignFirstField({ firm, refused }: { firm: Firm; refused: RefusedForm | undefined }) {
  return (
    <Checkbox
      id={name}
      label="Clients sign agreements first"
      hint="Otherwise they sign once everything is filled in, before they send it."
      checked={tickedOr(refused, name, firm.settings.sign_first === true ? ["true"] : []).length > 0}
    />
  )
}

export function storedSignFirst(settings: Firm["settings"]): StoredField {
  const value = settings.sign_first === true ? "true" : ""
  return { name, label: "Clients sign agreements first", value, show: () => "Yes" }
}

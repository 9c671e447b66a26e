import { withoutZeros } from "../../../definition/values/amounts.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { Conflict } from "../../matters/changes/changes.ts"
import type { Field } from "../../portal/fields/field.ts"
import type { Pickable } from "../../portal/fields/person-picker.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { conflictView } from "../../portal/sections/conflict.tsx"
import type { PageAddress } from "../../portal/sections/section.tsx"
import type { View } from "../../portal/view.tsx"
import type { BeneficiaryRow } from "../beneficiaries.ts"
import type { AcceptedShares } from "./typed-shares.ts"

/** The name under which an asset's beneficiaries are saved. */
export const field = "beneficiaries"

/** The conflict page when two people named different beneficiaries. */
export function choiceView(
  req: PageRequest,
  request: PageAddress,
  people: readonly Pickable[],
  conflicts: readonly Conflict[],
  form: Form,
  rows: readonly BeneficiaryRow[],
): View {
  const inWords = (value: unknown) =>
    ((value as { contact: string; share: string }[] | null) ?? [])
      .map(({ contact, share }) => {
        const name = people.find(({ contact_id }) => contact_id === contact)?.name ?? ""
        return `${name} ${withoutZeros(share)}%`
      })
      .join(", ")
  const listField: Field = {
    name: field,
    type: "long_text",
    label: req.words.assets.beneficiaries_ask,
    required: false,
    value: null,
    given: true,
    seen: 0,
  }
  const shown = conflicts.map((conflict) => ({
    ...conflict,
    yours: inWords(conflict.yours),
    theirs: inWords(conflict.theirs),
  }))
  return conflictView(req, request, [listField], shown, { ...form, [field]: [JSON.stringify(rows)] })
}

/** The rows that the conflict page carried in a hidden input. */
export function carriedRows(form: Form): AcceptedShares | undefined {
  const text = textOf(form, field)
  if (text === undefined) return undefined
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows) ? { rows: rows as BeneficiaryRow[], faults: [] } : undefined
  } catch {
    return undefined
  }
}

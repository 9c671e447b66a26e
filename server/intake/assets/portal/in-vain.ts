import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import type { Pickable } from "../../portal/fields/person-picker.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { TypedShare } from "./typed-shares.ts"

/** Owners cannot leave something to themselves; one who was chosen before stays until unticked. */
export function withoutOwners(
  people: readonly Pickable[],
  owners: readonly string[],
  chosen: readonly string[],
): Pickable[] {
  return people.filter(({ contact_id }) => !owners.includes(contact_id) || chosen.includes(contact_id))
}

/** Beneficiaries who own the asset, and contingent ones who are also primary; `rest` are the others. */
export function inVain(
  req: PageRequest,
  typed: readonly TypedShare[],
  people: readonly Pickable[],
  owners: readonly string[],
): { errors: SummaryError[]; rest: readonly TypedShare[] } {
  const words = req.words.assets
  const isOwner = ({ contact_id }: TypedShare) => owners.includes(contact_id)
  const isDuplicate = ({ level, contact_id }: TypedShare) =>
    level === "contingent" && typed.some((each) => each.level === "primary" && each.contact_id === contact_id)
  const errors = typed.flatMap((each) => {
    const name = people.find(({ contact_id }) => contact_id === each.contact_id)?.name ?? ""
    if (isOwner(each)) return [{ href: each.level, text: words.owner_chosen(name) }]
    return isDuplicate(each) ? [{ href: each.level, text: words.beneficiary_duplicate(name) }] : []
  })
  return { errors, rest: typed.filter((each) => !isOwner(each) && !isDuplicate(each)) }
}

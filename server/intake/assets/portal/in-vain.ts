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

/** Says which beneficiaries own the asset, and which contingent ones are also primary; undefined if none. */
export function refusePeople(
  { words }: PageRequest,
  typed: readonly TypedShare[],
  people: readonly Pickable[],
  owners: readonly string[],
): string | undefined {
  const { owner_chosen, beneficiary_duplicate } = words.assets
  const isDuplicate = ({ level, contact_id }: TypedShare) =>
    level === "contingent" && typed.some((each) => each.level === "primary" && each.contact_id === contact_id)
  const sentences = typed.flatMap((each) => {
    const name = people.find(({ contact_id }) => contact_id === each.contact_id)?.name ?? ""
    if (owners.includes(each.contact_id)) return owner_chosen(name)
    return isDuplicate(each) ? beneficiary_duplicate(name) : []
  })
  return sentences.length > 0 ? [...new Set(sentences)].join(" ") : undefined
}

// Who owns an asset. The clients are chosen in one step; anyone else, or unequal shares, as people of the matter.
import { ownValue } from "../../definition/own-value.ts"
import { withoutZeros } from "../../definition/values/amounts.ts"
import { complete, totalOf } from "../../definition/values/shares.ts"
import { joinWords } from "../../platform/text/joined-words.ts"
import type { Asset, OwnedAsset } from "./schema.ts"

/** An owner among the matter's people, and the share in percent, where it is known. */
export interface StoredOwner {
  contact: string
  share: string | null
}

export interface Owned {
  owner_type: string
  owners: readonly StoredOwner[]
}

/** The people who own an asset; none if someone else does or it is not known. */
export function ownersOf(
  { owner_type, owners }: Owned,
  { contact_main_id, contact_spouse_id }: { contact_main_id: string; contact_spouse_id: string | null },
): StoredOwner[] {
  if (owner_type === "other") return [...owners]
  const clients = ownValue(
    {
      main: [contact_main_id],
      partner: [contact_spouse_id],
      joint: [contact_main_id, contact_spouse_id],
    },
    owner_type,
  )
  return (clients ?? []).flatMap((contact) => (contact === null ? [] : [{ contact, share: null }]))
}

/** The name of the field that holds a person's share. */
export function ownerShareField(contact_id: string): string {
  return `share.${contact_id}`
}

/** Owners by name, with their shares where any is known. */
export function ownersInWords(
  { owner_value, owners }: Pick<OwnedAsset, "owner_value" | "owners">,
  language = "en",
): string {
  const names = owners.map(({ name }) => name).filter((name) => name !== "")
  if (owners.every(({ share }) => share === null)) return joinWords(names, language) || owner_value
  return joinWords(
    owners.map(({ name, share }) => (share === null ? name : `${name}\u00A0${withoutZeros(share)}%`)),
    language,
  )
}

/** The asset with the fields that its own endpoint returns: no more than the contract lists. */
export function withoutOwners({ owners, ...asset }: OwnedAsset): Asset {
  return asset
}

/** Whether shares are more than the whole, or leave some of it to no one. Rounded parts, such as thirds, are fine. */
export function areSharesWrong(shares: readonly (string | null)[], has_more_owners: boolean): boolean {
  const known = shares.filter((share) => share !== null)
  const excess = Number(totalOf(known)) - Number(complete)
  const rounding = 0.01 * known.length
  const isComplete = known.length > 0 && known.length === shares.length && !has_more_owners
  return excess > rounding || (isComplete && excess < -rounding)
}

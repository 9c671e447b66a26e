import { rolesOf } from "../../../../definition/parts.ts"
import { addDecimals, compareDecimals } from "../../../../definition/values/decimals.ts"
import { complete } from "../../../../definition/values/shares.ts"
import { clearAnswer, saveAnswer } from "../../../answers/answers.ts"
import type { AssetRecord } from "../../../assets/assets.ts"
import { type BeneficiaryRow, changeBeneficiaries } from "../../../assets/beneficiaries.ts"
import { changeAsset } from "../../../assets/editing.ts"
import { ownerShareField, ownersOf } from "../../../assets/owners.ts"
import type { Edit } from "../../../matters/changes/changes.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { fittingLevels } from "../../../roles/assignment-rules.ts"
import { leaveRole } from "../../../roles/leaving.ts"
import { assignRole, levelsAsStored, rowsOf } from "../../../roles/roles.ts"
import type { Place } from "./places.ts"

/** Names `to` instead of `from` at a place, or no one. Each person stays named once there. */
export async function replaceAt(
  req: PageRequest,
  { kind, id, about }: Place,
  from: string,
  to: string | null,
): Promise<void> {
  const { tx, parts, matter, facts, definition } = req
  switch (kind) {
    case "role": {
      const stored = levelsAsStored(rowsOf(await req.loaded.assignments(), id, about, facts.clients[0]))
      const role = rolesOf(definition).find((each) => each.id === id)
      const levels = levelsWith(stored, from, to)
      await assignRole(tx, matter.id, {
        role_id: id,
        focus_contact_id: about,
        levels: role ? fittingLevels(role, levels) : levels,
      })
      return
    }
    case "owner": {
      const asset = (await req.loaded.assets()).find((each) => each.id === id)
      if (asset) await changeAsset(tx, id, ownersWith(asset, matter, from, to))
      return
    }
    case "beneficiary": {
      const asset = (await req.loaded.assets()).find((each) => each.id === id)
      const rows = (asset?.beneficiaries ?? []).map(({ contact, ...row }) => ({
        ...row,
        contact_id: contact,
      }))
      await changeBeneficiaries(tx, id, sharesWith(rows, from, to))
      return
    }
    case "answer":
      await saveAnswer(tx, parts.ring, matter.id, { question_id: id, about, value: to })
      return
    default:
      kind satisfies never
  }
}

/** Takes away what a role or question has about a person, or who no one asks about there anymore. */
export async function clearAt(
  { tx, parts, matter }: PageRequest,
  { kind, id, about }: Place,
  contact_id: string,
): Promise<void> {
  if (kind === "role") await leaveRole(tx, matter.id, { role_id: id, focus_contact_id: about, contact_id })
  else await clearAnswer(tx, parts.ring, matter.id, { question_id: id, about })
}

/** Whoever is named twice keeps the first place, and those behind an empty one move up. */
function levelsWith(levels: readonly (readonly string[])[], from: string, to: string | null): string[][] {
  const named = new Set<string>()
  return levels
    .map((level) =>
      level.flatMap((each) => {
        const id = each === from ? to : each
        if (id === null || named.has(id)) return []
        named.add(id)
        return [id]
      }),
    )
    .filter((level) => level.length > 0)
}

/** Whoever is named twice gets both shares. */
function ownersWith(asset: AssetRecord, matter: MatterRow, from: string, to: string | null): Edit[] {
  const shares = new Map<string, string | null>()
  for (const { contact, share } of ownersOf(asset, matter)) {
    const id = contact === from ? to : contact
    if (id === null) continue
    const before = shares.get(id)
    shares.set(id, before && share ? addShares(before, share) : (before ?? share))
  }
  const owner_value = asset.owner_type === "other" ? asset.owner_value : ""
  return [
    { field: "owner_type", value: shares.size > 0 || owner_value ? "other" : null },
    { field: "owner_value", value: owner_value },
    { field: "owners", value: [...shares.keys()] },
    ...[...shares].map(([id, value]) => ({ field: ownerShareField(id), value })),
  ]
}

/** No one has more than all of it; shares that don't add up are pointed out where they are entered. */
function addShares(a: string, b: string): string {
  const sum = addDecimals(a, b)
  return (compareDecimals(sum, complete) ?? 0) > 0 ? complete : sum
}

/** Whoever is named twice on a level gets both shares; a primary beneficiary is no contingent one. */
function sharesWith(rows: readonly BeneficiaryRow[], from: string, to: string | null): BeneficiaryRow[] {
  const result: BeneficiaryRow[] = []
  for (const row of rows.toSorted((a, b) => Number(b.level === "primary") - Number(a.level === "primary"))) {
    const contact_id = row.contact_id === from ? to : row.contact_id
    if (contact_id === null) continue
    const same = result.find((each) => each.contact_id === contact_id)
    if (same?.level === row.level) same.share = addShares(same.share, row.share)
    else if (!same) result.push({ ...row, contact_id })
  }
  return result
}

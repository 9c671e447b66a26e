// Adds, changes and removes assets, under the matter's lock and through the revisions of intake/matters/changes/changes.ts.

import { requireFreeId } from "../../platform/db/schema/id-conflicts.ts"
import { json, readFirmDay, sql, type Tx } from "../../platform/db/sql.ts"
import { badField, notFound } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { type Edit, type RecordedAs, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { type AssetValues, acceptEdits, categoryOf, requireCategory } from "./asset-values.ts"
import { type AssetRecord, getAsset, listAssetRecords } from "./assets.ts"
import { withdrawNone } from "./categories-without-assets.ts"
import { ownerShareField, ownersOf, type StoredOwner } from "./owners.ts"

/** `fields` are answers to the category's additional fields, by id. */
export type NewAsset = { for_fin_category: string; fields?: Record<string, string> } & Partial<AssetValues>

/**
 * Adds an asset and returns its id; if `known_id` already exists in the matter, changes that asset. Values may be as
 * typed (`$1,200`). Throws "bad request" with every fault, "not found", and "conflict" for a matter that may not be
 * edited.
 */
export async function addAsset(
  tx: Tx,
  matter_id: string,
  { for_fin_category, fields = {}, ...values }: NewAsset,
  known_id?: string,
): Promise<string> {
  const asset_id = known_id ?? newId("asset")
  await lockForEditing(tx, matter_id)
  const { definition } = await definitionOf(tx, matter_id)
  const category = requireCategory(definition, for_fin_category)
  const given = Object.entries({ ...values, ...fields }).map(([field, value]) => ({
    field,
    value: value ?? null,
  }))
  if (
    known_id &&
    (await tx.maybe(sql`select from assets where id = ${known_id} and matter_id = ${matter_id}`))
  ) {
    await changeAsset(tx, asset_id, given)
    return asset_id
  }
  const insert = tx.run(sql`
    insert into assets (id, matter_id, for_fin_category, position, created_at)
    select ${asset_id}, ${matter_id}, ${for_fin_category}, coalesce(max(position), 0) + 1, ${tx.now}
      from assets where matter_id = ${matter_id}`)
  await requireFreeId("assets", insert)
  await withdrawNone(tx, matter_id, [for_fin_category])
  const own = { field: "for_fin_category", value: for_fin_category }
  const is_new = known_id === undefined
  await recordChanges(tx, matter_id, asset_id, {}, [own], { is_new })
  await saveEdits(tx, await getAsset(tx, asset_id), category, given, { is_new })
  return asset_id
}

/**
 * Changes fields of an asset: `identifier_value`, `owner_type`, `owners` (contact ids), an owner's share
 * (`ownerShareField`), `owner_value`, `credit_value`, `debit_value`, and the category's additional fields by id. Throws
 * as `addAsset` does.
 */
export async function changeAsset(tx: Tx, asset_id: string, edits: readonly Edit[]): Promise<SaveResult> {
  const { matter_id } = await getAsset(tx, asset_id)
  await lockForEditing(tx, matter_id)
  const [asset, { definition }] = await Promise.all([getAsset(tx, asset_id), definitionOf(tx, matter_id)])
  return saveEdits(tx, asset, categoryOf(definition, asset.for_fin_category), edits)
}

async function saveEdits(
  tx: Tx,
  asset: AssetRecord,
  category: ReturnType<typeof categoryOf>,
  edits: readonly Edit[],
  recorded: RecordedAs = {},
): Promise<SaveResult> {
  const accepted = acceptEdits(category, edits, await readFirmDay(tx))
  await requirePeople(tx, asset.matter_id, accepted)
  return saveValues(tx, asset, accepted, recorded)
}

/** Keeps a partner who no longer takes part as owner, by name, of what was theirs. Callers hold the matter's lock. */
export async function keepAsOwner(
  tx: Tx,
  matter: { id: string; contact_main_id: string; contact_spouse_id: string },
): Promise<void> {
  for (const asset of await listAssetRecords(tx, matter.id)) {
    if (asset.owner_type !== "partner" && asset.owner_type !== "joint") continue
    const owners = ownersOf(asset, matter).map(({ contact }) => contact)
    await saveValues(tx, { ...asset, owner_value: "", owners: [] }, [
      { field: "owner_type", value: "other" },
      { field: "owners", value: owners },
    ])
  }
}

/** Stores accepted edits, and records them as changes. */
async function saveValues(
  tx: Tx,
  asset: AssetRecord,
  edits: readonly Edit[],
  recorded: RecordedAs = {},
): Promise<SaveResult> {
  const { identifier_value, owner_type, owner_value, credit_value, debit_value } = asset
  const owners = asset.owners.map(({ contact }) => contact)
  const shares = Object.fromEntries(
    asset.owners.map(({ contact, share }) => [ownerShareField(contact), share]),
  )
  const own = { identifier_value, owner_type, owners, owner_value, credit_value, debit_value }
  const current = { ...own, ...shares, ...asset.fields }
  const changes = await recordChanges(tx, asset.matter_id, asset.id, current, edits, recorded)
  const { owners: accepted, ...values } = changes.accepted
  const named = accepted === undefined ? owners : ((accepted ?? []) as string[])
  const stored = named.map((contact): StoredOwner => {
    const field = ownerShareField(contact)
    const share = field in values ? values[field] : shares[field]
    return { contact, share: typeof share === "string" ? share : null }
  })
  await storeValues(
    tx,
    { ...asset, owners: stored },
    values as Record<string, string | null>,
    accepted !== undefined,
  )
  return { saved: changes.saved, conflicts: changes.conflicts }
}

/** Throws "bad request" if an owner is not among the matter's people. */
async function requirePeople(tx: Tx, matter_id: string, edits: readonly Edit[]): Promise<void> {
  const named = edits.find(({ field }) => field === "owners")?.value
  if (!Array.isArray(named)) return
  const ids = [...new Set(named.map(String))]
  const known = await tx.all(
    sql`select id from contacts where matter_id = ${matter_id} and id = any(${ids}::text[])`,
  )
  if (known.length !== named.length)
    throw badField("owners", "person_unknown", "Choose each owner once, among the people of this matter.")
}

async function storeValues(
  tx: Tx,
  asset: AssetRecord,
  accepted: Record<string, string | null>,
  are_owners_new: boolean,
): Promise<void> {
  if (Object.keys(accepted).length === 0 && !are_owners_new) return
  const stored = { ...asset, ...accepted }
  const fields = Object.entries(accepted).filter(([field]) => field.startsWith("finfield_"))
  await tx.run(sql`
    update assets set identifier_value = ${stored.identifier_value ?? ""}, owner_type = ${stored.owner_type ?? ""},
           owner_value = ${stored.owner_value ?? ""}, owners = ${json(stored.owners)}, credit_value = ${stored.credit_value || null},
           debit_value = ${stored.debit_value || null}
     where id = ${asset.id}`)
  if (fields.length === 0) return
  await tx.run(sql`
    insert into asset_fields (matter_id, asset_id, field_id, answer)
    select ${asset.matter_id}, ${asset.id}, key, coalesce(value, '')
      from jsonb_each_text(${json(Object.fromEntries(fields))}::jsonb)
        on conflict (firm_id, asset_id, field_id) do update set answer = excluded.answer`)
}

/**
 * Removes an asset. Its files disappear from the lists, but those in a submission stay available to that submission.
 * Throws "not found", also if a helper did not add it, and "conflict" for a matter that may not be edited.
 */
export async function removeAsset(tx: Tx, asset_id: string): Promise<void> {
  const { matter_id } = await getAsset(tx, asset_id)
  await lockForEditing(tx, matter_id)
  const { for_fin_category, is_removable } = await getAsset(tx, asset_id)
  if (!is_removable) throw notFound()
  // First, because a helper may write about an asset only while it exists.
  await recordChanges(tx, matter_id, asset_id, { for_fin_category }, [
    { field: "for_fin_category", value: null },
  ])
  await tx.run(sql`delete from assets where id = ${asset_id}`)
}

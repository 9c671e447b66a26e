// Adds and changes assets by the hundred, as editing.ts does one: in a few statements for all of them. The caller holds the
// matter's lock.
import type { Definition } from "../../definition/definition.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { badField } from "../../platform/errors.ts"
import { type Edit, isSameValue, type Json } from "../matters/changes/changes.ts"
import { type NewValue, recordMany } from "../matters/many/changes.ts"
import { acceptEdits, categoryOf, requireCategory } from "./asset-values.ts"
import type { AssetRecord } from "./assets.ts"
import { withdrawNone } from "./categories-without-assets.ts"

const columns = ["identifier_value", "owner_type", "owner_value", "credit_value", "debit_value"] as const

/** What is to be saved of an asset, checked. */
export interface CheckedAsset {
  asset_id: string
  /** As stored; undefined for an asset to add. */
  stored: AssetRecord | undefined
  for_fin_category: string
  edits: Edit[]
}

/** Throws "bad request" with what is wrong. Owners by name are not saved this way. */
export function checkAsset(
  definition: Definition,
  today: string,
  { edits, ...asset }: CheckedAsset,
): CheckedAsset {
  const { stored, for_fin_category } = asset
  const category = stored
    ? categoryOf(definition, for_fin_category)
    : requireCategory(definition, for_fin_category)
  const accepted = acceptEdits(category, edits, today)
  const unfit = accepted.find(({ field }) => !isColumn(field) && !field.startsWith("finfield_"))?.field
  if (unfit) throw badField(unfit, "unknown_field", `This kind of asset does not ask for "${unfit}".`)
  return { ...asset, edits: accepted }
}

function isColumn(field: string): boolean {
  return columns.some((column) => column === field)
}

/** Adds and changes assets of one matter. Of two entries about the same asset, the later one counts. */
export async function saveAssets(tx: Tx, matter_id: string, assets: readonly CheckedAsset[]): Promise<void> {
  if (assets.length === 0) return
  const saved = new Map<string, Omit<CheckedAsset, "edits"> & { values: Record<string, Json> }>()
  for (const { edits, ...asset } of assets) {
    const values = Object.fromEntries(edits.map(({ field, value }) => [field, value]))
    const earlier = saved.get(asset.asset_id)?.values
    saved.set(asset.asset_id, { ...asset, values: { ...earlier, ...values } })
  }
  const all = [...saved.values()]
  const added = all.filter(({ stored }) => !stored)
  if (added.length > 0) {
    await tx.run(sql`
      insert into assets (id, matter_id, for_fin_category, position, created_at)
      select a.asset_id, ${matter_id}, a.for_fin_category, a.place + (
               select coalesce(max(position), 0) from assets where matter_id = ${matter_id}), ${tx.now}
        from rows from (jsonb_to_recordset(${json(added)}) as (asset_id text, for_fin_category text))
               with ordinality as a (asset_id, for_fin_category, place)`)
    await withdrawNone(tx, matter_id, [...new Set(added.map(({ for_fin_category }) => for_fin_category))])
  }
  const changes = all.flatMap(({ asset_id, stored, for_fin_category, values }): NewValue[] => {
    const current: Record<string, Json> = { ...stored?.fields }
    for (const column of columns) current[column] = stored?.[column] ?? null
    return Object.entries(stored ? values : { for_fin_category, ...values }).flatMap(([field, value]) => {
      const previous = current[field] ?? null
      return isSameValue(value, previous) ? [] : { matter_id, record_id: asset_id, field, value, previous }
    })
  })
  await recordMany(tx, changes)
  const [values, fields] = [[...Map.groupBy(changes, ({ record_id }) => record_id)], [] as object[]]
  const rows = values.map(([asset_id, own]) => {
    for (const { field, value } of own)
      if (field.startsWith("finfield_")) fields.push({ asset_id, field, answer: value ?? "" })
    const stored = saved.get(asset_id)?.stored
    const current = columns.map((column): [string, Json] => [column, stored?.[column] ?? null])
    return {
      asset_id,
      ...Object.fromEntries(current),
      ...Object.fromEntries(own.map(({ field, value }) => [field, value])),
    }
  })
  await tx.run(sql`
    update assets a
       set identifier_value = coalesce(v.identifier_value, ''), owner_type = coalesce(v.owner_type, ''),
           owner_value = coalesce(v.owner_value, ''), credit_value = v.credit_value, debit_value = v.debit_value
      from jsonb_to_recordset(${json(rows)})
             as v (asset_id text, identifier_value text, owner_type text, owner_value text, credit_value numeric,
                   debit_value numeric)
     where a.id = v.asset_id`)
  if (fields.length === 0) return
  await tx.run(sql`
    insert into asset_fields (matter_id, asset_id, field_id, answer)
    select ${matter_id}, f.asset_id, f.field, f.answer
      from jsonb_to_recordset(${json(fields)}) as f (asset_id text, field text, answer text)
        on conflict (firm_id, asset_id, field_id) do update set answer = excluded.answer`)
}

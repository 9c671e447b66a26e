// What a client owns or owes, one record per asset. Labels come from the category in the matter's questionnaire. Money
// is an exact decimal from the form to the API, and PostgreSQL does the arithmetic.

import { generalCategoryOnWire } from "../../definition/general-categories.ts"
import { categoriesOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { Loading } from "../../platform/once.ts"
import { joinWords } from "../../platform/text/joined-words.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import { type AssetValues, categoryOf, fieldAnswerInWords } from "./asset-values.ts"
import type { StoredOwner } from "./owners.ts"
import type { AssetOwner, Beneficiary, OwnedAsset } from "./schema.ts"
import { type NetWorth, totalOf } from "./totals.ts"

/** The matter's assets in the shape of the API, in the order added; throws "not found". */
export async function listAssets(
  tx: Tx,
  matter_id: string,
  visibility: Loading<Visibility> = readVisibility(tx, matter_id),
): Promise<OwnedAsset[]> {
  const [{ definition, visible }, rows] = await Promise.all([visibility, readWireRows(tx, matter_id)])
  return rows.flatMap(({ fields, beneficiaries, owners, credit_value, debit_value, net_value, ...row }) => {
    const category = categoryOf(definition, row.for_fin_category)
    if (category && !visible.has(category.id)) return []
    const label = (text: Parameters<typeof textIn>[0]) => textIn(text, "en")
    return {
      id: row.id,
      for_matter: row.for_matter,
      for_fin_category: row.for_fin_category,
      general_category: generalCategoryOnWire(category?.general_category ?? null),
      identifier_label: label(category?.identifier_label),
      identifier_value: row.identifier_value,
      owner_label: label(category?.owner_label),
      owner_value: joinWords(
        owners.map(({ name }) => name).filter((name) => name !== ""),
        "en",
      ),
      owners,
      credit_label: label(category?.credit_label),
      credit_value,
      debit_label: category?.ask_debit_value ? label(category.debit_label) : null,
      debit_value,
      net_value,
      additional_fields: (category?.additional_fields ?? []).map((field) => ({
        id: field.id,
        prompt: label(field.prompt),
        answer: fieldAnswerInWords(field, fields[field.id]),
      })),
      beneficiaries: category?.ask_beneficiaries ? beneficiaries : null,
    }
  })
}

/** The people who own asset `a` of matter `m`, as `ownersOf` finds them. */
const ownersInOrder = sql`(
  select m.contact_main_id as contact, null as share, 1 as position where a.owner_type in ('main', 'joint')
  union all
  select m.contact_spouse_id, null, 2 where a.owner_type in ('partner', 'joint')
  union all
  select own.value ->> 'contact', own.value ->> 'share', own.position
    from jsonb_array_elements(a.owners) with ordinality as own (value, position) where a.owner_type = 'other')`

interface WireRow {
  id: string
  for_matter: string
  for_fin_category: string
  identifier_value: string
  owners: AssetOwner[]
  credit_value: string
  debit_value: string
  net_value: string
  fields: Record<string, string>
  beneficiaries: Beneficiary[]
}

function readWireRows(tx: Tx, matter_id: string): Promise<WireRow[]> {
  return tx.all(sql`
    select a.id, a.matter_id as for_matter, a.for_fin_category, a.identifier_value,
           (select coalesce(jsonb_agg(jsonb_build_object('contact', c.id, 'name', c.full_name, 'share', o.share)
                     order by o.position), '[]')
              from ${ownersInOrder} o join contacts c on c.id = o.contact)
             || case when a.owner_type = 'other' and a.owner_value <> ''
                  then jsonb_build_array(jsonb_build_object('contact', null, 'name', a.owner_value, 'share', null))
                  else '[]' end as owners,
           coalesce(a.credit_value, 0.00)::text as credit_value,
           coalesce(a.debit_value, 0.00)::text as debit_value,
           (coalesce(a.credit_value, 0.00) - coalesce(a.debit_value, 0.00))::text as net_value,
           (select coalesce(jsonb_object_agg(f.field_id, f.answer), '{}') from asset_fields f
             where f.asset_id = a.id) as fields,
           (select coalesce(jsonb_agg(
                     jsonb_build_object('contact', b.contact_id, 'share', b.share::text, 'level', b.level)
                     order by b.level desc, b.position), '[]')
              from asset_beneficiaries b where b.asset_id = a.id) as beneficiaries
      from assets a
      join matters m on m.id = a.matter_id
     where a.matter_id = ${matter_id} order by a.position, a.id`)
}

/** An asset as stored, for forms: missing values are empty or null. */
export interface AssetRecord extends AssetValues {
  id: string
  matter_id: string
  for_fin_category: string
  /** Stored answers by the id of the additional field. */
  fields: Record<string, string>
  /** The people among the owners if `owner_type` is `other`. */
  owners: StoredOwner[]
  beneficiaries: Beneficiary[]
  /** A helper may remove only what they added: they do not see what else the asset holds. */
  is_removable: boolean
}

/** One asset as stored; throws "not found". */
export function getAsset(tx: Tx, asset_id: string): Promise<AssetRecord> {
  return tx.one(sql`select ${recordColumns} from assets a where a.id = ${asset_id}`)
}

/** The matter's assets as stored, in the order added, including those of hidden sections. */
export function listAssetRecords(tx: Tx, matter_id: string): Promise<AssetRecord[]> {
  return tx.all(
    sql`select ${recordColumns} from assets a where a.matter_id = ${matter_id} order by a.position, a.id`,
  )
}

const recordColumns = sql`
  a.id, a.matter_id, a.for_fin_category, a.identifier_value, a.owner_type, a.owner_value, a.owners, a.credit_value::text,
  a.debit_value::text,
  (select coalesce(jsonb_object_agg(f.field_id, f.answer), '{}') from asset_fields f where f.asset_id = a.id) as fields,
  (select coalesce(jsonb_agg(
            jsonb_build_object('contact', b.contact_id, 'share', b.share::text, 'level', b.level)
            order by b.level desc, b.position), '[]')
     from asset_beneficiaries b where b.asset_id = a.id) as beneficiaries,
  helped_matter() is null or exists (
    select from changes c where c.record_id = a.id and c.field = 'for_fin_category' and c.revision = 1
       and c.changed_by = current_actor()) as is_removable`

/** Totals over the assets of visible sections. */
export function netWorth(
  assets: readonly AssetRecord[],
  visibility: Parameters<typeof hiddenCategories>[0],
): NetWorth {
  const hidden = hiddenCategories(visibility)
  return totalOf(assets.filter(({ for_fin_category }) => !hidden.includes(for_fin_category)))
}

/** Ids of the categories in hidden sections: their assets stay stored, but no read returns them. */
export function hiddenCategories({
  definition,
  visible,
}: Pick<Visibility, "definition" | "visible">): string[] {
  return categoriesOf(definition)
    .map(({ id }) => id)
    .filter((id) => !visible.has(id))
}

import type { AdditionalField, Category } from "../../definition/definition.ts"
import { categoriesOf } from "../../definition/parts.ts"
import { fitsQuestion } from "../../definition/values/values.ts"
import type { Tx } from "../../platform/db/database.ts"
import { type AssetRecord, listAssetRecords } from "../assets/assets.ts"
import { changeBeneficiaries } from "../assets/beneficiaries.ts"
import { addAsset } from "../assets/editing.ts"
import type { CopyContext } from "./copy-context.ts"
import { findSame } from "./same-part.ts"

/** Adds the assets whose category both questionnaires have; returns how many. */
export async function copyAssets(tx: Tx, { from, to, source, target, people }: CopyContext): Promise<number> {
  const categories = categoriesOf(target.definition).filter(({ active }) => active)
  let copied = 0
  for (const asset of await listAssetRecords(tx, from.id)) {
    const before = categoriesOf(source.definition).find(({ id }) => id === asset.for_fin_category)
    if (!before || !source.visible.has(before.id)) continue
    const category = findSame(categories, before, ({ title }) => title)
    if (!category) continue
    const id = await addAsset(tx, to.id, {
      for_fin_category: category.id,
      identifier_value: asset.identifier_value,
      ...ownerOf(asset, to.contact_spouse_id !== null),
      ...(category.ask_credit_value && { credit_value: asset.credit_value }),
      ...(category.ask_debit_value && { debit_value: asset.debit_value }),
      fields: fieldsOf(asset, before, category),
    })
    copied += 1
    const rows = asset.beneficiaries.flatMap(({ contact, share, level }) => {
      const contact_id = people.get(contact)
      return contact_id === undefined ? [] : [{ contact_id, share, level }]
    })
    if (category.ask_beneficiaries && rows.length > 0) await changeBeneficiaries(tx, id, rows)
  }
  return copied
}

/** Without a partner in the new matter, the client has to name the owner of shared assets. */
function ownerOf({ owner_type, owner_value }: AssetRecord, hasPartner: boolean) {
  if (!hasPartner && (owner_type === "partner" || owner_type === "joint")) return {}
  return { owner_type, owner_value }
}

function fieldsOf(asset: AssetRecord, before: Category, category: Category): Record<string, string> {
  return Object.fromEntries(
    category.additional_fields.flatMap((field): [string, string][] => {
      const same = findSame(before.additional_fields, field, ({ prompt }) => prompt)
      const answer = same?.type === field.type ? asset.fields[same.id] : undefined
      return answer && takes(field, answer) ? [[field.id, answer]] : []
    }),
  )
}

function takes(field: AdditionalField, answer: string): boolean {
  return fitsQuestion(field, field.type === "yes_no" ? answer === "yes" : answer)
}

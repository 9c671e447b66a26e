import type { AssetsSection, Category } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { listAssetRecords } from "../../intake/assets/assets.ts"
import { changeBeneficiaries } from "../../intake/assets/beneficiaries.ts"
import { listCategoriesWithout } from "../../intake/assets/categories-without-assets.ts"
import { addAsset, changeAsset } from "../../intake/assets/editing.ts"
import {
  listUnfinishedFields,
  recordUnfinishedFields,
} from "../../intake/matters/progress/unfinished-fields.ts"
import type { Visibility } from "../../intake/matters/progress/visibility.ts"
import { incompleteSharesOf } from "../../intake/submissions/review/shares.ts"
import type { Tx } from "../../platform/db/database.ts"
import { peopleFor } from "./fill-roles.ts"
import type { Filling } from "./filling.ts"
import { sampleValue } from "./sample-values.ts"

/** Adds an asset to each category that has none, and completes what is incomplete in the others. */
export async function fillAssets(
  tx: Tx,
  filling: Filling,
  section: AssetsSection,
  { facts: { clients } }: Visibility,
): Promise<void> {
  const { matter_id } = filling
  const without = await listCategoriesWithout(tx, matter_id)
  for (const category of section.categories) {
    const isIn = ({ for_fin_category }: { for_fin_category: string }) => for_fin_category === category.id
    if (
      category.active &&
      !without.includes(category.id) &&
      !(await listAssetRecords(tx, matter_id)).some(isIn)
    )
      await addSampleAsset(tx, filling, category, clients)
    const stored = await listAssetRecords(tx, matter_id)
    const unfinished = await listUnfinishedFields(tx, matter_id)
    for (const { asset_id } of incompleteSharesOf(stored, unfinished).filter(isIn))
      if (category.ask_beneficiaries) await completeShares(tx, filling, asset_id, clients)
    for (const { id } of (await listAssetRecords(tx, matter_id)).filter(isIn))
      await completeDates(tx, filling, category, id)
  }
}

async function addSampleAsset(
  tx: Tx,
  filling: Filling,
  category: Category,
  clients: readonly string[],
): Promise<void> {
  const { matter_id, sample, today, uploads } = filling
  const answers = category.additional_fields.flatMap(({ id, ...field }) => {
    const value = sampleValue(field, sample, today)
    return value === undefined ? [] : [[id, value === true ? "yes" : value === false ? "no" : String(value)]]
  })
  const asset_id = await addAsset(tx, matter_id, {
    for_fin_category: category.id,
    identifier_value: `Sample: ${textIn(category.title, "en")}`.slice(0, 200),
    owner_type: clients.length > 1 ? "joint" : "main",
    ...(category.ask_credit_value && { credit_value: `${sample.number(20, 900)}000.00` }),
    ...(category.ask_debit_value && { debit_value: `${sample.number(1, 15)}000.00` }),
    fields: Object.fromEntries(answers),
  })
  if (category.ask_beneficiaries) await completeShares(tx, filling, asset_id, clients)
  if (category.file_prompt) uploads.push({ asset_id, label: category.title })
}

async function completeShares(
  tx: Tx,
  filling: Filling,
  asset_id: string,
  clients: readonly string[],
): Promise<void> {
  const [first, second] = await peopleFor(tx, filling, {}, clients)
  const shares =
    second === undefined
      ? [[first, "100"]]
      : [
          [first, "60"],
          [second, "40"],
        ]
  const rows = shares.map(([contact_id = "", share = ""]) => ({
    contact_id,
    share,
    level: "primary" as const,
  }))
  await changeBeneficiaries(tx, asset_id, rows)
  const levels = ["beneficiaries.primary", "beneficiaries.contingent"]
  await recordUnfinishedFields(
    tx,
    filling.matter_id,
    asset_id,
    levels.map((field) => ({ field })),
  )
}

/** Replaces dates of which only a part was typed. */
async function completeDates(
  tx: Tx,
  { matter_id, sample, today }: Filling,
  { additional_fields }: Category,
  asset_id: string,
): Promise<void> {
  const begun = (await listUnfinishedFields(tx, matter_id)).filter(({ record_id }) => record_id === asset_id)
  for (const { id: field, ...question } of additional_fields) {
    if (!begun.some((one) => one.field === field)) continue
    await changeAsset(tx, asset_id, [{ field, value: String(sampleValue(question, sample, today) ?? "") }])
    await recordUnfinishedFields(tx, matter_id, asset_id, [{ field }])
  }
}

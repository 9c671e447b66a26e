import { ownersInWords } from "../../../intake/assets/owners.ts"
import type { OwnedAsset } from "../../../intake/assets/schema.ts"
import type { Column } from "../../../platform/files/csv.ts"

/** The fixed facts of an asset, followed by a column for each additional field of any category, named by its prompt. */
export function assetColumns(assets: readonly OwnedAsset[]): Column<OwnedAsset>[] {
  const prompts = [
    ...new Set(assets.flatMap(({ additional_fields }) => additional_fields.map(({ prompt }) => prompt))),
  ]
  return [
    { name: "asset_id", of: (row) => row.id },
    { name: "category_id", of: (row) => row.for_fin_category },
    { name: "general_category", of: (row) => row.general_category.label },
    { name: "identifier", of: (row) => row.identifier_value },
    { name: "owner", of: (row) => ownersInWords(row) },
    { name: "credit_value", of: (row) => row.credit_value },
    { name: "debit_value", of: (row) => row.debit_value },
    { name: "net_value", of: (row) => row.net_value },
    ...prompts.map((prompt) => ({
      name: prompt,
      of: (row: OwnedAsset) => row.additional_fields.find((field) => field.prompt === prompt)?.answer,
    })),
  ]
}

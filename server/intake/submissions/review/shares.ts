import { complete, totalOf } from "../../../definition/values/shares.ts"
import type { AssetRecord } from "../../assets/assets.ts"
import type { UnfinishedField } from "../../matters/progress/unfinished-fields.ts"

export interface IncompleteShare {
  asset_id: string
  for_fin_category: string
  description: string
  level: "primary" | "contingent"
  /** A percentage with two decimals. */
  total: string
  /** Whether a share was typed that could not be read. */
  is_unread: boolean
}

export type AssetWithShares = Pick<AssetRecord, "id" | "for_fin_category" | "identifier_value"> & {
  beneficiaries: readonly Pick<AssetRecord["beneficiaries"][number], "level" | "share">[]
}

/** The levels of beneficiaries whose shares don't add up to exactly 100 percent, or are not all readable. */
export function incompleteSharesOf(
  assets: readonly AssetWithShares[],
  unfinished: readonly Pick<UnfinishedField, "record_id" | "field">[],
): IncompleteShare[] {
  return assets.flatMap(({ id, for_fin_category, identifier_value, beneficiaries }) =>
    (["primary", "contingent"] as const).flatMap((level) => {
      const shares = beneficiaries.filter((one) => one.level === level).map(({ share }) => share)
      const total = totalOf(shares)
      const is_unread = unfinished.some(
        (one) => one.record_id === id && one.field === `beneficiaries.${level}`,
      )
      if (!is_unread && (shares.length === 0 || total === complete)) return []
      return { asset_id: id, for_fin_category, description: identifier_value, level, total, is_unread }
    }),
  )
}

/**
 * Facts about assets that conditions can compare. They cover assets in visible categories that come before the part
 * with the condition. Pure; also runs in browsers.
 */

export const assetFactNames = ["assets", "has_joint_assets", "has_minor_beneficiaries"] as const
export type AssetFactName = (typeof assetFactNames)[number]

/** Summary of the assets in one category; a category without assets has none. */
export interface AssetsOfCategory {
  category: string
  is_joint: boolean
  /** Computed from birth dates as of the day the matter was opened; null if they are not enough to decide. */
  has_minor_beneficiaries: boolean | null
}

/** The subset of a category that evaluating conditions needs. */
export interface ConditionalCategory {
  id: string
  general_category?: string | null
  ask_beneficiaries?: boolean
}

export function isAssetFact(name: unknown): name is AssetFactName {
  return assetFactNames.some((each) => each === name)
}

/** The categories that can make an asset fact true. For `assets`, `wanted` is the code of a general category. */
export function categoriesFor<Category extends ConditionalCategory>(
  fact: AssetFactName,
  wanted: unknown,
  categories: readonly Category[],
): Category[] {
  if (fact === "has_minor_beneficiaries") return categories.filter((each) => each.ask_beneficiaries)
  if (fact === "has_joint_assets" || wanted === undefined) return [...categories]
  return categories.filter((each) => each.general_category === wanted)
}

/** The value of an asset fact given the visible `categories`; null if they do not determine it. */
export function assetFact(
  fact: AssetFactName,
  assets: readonly AssetsOfCategory[],
  categories: readonly ConditionalCategory[],
): string[] | boolean | null {
  const fitting = categoriesFor(fact, undefined, categories)
  const listed = assets.filter(({ category }) => fitting.some(({ id }) => id === category))
  if (fact === "assets") {
    const codes = fitting.flatMap(({ id, general_category }) =>
      listed.some(({ category }) => category === id) ? [general_category ?? ""] : [],
    )
    return codes.length > 0 ? [...new Set(codes)] : null
  }
  if (fitting.length === 0) return null
  if (fact === "has_joint_assets") return listed.some(({ is_joint }) => is_joint)
  if (listed.some((each) => each.has_minor_beneficiaries)) return true
  return listed.some((each) => each.has_minor_beneficiaries === null) ? null : false
}

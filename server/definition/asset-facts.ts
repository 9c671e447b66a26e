/**
 * What conditions may ask of assets: of those that are listed under categories that show and stand before the part. Pure;
 * runs in browsers too.
 */

export const assetFactNames = ["assets", "has_joint_assets", "has_minor_beneficiaries"] as const
export type AssetFactName = (typeof assetFactNames)[number]

/** What the assets of one category come to; a category without any is left out. */
export interface AssetsOfCategory {
  category: string
  is_joint: boolean
  /** By birth dates on the day the matter was opened; null while they do not tell. */
  has_minor_beneficiaries: boolean | null
}

/** As much of a category as rules look at. */
export interface ConditionalCategory {
  id: string
  general_category?: string | null
  ask_beneficiaries?: boolean
}

export function isAssetFact(name: unknown): name is AssetFactName {
  return assetFactNames.some((each) => each === name)
}

/** Which of these categories can make a fact about assets true: of `assets`, those of the general category wanted. */
export function categoriesFor<Category extends ConditionalCategory>(
  fact: AssetFactName,
  wanted: unknown,
  categories: readonly Category[],
): Category[] {
  if (fact === "has_minor_beneficiaries") return categories.filter((each) => each.ask_beneficiaries)
  if (fact === "has_joint_assets" || wanted === undefined) return [...categories]
  return categories.filter((each) => each.general_category === wanted)
}

/** The value of a fact as far as `categories`, which are those that show, tell: null where none of them does. */
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

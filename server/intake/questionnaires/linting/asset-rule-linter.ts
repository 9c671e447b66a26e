import { type AssetFactName, categoriesFor } from "../../../definition/conditions/asset-facts.ts"
import type { FindingCode } from "../../../definition/conditions/findings.ts"
import type { Category } from "../../../definition/definition.ts"
import { findGeneralCategory } from "../../../definition/general-categories.ts"

/** Checks a condition on assets: an earlier section must ask for them. */
export function complaintsAboutAssets(
  fact: AssetFactName,
  wanted: unknown,
  categories: { earlier: readonly Category[]; all: readonly Category[] },
): { code: FindingCode; sentence: string }[] {
  if (categoriesFor(fact, wanted, categories.earlier).length > 0) return []
  const subject = wordsFor(fact, wanted)
  if (categoriesFor(fact, wanted, categories.all).length > 0) {
    const sentence = `has a condition on ${subject}, which a later section asks about. Move that section up.`
    return [{ code: "refers_to_later", sentence }]
  }
  const sentence = `has a condition on ${subject}, which no asset category asks about. Add one before it, or remove the condition.`
  return [{ code: "unknown_category", sentence }]
}

function wordsFor(fact: AssetFactName, wanted: unknown): string {
  if (fact === "has_minor_beneficiaries") return "beneficiaries"
  const general = findGeneralCategory(String(wanted))
  return general ? `“${general.label}”` : "assets"
}

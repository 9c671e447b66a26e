import { type AssetFactName, categoriesFor, isAssetFact } from "../../../definition/conditions/asset-facts.ts"
import {
  type Comparable,
  type Condition,
  comparisonHolds,
  type Facts,
  type Leaf,
  leavesOf,
} from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Category, Definition } from "../../../definition/definition.ts"
import { conditionalPartsOf } from "../editing/conditional-parts.ts"
import { lintConditions } from "./condition-linter.ts"

/** Whether a type of client sees a part: always, depending on answers, or never. */
export type Visibility = "always" | "by_answers" | "never"

/**
 * What a client with these facts sees of each part. Comparisons are judged one by one, so a part that contradictory
 * answers would have to open counts as depending on answers.
 */
export function findVisibility(definition: Definition, facts: Facts): ReadonlyMap<string, Visibility> {
  // Those have findings of their own.
  const broken = lintConditions(definition, () => undefined, new Map())
  const unanswered = visibleParts(definition, {}, facts)
  const visibility = new Map<string, Visibility>()
  const isHidden = (id: string) => visibility.get(id) === "never"
  const valuesOf = (leaf: Leaf) => {
    if ("question" in leaf) return isHidden(leaf.question) ? [null] : undefined
    if (!isAssetFact(leaf.fact)) return [facts[leaf.fact]]
    const shown = definition.sections.flatMap((section) =>
      section.kind === "assets" && !isHidden(section.id) ? section.categories : [],
    )
    return valuesOfAssetFact(leaf.fact, leaf.includes, shown, facts)
  }
  for (const { id, section, condition } of conditionalPartsOf(definition)) {
    const outer = definition.sections.find((each) => each.id === section)?.condition
    const isNever =
      (section !== undefined && isHidden(section)) ||
      (condition !== undefined && !broken.has(id) && !canBe(condition, true, valuesOf))
    const depends = [condition, outer].some((each) => leavesOf(each).some(dependsOnAnswers))
    visibility.set(id, isNever ? "never" : depends || !unanswered.has(id) ? "by_answers" : "always")
  }
  return visibility
}

/** The values a comparison may meet; undefined if they could be any. */
type PossibleValues = (leaf: Leaf) => readonly (Comparable | null)[] | undefined

/** Whether the condition can hold or, if `holds` is false, can fail. */
function canBe(condition: Condition, holds: boolean, valuesOf: PossibleValues): boolean {
  if ("not" in condition) return canBe(condition.not, !holds, valuesOf)
  const [all, any] = ["all" in condition && condition.all, "any" in condition && condition.any]
  if (all || any) {
    const parts = all || any || []
    const can = (part: Condition) => canBe(part, holds, valuesOf)
    return holds === Boolean(all) ? parts.every(can) : parts.some(can)
  }
  const values = valuesOf(condition as Leaf)
  return !values || values.some((value) => comparisonHolds({ ...condition }, value, undefined) === holds)
}

function valuesOfAssetFact(
  fact: AssetFactName,
  includes: unknown,
  shown: readonly Category[],
  { has_partner }: Facts,
): (Comparable | null)[] | undefined {
  if (categoriesFor(fact, includes, shown).length === 0) return [null]
  return fact === "has_joint_assets" && !has_partner ? [false, null] : undefined
}

/** Whether the comparison depends on what the client enters, rather than on known facts. */
function dependsOnAnswers(leaf: Leaf): boolean {
  return "question" in leaf || isAssetFact(leaf.fact)
}

import { isAssetFact } from "../../../definition/conditions/asset-facts.ts"
import {
  findMismatches,
  type Mismatch,
  rulesOfFact,
  rulesOfQuestion,
} from "../../../definition/conditions/comparison-rules.ts"
import {
  type Comparison,
  comparisonNames,
  factNames,
  max_condition_depth,
} from "../../../definition/conditions/conditions.ts"
import { type FindingCode, named, type Report } from "../../../definition/conditions/findings.ts"
import type { Category, Definition, Question } from "../../../definition/definition.ts"
import { categoriesOf, questionsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { type ConditionalPart, conditionalPartsOf } from "../editing/conditional-parts.ts"
import { type FormerQuestions, missingQuestion } from "../editing/former-questions.ts"
import { complaintsAboutAssets } from "./asset-rule-linter.ts"

/** Reports broken conditions and returns the ids of their parts. */
export function lintConditions(
  definition: Definition,
  report: Report,
  former: FormerQuestions,
): ReadonlySet<string> {
  const broken = new Set<string>()
  const questions = new Map(questionsOf(definition).map((question) => [question.id, question]))
  const earlier = new Set<string>()
  const categories = {
    earlier: [] as Category[],
    all: categoriesOf(definition).filter(({ active }) => active),
  }
  const privateSections = new Map(
    definition.sections.flatMap((section) =>
      section.kind === "questions" && section.answered_alone
        ? section.questions.map(({ id }) => [id, section.id] as const)
        : [],
    ),
  )
  for (const part of conditionalPartsOf(definition)) {
    if (part.condition !== undefined) {
      for (const { code, sentence } of complaintsAbout(
        part.condition,
        { part, questions, former, earlier, privateSections, categories },
        0,
      )) {
        broken.add(part.id)
        report(code, part.id, `${named(part.noun, part.words)} ${sentence}`)
      }
    }
    if (part.question) earlier.add(part.id)
    const section = definition.sections.find(({ id }) => id === part.id)
    if (section?.kind === "assets")
      categories.earlier.push(...section.categories.filter(({ active }) => active))
  }
  return broken
}

interface Complaint {
  code: FindingCode
  sentence: string
}

interface Context {
  part: ConditionalPart
  questions: ReadonlyMap<string, Question>
  former: FormerQuestions
  /** Ids of the questions before the part. */
  earlier: ReadonlySet<string>
  categories: { earlier: readonly Category[]; all: readonly Category[] }
  /** For questions that each client answers alone: the section, by question id. */
  privateSections: ReadonlyMap<string, string>
}

const unreadable: Complaint = {
  code: "condition_unreadable",
  sentence: "has a condition that cannot be read. Remove it and create it again.",
}
const tooDeep: Complaint = {
  code: "condition_too_deep",
  sentence: `has a condition nested more than ${max_condition_depth} levels deep. Simplify it.`,
}

function complaintsAbout(condition: unknown, context: Context, depth: number): Complaint[] {
  if (typeof condition !== "object" || condition === null) return [unreadable]
  if (depth >= max_condition_depth) return [tooDeep]
  const parts = condition as Record<string, unknown>
  const isSingle = Object.keys(parts).length === 1
  const group = parts.all ?? parts.any
  if (isSingle && Array.isArray(group) && group.length > 0) {
    return group.flatMap((part) => complaintsAbout(part, context, depth + 1))
  }
  return isSingle && "not" in parts
    ? complaintsAbout(parts.not, context, depth + 1)
    : complaintsAboutLeaf(parts, context)
}

function complaintsAboutLeaf(leaf: Record<string, unknown>, context: Context): Complaint[] {
  const compared = comparisonNames.filter((name) => leaf[name] !== undefined)
  if (compared.length === 0 || Object.keys(leaf).length !== compared.length + 1) return [unreadable]
  if (typeof leaf.question === "string") return complaintsAboutQuestion(leaf, leaf.question, context)
  const fact = factNames.find((name) => name === leaf.fact)
  if (!fact) return [unreadable]
  const mismatches = findMismatches(leaf, rulesOfFact[fact]).map((mismatch) =>
    describeMismatch(mismatch, `the fact “${fact}”`),
  )
  return mismatches.length > 0 || !isAssetFact(fact)
    ? mismatches
    : complaintsAboutAssets(fact, leaf.includes, context.categories)
}

function complaintsAboutQuestion(
  leaf: Comparison,
  id: string,
  { part, questions, former, earlier, privateSections }: Context,
): Complaint[] {
  const complaint = (code: FindingCode, sentence: string) => [{ code, sentence }]
  const question = questions.get(id)
  if (!question) {
    return complaint(
      "unknown_question",
      `has a condition on ${missingQuestion(id, former)}. Choose another question, or remove the condition.`,
    )
  }
  if (id === part.id) {
    return complaint(
      "refers_to_itself",
      "has a condition on its own answer, so it can never be shown. Choose an earlier question.",
    )
  }
  const other = named("question", question.prompt).replace(/^(The|An) /, (article) => article.toLowerCase())
  if (!earlier.has(id)) {
    return complaint(
      "refers_to_later",
      `has a condition on ${other}, which is asked later. Move that question up, or choose an earlier one.`,
    )
  }
  if (privateSections.has(id) && privateSections.get(id) !== part.section) {
    return complaint(
      "reveals_alone",
      `has a condition that would reveal one client’s own answer to ${other} to the other client. Use that question only in conditions within its section.`,
    )
  }
  if (
    question.sensitive &&
    comparisonNames.some((name) => name !== "is_answered" && leaf[name] !== undefined)
  ) {
    return complaint(
      "reveals_sensitive",
      `has a condition that would reveal the answer to ${other}, which is sensitive. Check only whether it is answered.`,
    )
  }
  return findMismatches(leaf, rulesOfQuestion(question)).map((mismatch) => {
    const choice = former.get(id)?.options.find(({ value }) => value === mismatch.value)
    return describeMismatch(choice ? { ...mismatch, value: textIn(choice.label, "en") } : mismatch, other)
  })
}

function describeMismatch({ code, name, value }: Mismatch, subject: string): Complaint {
  const sentence =
    code === "comparison_unfit"
      ? `has a condition that applies “${name}” to ${subject}, which does not suit that type of answer. Choose another comparison.`
      : `has a condition that compares ${subject} with “${value}”, which is not one of its possible answers. Choose one that is.`
  return { code, sentence }
}

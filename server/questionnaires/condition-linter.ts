import { isAssetFact } from "../definition/asset-facts.ts"
import {
  findMismatches,
  type Mismatch,
  rulesOfFact,
  rulesOfQuestion,
} from "../definition/comparison-rules.ts"
import {
  type Comparison,
  type Condition,
  comparisonNames,
  factNames,
  max_condition_depth,
} from "../definition/conditions.ts"
import type { Category, Definition, Question } from "../definition/definition.ts"
import { type FindingCode, named, type Report } from "../definition/findings.ts"
import { categoriesOf, questionsOf } from "../definition/parts.ts"
import type { Text } from "../definition/text.ts"
import { complaintsAboutAssets } from "./asset-rule-linter.ts"

/** A part that may carry a condition, in the order of asking. */
export interface ConditionalPart {
  noun: string
  id: string
  words: Text
  condition: Condition | undefined
  section: string | undefined
  question: Question | undefined
}

export function conditionalPartsOf({ sections }: Definition): ConditionalPart[] {
  return sections.flatMap((section): ConditionalPart[] => {
    const self = { noun: "section", id: section.id, words: section.title, condition: section.condition }
    const own: ConditionalPart = { ...self, section: undefined, question: undefined }
    if (section.kind === "questions") {
      const parts = section.questions.map((question) => ({
        ...{ noun: "question", id: question.id, words: question.prompt, condition: question.condition },
        ...{ section: section.id, question },
      }))
      return [own, ...parts]
    }
    if (section.kind !== "documents") return [own]
    const parts = section.requests.map(({ id, label, condition }) => ({
      ...{ noun: "document request", id, words: label, condition, section: section.id, question: undefined },
    }))
    return [own, ...parts]
  })
}

/** Reports conditions that cannot mean what their author meant; returns the ids of the parts that carry them. */
export function lintConditions(definition: Definition, report: Report): ReadonlySet<string> {
  const broken = new Set<string>()
  const questions = new Map(questionsOf(definition).map((question) => [question.id, question]))
  const met = new Set<string>()
  const categories = { met: [] as Category[], all: categoriesOf(definition).filter(({ active }) => active) }
  const homes = new Map(
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
        { part, questions, met, homes, categories },
        0,
      )) {
        broken.add(part.id)
        report(code, part.id, `${named(part.noun, part.words)} ${sentence}`)
      }
    }
    if (part.question) met.add(part.id)
    const section = definition.sections.find(({ id }) => id === part.id)
    if (section?.kind === "assets") categories.met.push(...section.categories.filter(({ active }) => active))
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
  met: ReadonlySet<string>
  categories: { met: readonly Category[]; all: readonly Category[] }
  /** Sections that each answers alone, by the questions in them. */
  homes: ReadonlyMap<string, string>
}

const unreadable: Complaint = {
  code: "condition_unreadable",
  sentence: "has a condition that cannot be read. Remove it and write it again.",
}
const tooDeep: Complaint = {
  code: "condition_too_deep",
  sentence: `has a condition nested more than ${max_condition_depth} deep. Write it more simply.`,
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
    inWords(mismatch, `the fact “${fact}”`),
  )
  return mismatches.length > 0 || !isAssetFact(fact)
    ? mismatches
    : complaintsAboutAssets(fact, leaf.includes, context.categories)
}

function complaintsAboutQuestion(
  leaf: Comparison,
  id: string,
  { part, questions, met, homes }: Context,
): Complaint[] {
  const complaint = (code: FindingCode, sentence: string) => [{ code, sentence }]
  const question = questions.get(id)
  if (!question) {
    return complaint(
      "unknown_question",
      `has a condition on a question that does not exist (${id}). Choose another question, or remove the condition.`,
    )
  }
  if (id === part.id) {
    return complaint(
      "refers_to_itself",
      "has a condition on its own answer, so it can never show. Choose an earlier question.",
    )
  }
  const other = named("question", question.prompt).replace(/^(The|A) /, (article) => article.toLowerCase())
  if (!met.has(id)) {
    return complaint(
      "refers_to_later",
      `has a condition on ${other}, which is asked later. Move that question up, or choose an earlier one.`,
    )
  }
  if (homes.has(id) && homes.get(id) !== part.section) {
    return complaint(
      "reveals_alone",
      `has a condition that would show one client what the other answered alone to ${other}. Use it only within that section.`,
    )
  }
  if (
    question.sensitive &&
    comparisonNames.some((name) => name !== "is_answered" && leaf[name] !== undefined)
  ) {
    return complaint(
      "reveals_sensitive",
      `has a condition that would show what was answered to ${other}, which is sensitive. Ask only whether it is answered.`,
    )
  }
  return findMismatches(leaf, rulesOfQuestion(question)).map((mismatch) => inWords(mismatch, other))
}

function inWords({ code, name, value }: Mismatch, subject: string): Complaint {
  const sentence =
    code === "comparison_unfit"
      ? `has a condition that compares ${subject} by “${name}”, which its kind of answer cannot meet. Choose another comparison.`
      : `has a condition that compares ${subject} with “${value}”, which is not among its answers. Choose one that is.`
  return { code, sentence }
}

import {
  type Answers,
  answerKey,
  type Comparable,
  comparisonHolds,
  comparisonNames,
  type Facts,
  type Leaf,
  leavesOf,
} from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Definition, Question } from "../../../definition/definition.ts"
import { comparedAs, takesAnswer } from "../../../definition/kinds.ts"
import { categoriesOf, clientsSectionOf, questionsOf } from "../../../definition/parts.ts"
import { conditionalPartsOf } from "../editing/conditional-parts.ts"
import type { Persona } from "./personas.ts"
import { valuesOf } from "./possible-values.ts"

/** Predicts how many questions clients of different types answer, across all possible answers. Pure. */

/** The number of questions on the shortest and longest paths that a bounded search finds. */
export interface Lengths {
  shortest: number
  longest: number
  /** The search would have taken too long, so there may be shorter and longer ones. */
  is_partial: boolean
}

/** The facts of a matter for this persona that is opened today. */
export function factsOf(
  persona: Persona,
  definition: Definition,
  isRepresented: boolean,
  today: string,
): Facts {
  const mayHavePartner = isRepresented || clientsSectionOf(definition)?.with_partner === true
  const has_partner = persona.has_partner && mayHavePartner
  return {
    client_type: isRepresented ? "representative" : "self",
    marital_status: persona.marital_status,
    number_of_children: persona.children.length,
    has_minor_children: persona.children.some((age) => age < 18),
    has_partner,
    assets: [],
    clients: has_partner ? ["main", "partner"] : ["main"],
    open_date: today,
  }
}

/** How many questions a client with these facts answers, without assets and with one in each category. */
export function findLengths(definition: Definition, facts: Facts): Lengths {
  const found = [facts.assets, everyAsset(definition, facts)].map((assets) =>
    lengthsOf(definition, { ...facts, assets }),
  )
  return {
    shortest: Math.min(...found.map(({ shortest }) => shortest)),
    longest: Math.max(...found.map(({ longest }) => longest)),
    is_partial: found.some(({ is_partial }) => is_partial),
  }
}

/** One asset in each category, jointly owned if there is a partner, with a minor beneficiary. */
function everyAsset(definition: Definition, { has_partner }: Facts): Facts["assets"] {
  return categoriesOf(definition)
    .filter(({ active }) => active)
    .map(({ id }) => ({ category: id, is_joint: has_partner, has_minor_beneficiaries: true }))
}

/** The beam search keeps this many of the shortest and of the longest paths. More find little and take long. */
const max_beam_width = 12
/** How many parts the search may evaluate, which takes about a tenth of a second. It narrows the beam to stay within. */
const max_evaluated_parts = 24_000

/**
 * Follows the questions that conditions refer to, in order, with one value for each combination of outcomes. Of those
 * that would take too long, it follows as many as it can.
 */
function lengthsOf(definition: Definition, facts: Facts): Lengths {
  const parts = conditionalPartsOf(definition)
  const leaves = parts.flatMap(({ condition }) => leavesOf(condition))
  let left = Math.ceil(max_evaluated_parts / Math.max(1, parts.length))
  const count = (answers: Answers) =>
    countQuestions(definition, visibleParts(definition, answers, facts), facts)
  let paths: { answers: Answers; length: number }[] = [{ answers: {}, length: count({}) }]
  const deciding = questionsOf(definition).flatMap((question) => {
    const values = decidingValues(question, leaves)
    const abouts = question.each_client ? facts.clients : [null]
    return values.length < 2 ? [] : [{ question, values, abouts }]
  })
  const per_width = deciding.reduce(
    (sum, { values, abouts }) => sum + 2 * (values.length + 1) * abouts.length,
    0,
  )
  const beam_width = Math.max(1, Math.min(max_beam_width, Math.floor(left / Math.max(1, per_width))))
  for (const { question, values, abouts } of deciding) {
    for (const about of abouts) {
      left -= paths.length * (values.length + 1)
      if (left < 0) continue
      const key = answerKey(question.id, about)
      const next = paths.flatMap((path) =>
        visibleParts(definition, path.answers, facts).has(key)
          ? values.map((value) => {
              const answers = { ...path.answers, [key]: value as Answers[string] }
              return { answers, length: count(answers) }
            })
          : [path],
      )
      const sorted = next.toSorted((a, b) => a.length - b.length)
      paths = [...new Set([...sorted.slice(0, beam_width), ...sorted.slice(-beam_width)])]
    }
  }
  const lengths = paths.map((path) => path.length)
  return { shortest: Math.min(...lengths), longest: Math.max(...lengths), is_partial: left < 0 }
}

/** One value for each combination of outcomes of the comparisons with this question. */
function decidingValues(question: Question, leaves: readonly Leaf[]): (Comparable | null)[] {
  const own = leaves.filter((leaf) => "question" in leaf && leaf.question === question.id)
  const mentioned = own.flatMap((leaf) => comparisonNames.flatMap((name) => leaf[name] ?? []))
  const possible = valuesOf(question, mentioned).filter((value) => value !== null || !question.required)
  const outcomes = new Map(
    possible.map(
      (value) =>
        [
          own.map((leaf) => comparisonHolds({ ...leaf }, value, comparedAs(question.type))).join(),
          value,
        ] as const,
    ),
  )
  return own.length === 0 || !takesAnswer(question.type) ? [] : [...outcomes.values()].map(asStored)
}

/** Answers store numbers as decimal strings. */
function asStored(value: Comparable | null): Comparable | null {
  return typeof value === "number" ? String(value) : value
}

function countQuestions(definition: Definition, visible: ReadonlySet<string>, facts: Facts): number {
  const requests = definition.sections.flatMap((section) =>
    section.kind === "documents" ? section.requests : [],
  )
  const questions = questionsOf(definition)
    .filter(({ type }) => takesAnswer(type))
    .flatMap(({ id, each_client }) =>
      (each_client ? facts.clients : [null]).map((about) => answerKey(id, about)),
    )
  return [...questions, ...requests.map(({ id }) => id)].filter((key) => visible.has(key)).length
}

import { createHash } from "node:crypto"
import { type AnswerValue, answerKey, isAnswered } from "../../definition/conditions/conditions.ts"
import { computeAnswers } from "../../definition/conditions/visible-parts.ts"
import type { Question, Section } from "../../definition/definition.ts"
import { kinds } from "../../definition/kinds.ts"
import { questionsOf } from "../../definition/parts.ts"
import type { Names } from "../../definition/people/names.ts"
import { textIn } from "../../definition/text.ts"
import { displayValue } from "../../definition/values/values.ts"
import type { Tx } from "../../platform/db/sql.ts"
import type { Loading } from "../../platform/once.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { readNames } from "../contacts/contacts.ts"
import { readVisibility, type StoredAnswer, type Visibility } from "../matters/progress/visibility.ts"
import type { Answer } from "./schema.ts"
import { openValue, sealValue } from "./sealed-values.ts"

/** Called in the reading transaction with the sensitive answers that the response contains in plain text. */
export type OnSensitiveRead = (tx: Tx, matter_id: string, answer_ids: readonly string[]) => Promise<void>

/** An answer as a submission stores it: sensitive ones stay encrypted. */
export type AnswerSnapshot = Omit<FullAnswer, "value"> &
  ({ value: AnswerValue; value_sealed?: undefined } | { value?: undefined; value_sealed: string })

/**
 * The matter's answers in the order of the questions and, within a question, of the clients; hidden and empty ones are
 * left out. Sensitive values are decrypted, so the caller must record the read. Throws "not found".
 */
export async function listWithSensitivity(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  loading: Loading<Visibility> = readVisibility(tx, matter_id),
  names: Loading<Names> = readNames(tx, matter_id),
): Promise<ListedAnswer[]> {
  const [visibility, people] = await Promise.all([loading, names])
  const byKey = new Map(visibility.answers.map((row) => [answerKey(row.question_id, row.about), row]))
  const computed = computedRows(matter_id, visibility, byKey)
  return visibleQuestions(visibility).flatMap(({ section, question, about, key }) => {
    const row = byKey.get(key) ?? computed.get(key)
    const value =
      row && (row.value_sealed === null ? row.value : openValue(ring, matter_id, key, row.value_sealed))
    if (!row || value === null || value === undefined || !isAnswered(value)) return []
    const words = displayValue(question, value, "en", people)
    return {
      id: row.id,
      section: textIn(section.title, "en"),
      question: question.id,
      prompt: textIn(question.prompt, "en"),
      type: question.type,
      about,
      // Values that have been through JSON are plain string arrays, never read-only ones.
      value: value as FullAnswer["value"],
      display_value: question.sensitive ? masked(question, words) : words,
      answered_at: row.answered_at,
      sensitive: question.sensitive,
    }
  })
}

/** An answer with its value, also a sensitive one. */
export type FullAnswer = Omit<Answer, "value"> & { value: Exclude<Answer["value"], null> }

/** The same, with whether its question is sensitive. */
export type ListedAnswer = FullAnswer & { sensitive: boolean }

/** Computed answers, dated like the latest of their sources. Their ids are stable. */
function computedRows(
  matter_id: string,
  { definition, facts, visible }: Visibility,
  rows: ReadonlyMap<string, StoredAnswer>,
): ReadonlyMap<string, StoredAnswer> {
  const given = Object.fromEntries([...rows].map(([key, { value }]) => [key, value]))
  const computed = computeAnswers(definition, given, facts, visible)
  return new Map(
    questionsOf(definition).flatMap((question) => {
      const value = computed[question.id]
      const sources = question.formula?.of.map((each) => each.question) ?? []
      const times = [...rows.values()]
        .filter(({ question_id }) => sources.includes(question_id))
        .map(({ answered_at }) => answered_at)
      if (value === undefined) return []
      const hash = createHash("sha256").update(`${matter_id}/${question.id}`).digest("hex")
      const row: StoredAnswer = {
        id: `answer_${hash.slice(0, 32).toUpperCase()}`,
        question_id: question.id,
        about: null,
        value,
        value_sealed: null,
        answered_at: times.toSorted().at(-1) ?? "",
      }
      return [[question.id, row] as const]
    }),
  )
}

interface VisibleQuestion {
  section: Section
  question: Question
  about: string | null
  key: string
}

function visibleQuestions({ definition, facts, visible }: Visibility): VisibleQuestion[] {
  return definition.sections.flatMap((section) =>
    section.kind !== "questions"
      ? []
      : section.questions.flatMap((question) =>
          (question.each_client ? facts.clients : [null])
            .map((about) => ({ section, question, about, key: answerKey(question.id, about) }))
            .filter(({ key }) => visible.has(key)),
        ),
  )
}

/** Four characters identify a number to someone who knows it; of a short text, they would reveal too much. */
function masked({ type }: Question, words: string): string {
  // Whole code points: PostgreSQL cannot store half a surrogate pair.
  const characters = [...words]
  return kinds[type].isKnownByEnd && characters.length >= 8 ? `••••${characters.slice(-4).join("")}` : "••••"
}

/** The answers in the form a submission stores. */
export function snapshotAnswers(
  ring: KeyRing,
  matter_id: string,
  listed: readonly ListedAnswer[],
): AnswerSnapshot[] {
  return listed.map(({ sensitive, value, ...answer }) => {
    const key = answerKey(answer.question, answer.about)
    return sensitive
      ? { ...answer, value_sealed: sealValue(ring, matter_id, key, value) }
      : { ...answer, value }
  })
}

/** A submission's answers in the shape of the API. */
export function answersOfSnapshot(
  ring: KeyRing,
  matter_id: string,
  snapshot: readonly AnswerSnapshot[],
): ListedAnswer[] {
  return snapshot.map(({ value, value_sealed, ...answer }) => {
    const key = answerKey(answer.question, answer.about)
    const sensitive = value_sealed !== undefined
    const clear = sensitive ? openValue(ring, matter_id, key, value_sealed) : value
    return { ...answer, value: clear as FullAnswer["value"], sensitive }
  })
}

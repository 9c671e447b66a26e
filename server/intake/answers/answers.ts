// Answers to the firm's own questions. Sensitive ones are stored encrypted. Those hidden by a condition stay stored,
// but no read returns them.

import { type Answers, type AnswerValue, answerKey } from "../../definition/conditions/conditions.ts"
import type { Question } from "../../definition/definition.ts"
import { faultSentence } from "../../definition/faults/fault-sentences.ts"
import type { Fault } from "../../definition/faults/faults.ts"
import type { RawAnswer } from "../../definition/kinds/kind.ts"
import { questionsOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { parseAnswer } from "../../definition/values/values.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { badField } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type Edit, isSameValue, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { getEarlierValue } from "../matters/changes/earlier-value.ts"
import { lockForEditing } from "../matters/editing.ts"
import { readInDoubt } from "../matters/progress/answers-in-doubt.ts"
import { readVisibility, type StoredAnswer, type Visibility } from "../matters/progress/visibility.ts"
import { openValue, sealingOf, sealValue } from "./sealed-values.ts"

export interface NewAnswer {
  question_id: string
  /** The client that a per-client question is about. */
  about?: string | null
  value: RawAnswer | boolean
  /**
   * The revision the editor saw; see `recordChanges`. Answers are fields of the matter's record, named by `answerKey`.
   */
  seen?: number
}

/**
 * Saves one answer, as typed or as stored. Null clears it; undefined (not on the form) changes nothing. Throws "bad
 * request" with the field's sentence, "not found", and "conflict" for a matter that may not be edited.
 */
export async function saveAnswer(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  answer: NewAnswer,
): Promise<SaveResult> {
  await lockForEditing(tx, matter_id)
  const about = answer.about ?? null
  const key = answerKey(answer.question_id, about)
  const visibility = await readVisibility(tx, matter_id)
  const stored = visibility.answers.find((one) => answerKey(one.question_id, one.about) === key)
  const accepted = await acceptAnswer(visibility, answer, async (id) => {
    const person = sql`select from contacts where id = ${id} and matter_id = ${matter_id}`
    return (await tx.maybe(person)) !== undefined
  })
  if (accepted === undefined) return { saved: {}, conflicts: [] }

  const { value, sensitive } = accepted
  const current = stored ? clearValue(ring, matter_id, key, stored) : null
  const edit: Edit = { field: key, value, seen: answer.seen }
  const is_same = isSameValue(value, current)
  const sealing = sealingOf(ring, matter_id, key)
  const changes = await recordChanges(tx, matter_id, matter_id, { [key]: current }, [edit], {
    sealing: sensitive ? sealing : { ...sealing, seal: (plain) => plain },
    is_confirmed: is_same && (await readInDoubt(tx, matter_id, visibility)).has(key),
  })
  // Confirming an answer also corrects how it is stored, if the question was not always as sensitive as now.
  if (key in changes.accepted || (is_same && stored && isStoredOtherwise(stored, sensitive))) {
    const row = storedForm(ring, matter_id, key, value, sensitive)
    await tx.run(sql`
      insert into answers (id, matter_id, question_id, about, value, value_sealed, answered_at)
      values (${newId("answer")}, ${matter_id}, ${answer.question_id}, ${about}, ${row.value}, ${row.value_sealed}, ${tx.now})
      on conflict (firm_id, matter_id, question_id, about) do update
         set value = excluded.value, value_sealed = excluded.value_sealed,
             answered_by = excluded.answered_by, answered_at = excluded.answered_at`)
  }
  return { saved: changes.saved, conflicts: changes.conflicts }
}

/** Clears an answer as it is stored, though the matter's version may have no such question. Throws "conflict" as `saveAnswer` does. */
export async function clearAnswer(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { question_id, about }: { question_id: string; about: string | null },
): Promise<void> {
  await lockForEditing(tx, matter_id)
  const key = answerKey(question_id, about)
  const { answers } = await readVisibility(tx, matter_id)
  const stored = answers.find((one) => answerKey(one.question_id, one.about) === key)
  if (!stored) return
  const current = { [key]: clearValue(ring, matter_id, key, stored) }
  const sealing = sealingOf(ring, matter_id, key)
  await recordChanges(tx, matter_id, matter_id, current, [{ field: key, value: null }], {
    sealing: stored.value_sealed === null ? { ...sealing, seal: (plain) => plain } : sealing,
  })
  await tx.run(sql`
    update answers set value = null, value_sealed = null, answered_by = default, answered_at = ${tx.now}
     where matter_id = ${matter_id} and id = ${stored.id}`)
}

/** Encrypts or decrypts a matter's answers whose questions became sensitive, or no longer are, in its version. */
export async function resealAnswers(tx: Tx, ring: KeyRing, matter_id: string): Promise<void> {
  const { definition, answers } = await readVisibility(tx, matter_id)
  const questions = new Map(questionsOf(definition).map((question) => [question.id, question]))
  for (const answer of answers) {
    const question = questions.get(answer.question_id)
    // The answers to file questions are the names of files.
    if (!question || question.type === "file" || !isStoredOtherwise(answer, question.sensitive)) continue
    const key = answerKey(answer.question_id, answer.about)
    const value = clearValue(ring, matter_id, key, answer)
    const row = storedForm(ring, matter_id, key, value, question.sensitive)
    await tx.run(sql`
      update answers set value = ${row.value}, value_sealed = ${row.value_sealed}
       where matter_id = ${matter_id} and id = ${answer.id}`)
  }
}

function isStoredOtherwise(
  { value, value_sealed }: Pick<StoredAnswer, "value" | "value_sealed">,
  sensitive: boolean,
): boolean {
  return sensitive ? value !== null : value_sealed !== null
}

function storedForm(
  ring: KeyRing,
  matter_id: string,
  key: string,
  value: AnswerValue | null,
  sensitive: boolean,
) {
  if (value === null) return { value: null, value_sealed: null }
  return sensitive
    ? { value: null, value_sealed: sealValue(ring, matter_id, key, value) }
    : { value: json(value), value_sealed: null }
}

/**
 * The value to store; undefined when the form left the question out, so nothing changes. Throws "bad request" for a
 * question or client that is not the matter's, for an unreadable value, and for a person whom `isPerson` doesn't know.
 */
export async function acceptAnswer(
  { definition, facts, today }: Visibility,
  { question_id, about = null, value }: NewAnswer,
  isPerson: (contact_id: string) => boolean | Promise<boolean>,
): Promise<{ value: AnswerValue | null; sensitive: boolean } | undefined> {
  const question = questionsOf(definition).find(({ id }) => id === question_id)
  if (!question) throw badField("question_id", "unknown_value", "This questionnaire has no such question.")
  if (question.each_client ? !facts.clients.includes(about ?? "") : about !== null) {
    const message = question.each_client
      ? "Specify which client of the matter this answer is about."
      : "This question is asked once, not for each client."
    throw badField("about", "unknown_value", message)
  }
  // The firm's date: the best guess for the client's own.
  const raw = typeof value === "boolean" ? (value ? "yes" : "no") : value
  const parsed = parseAnswer(question, raw, today, "stored")
  const { sensitive } = question
  switch (parsed.kind) {
    case "absent":
      return undefined
    case "empty":
      return { value: null, sensitive }
    case "fault":
      throw faultOf(question, parsed.fault)
    case "value":
      if (question.type === "contact" && !(await isPerson(String(parsed.value))))
        throw faultOf(question, { code: "person_unknown" })
      return { value: parsed.value, sensitive }
    default:
      return parsed satisfies never
  }
}

function faultOf(question: Question, fault: Fault) {
  return badField("value", fault.code, faultSentence(fault, textIn(question.prompt, "en"), "en"))
}

function clearValue(
  ring: KeyRing,
  matter_id: string,
  key: string,
  { value, value_sealed }: StoredAnswer,
): AnswerValue | null {
  return value_sealed === null ? value : openValue(ring, matter_id, key, value_sealed)
}

/**
 * Every answer of a matter by `answerKey`, including hidden and sensitive ones, decrypted: for forms and conditions.
 */
export async function readAnswers(tx: Tx, ring: KeyRing, matter_id: string): Promise<Answers> {
  return openAnswers(ring, matter_id, await readVisibility(tx, matter_id))
}

/** The same, of what was read. */
export function openAnswers(ring: KeyRing, matter_id: string, { answers }: Visibility): Answers {
  return Object.fromEntries(
    answers.map((row) => {
      const key = answerKey(row.question_id, row.about)
      return [key, clearValue(ring, matter_id, key, row)]
    }),
  )
}

/** The answer before a change: before its `revision` of the field named by `answerKey`. Throws "not found". */
export async function getEarlierAnswer(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { key, revision }: { key: string; revision: number },
): Promise<AnswerValue | null> {
  const stored = await getEarlierValue(tx, matter_id, key, revision)
  return stored === null ? null : (sealingOf(ring, matter_id, key).open(stored) as AnswerValue)
}

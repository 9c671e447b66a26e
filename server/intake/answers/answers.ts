// Answers to the firm's own questions. Sensitive ones are stored encrypted. Those hidden by a condition stay stored,
// but no read returns them.

import { type Answers, type AnswerValue, answerKey } from "../../definition/conditions/conditions.ts"
import type { Tx } from "../../platform/db/database.ts"
import { json, sql } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type Edit, recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import { fileAnswers, readVisibility } from "../matters/progress/visibility.ts"
import { acceptAnswer, type GivenAnswer } from "./accept-answer.ts"
import { openValue, sealingOf, sealValue } from "./sealed-values.ts"

export type NewAnswer = GivenAnswer & {
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
  const [visibility, stored] = await Promise.all([
    readVisibility(tx, matter_id),
    tx.maybe<StoredValue>(sql`
      select value, value_sealed from answers
       where matter_id = ${matter_id} and question_id = ${answer.question_id}
         and about is not distinct from ${about}`),
  ])
  const accepted = await acceptAnswer(tx, matter_id, visibility, answer)
  if (accepted === undefined) return { saved: {}, conflicts: [] }

  const { value, sensitive } = accepted
  const current = stored ? clearValue(ring, matter_id, key, stored) : null
  const edit: Edit = { field: key, value, seen: answer.seen }
  const sealing = sealingOf(ring, matter_id, key)
  const changes = await recordChanges(
    tx,
    matter_id,
    matter_id,
    { [key]: current },
    [edit],
    sensitive ? sealing : { ...sealing, seal: (plain) => plain },
  )
  if (key in changes.accepted) {
    const isSealed = sensitive && value !== null
    await tx.run(sql`
      insert into answers (id, matter_id, question_id, about, value, value_sealed, answered_at)
      values (${newId("answer")}, ${matter_id}, ${answer.question_id}, ${about},
              ${isSealed || value === null ? null : json(value)},
              ${isSealed ? sealValue(ring, matter_id, key, value) : null}, ${tx.now})
      on conflict (firm_id, matter_id, question_id, about) do update
         set value = excluded.value, value_sealed = excluded.value_sealed,
             answered_by = excluded.answered_by, answered_at = excluded.answered_at`)
  }
  return { saved: changes.saved, conflicts: changes.conflicts }
}

interface StoredValue {
  value: AnswerValue | null
  value_sealed: string | null
}

function clearValue(
  ring: KeyRing,
  matter_id: string,
  key: string,
  { value, value_sealed }: StoredValue,
): AnswerValue | null {
  return value_sealed === null ? value : openValue(ring, matter_id, key, value_sealed)
}

/**
 * Every answer of a matter by `answerKey`, including hidden and sensitive ones, decrypted: for forms and conditions.
 */
export async function readAnswers(tx: Tx, ring: KeyRing, matter_id: string): Promise<Answers> {
  const rows = await tx.all<StoredValue & { question_id: string; about: string | null }>(sql`
    select question_id, about, value, value_sealed from answers where matter_id = ${matter_id}
    union all select question_id, about, value, value_sealed from ${fileAnswers} f where matter_id = ${matter_id}`)
  return Object.fromEntries(
    rows.map((row) => {
      const key = answerKey(row.question_id, row.about)
      return [key, clearValue(ring, matter_id, key, row)]
    }),
  )
}

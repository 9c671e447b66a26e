// What was done to a draft, step by step. Undoing a step changes places with it: the draft takes what it holds and it
// holds what the draft was, so that the same row does it again.

import type { Definition } from "../definition/definition.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { saveDraft } from "./questionnaires.ts"

const max_steps = 100
/** Typing in one place, with pauses no longer than this, is one step. */
const pause_s = 4

/**
 * Saves an edit of a draft, or that it is discarded, so that it can be undone; `words` say what it was: “Change Your home”. Tells whether it is
 * a step of its own or goes on with the last. Throws "conflict" when someone has saved since `seen`.
 */
export async function saveStep(
  tx: Tx,
  id: string,
  definition: Definition | null,
  seen: number,
  words: string,
): Promise<boolean> {
  const before = await tx.one<{ draft: Definition | null }>(
    sql`select draft from questionnaires where id = ${id} for no key update`,
  )
  const number = await saveDraft(tx, id, definition, seen)
  const undone = await tx.run(sql`delete from draft_steps where questionnaire_id = ${id} and is_undone`)
  const continued =
    undone === 0 &&
    (await tx.run(sql`
      update draft_steps set saved_at = ${tx.now}
       where questionnaire_id = ${id} and words = ${words} and saved_by is not distinct from current_actor()
         and saved_at > ${tx.now}::timestamptz - make_interval(secs => ${pause_s})
         and number = (select max(number) from draft_steps where questionnaire_id = ${id})`))
  if (continued) return false
  await tx.run(sql`
    insert into draft_steps (questionnaire_id, number, definition, words, saved_at)
    values (${id}, ${number}, ${before.draft === null ? null : json(before.draft)}, ${words}, ${tx.now})`)
  await tx.run(sql`
    delete from draft_steps where questionnaire_id = ${id} and number <= (
      select number from draft_steps where questionnaire_id = ${id}
       order by number desc offset ${max_steps} limit 1)`)
  return true
}

export interface DraftSteps {
  /** What would be undone and done again, in words. */
  undo?: string | undefined
  redo?: string | undefined
}

/** The next step back and the next step forward. */
export async function findSteps(tx: Tx, id: string): Promise<DraftSteps> {
  const [undo, redo] = await Promise.all([findStep(tx, id, "undo"), findStep(tx, id, "redo")])
  return { undo: undo?.words, redo: redo?.words }
}

/** Takes the last step back, or does the last undone one again; throws "conflict" as `saveStep` does. */
export async function takeStep(tx: Tx, id: string, way: keyof DraftSteps, seen: number): Promise<void> {
  const step = await findStep(tx, id, way)
  if (!step) return
  await tx.run(sql`
    with held as (select draft from questionnaires where id = ${id} for no key update)
    update draft_steps s set definition = held.draft, is_undone = ${way === "undo"}
      from held where s.questionnaire_id = ${id} and s.number = ${step.number}`)
  await saveDraft(tx, id, step.definition, seen)
}

function findStep(tx: Tx, id: string, way: keyof DraftSteps) {
  const [isUndone, order] = way === "undo" ? [false, sql`desc`] : [true, sql`asc`]
  return tx.maybe<{ number: number; words: string; definition: Definition | null }>(sql`
    select number, words, definition from draft_steps
     where questionnaire_id = ${id} and is_undone = ${isUndone} order by number ${order} limit 1`)
}

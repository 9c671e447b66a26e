// Undo and redo for drafts. A row of draft_steps holds the draft before the step. Undoing swaps it with the current
// draft, so that the same row then serves for redo.

import type { Definition } from "../../../definition/definition.ts"
import { json, sql, type Tx } from "../../../platform/db/sql.ts"
import { saveDraft } from "../questionnaires.ts"

const max_steps = 100
/** Edits to the same part with shorter pauses than this are one step. */
const max_pause_s = 4

/**
 * Saves a draft, or discards it if null, as a step that can be undone. `words` describe it: “Change Your home”. Returns
 * false if the edit continues the last step. Throws "conflict" if the draft has changed since the revision `seen`.
 */
export async function saveStep(
  tx: Tx,
  id: string,
  definition: Definition | null,
  seen: number,
  words: string,
): Promise<boolean> {
  const before = await readDraft(tx, id)
  const number = await saveDraft(tx, id, definition, seen)
  const undone = await tx.run(sql`delete from draft_steps where questionnaire_id = ${id} and is_undone`)
  const continued =
    undone === 0 &&
    (await tx.run(sql`
      update draft_steps set saved_at = ${tx.now}
       where questionnaire_id = ${id} and words = ${words} and saved_by is not distinct from current_actor()
         and saved_at > ${tx.now}::timestamptz - make_interval(secs => ${max_pause_s})
         and number = (select max(number) from draft_steps where questionnaire_id = ${id})`))
  if (continued) return false
  await tx.run(sql`
    insert into draft_steps (questionnaire_id, number, definition, words, saved_at)
    values (${id}, ${number}, ${before}, ${words}, ${tx.now})`)
  await tx.run(sql`
    delete from draft_steps where questionnaire_id = ${id} and number <= (
      select number from draft_steps where questionnaire_id = ${id}
       order by number desc offset ${max_steps} limit 1)`)
  return true
}

/** Descriptions of the steps that undo and redo would take. */
export interface DraftSteps {
  undo?: string | undefined
  redo?: string | undefined
}

export async function findSteps(tx: Tx, id: string): Promise<DraftSteps> {
  const [undo, redo] = await Promise.all([findStep(tx, id, "undo"), findStep(tx, id, "redo")])
  return { undo: undo?.words, redo: redo?.words }
}

/** Undoes the last step or redoes the last undone one; throws "conflict" if the draft has changed since `seen`. */
export async function takeStep(tx: Tx, id: string, direction: keyof DraftSteps, seen: number): Promise<void> {
  const step = await findStep(tx, id, direction)
  if (!step) return
  const before = await readDraft(tx, id)
  await saveDraft(tx, id, step.definition, seen)
  await tx.run(sql`
    update draft_steps set definition = ${before}, is_undone = ${direction === "undo"}
     where questionnaire_id = ${id} and number = ${step.number}`)
}

/** The draft before a save. Needs no lock: if another is saved meanwhile, this save is refused. */
async function readDraft(tx: Tx, id: string) {
  const { draft } = await tx.one<{ draft: Definition | null }>(
    sql`select draft from questionnaires where id = ${id}`,
  )
  return draft === null ? null : json(draft)
}

function findStep(tx: Tx, id: string, direction: keyof DraftSteps) {
  const [isUndone, order] = direction === "undo" ? [false, sql`desc`] : [true, sql`asc`]
  return tx.maybe<{ number: number; words: string; definition: Definition | null }>(sql`
    select number, words, definition from draft_steps
     where questionnaire_id = ${id} and is_undone = ${isUndone} order by number ${order} limit 1`)
}

// The one value of a matter that a bulk action sets, and that its Undo restores.
import { assignMatter } from "../../intake/matters/assignment.ts"
import { lockForEditing } from "../../intake/matters/editing.ts"
import { addTag, changeDueDay, getFiling, removeTag } from "../../intake/matters/filing/filing.ts"
import { closeMatter, reopenClosedMatter } from "../../intake/matters/lifecycle.ts"
import { moveToStage, readStageText, stageText } from "../../intake/matters/stages/stages.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"

export type Value = string | boolean | null

export interface Change {
  matter_id: string
  was: Value
  now: Value
  /** How many times the value was set, as far as that has a history; absent in actions of earlier releases. */
  revision?: number | null
}

/** What is set: the assignee's id, the due day, the position among the stages, whether the matter has the tag, or whether it is closed. */
export type Target = { kind: "assign" | "due" | "stage" | "close" } | { kind: "tag"; tag: string }

/** The stored value. Locks the matter. */
async function read(tx: Tx, matter_id: string, target: Target): Promise<Value> {
  const matter = await lockForEditing(tx, matter_id)
  if (target.kind === "tag") return (await getFiling(tx, matter_id)).tags.includes(target.tag)
  if (target.kind === "stage") return stageText(matter)
  return { assign: matter.assignee_id, due: matter.due_on, close: matter.close_date !== null }[target.kind]
}

async function write(tx: Tx, matter_id: string, target: Target, value: Value): Promise<void> {
  switch (target.kind) {
    case "assign":
      return assignMatter(tx, matter_id, value as string | null)
    case "due":
      return changeDueDay(tx, matter_id, value as string | null)
    case "stage":
      await moveToStage(tx, matter_id, readStageText(value as string))
      return
    case "close":
      return value ? closeMatter(tx, matter_id) : reopenClosedMatter(tx, matter_id)
    case "tag":
      return value ? addTag(tx, matter_id, target.tag) : removeTag(tx, matter_id, target.tag)
  }
}

/**
 * How many times the value was set: it may be the same again. Of a stage, the value itself says when it was set; due days
 * and tags have no history.
 */
async function countRevisions(tx: Tx, { kind }: Target, matter_id: string): Promise<number | null> {
  if (kind !== "close" && kind !== "assign") return null
  const { count } = await tx.one<{ count: number }>(
    kind === "close"
      ? sql`select count(*)::integer as count from events
             where matter_id = ${matter_id} and event_type in ('matter.closed', 'matter.reopened')`
      : sql`select count(*)::integer as count from changes
             where matter_id = ${matter_id} and record_id = ${matter_id} and field = 'assignee_id'`,
  )
  return count
}

/**
 * Sets the value, unless it is stored already, or someone has set it since the change that this undoes; says why nothing
 * was changed.
 */
export async function setValue(
  tx: Tx,
  target: Target,
  { matter_id, now, undoes }: Pick<Change, "matter_id" | "now"> & { undoes?: Change },
): Promise<{ change: Change } | { why: string }> {
  // Who deactivates this person locks the matters last.
  if (target.kind === "assign")
    await tx.run(sql`select from users where id = ${now as string | null} for share`)
  const stored = await read(tx, matter_id, target)
  const revision = await countRevisions(tx, target, matter_id)
  if (undoes && (stored !== undoes.now || revision !== (undoes.revision ?? revision)))
    return { why: "changed since" }
  const stays = target.kind === "stage" ? isSameStage(stored, now) : stored === now
  if (stays) return { why: alreadyWords(target, now) }
  try {
    await write(tx, matter_id, target, now)
  } catch (error) {
    const why = error instanceof Failure && error.kind === "bad_request" ? refusals[target.kind] : undefined
    if (why === undefined) throw error
    return { why }
  }
  // A stage may set the due day, which Undo puts back as well.
  return {
    change: {
      matter_id,
      was: stored,
      now: target.kind === "stage" ? await read(tx, matter_id, target) : now,
      // The event is recorded at the end of the transaction.
      revision: revision === null ? null : revision + 1,
    },
  }
}

function isSameStage(stored: Value, wanted: Value): boolean {
  const [one, other] = [stored, wanted].map((text) => readStageText(text as string).stage_id)
  return one === other
}

const refusals: Partial<Record<Target["kind"], string>> = {
  assign: "closed to this person",
  stage: "the stage was removed",
  tag: "has 20 tags already",
}

function alreadyWords({ kind }: Target, value: Value): string {
  const words = {
    assign: value ? "already assigned to this person" : "already unassigned",
    tag: value ? "already has this tag" : "has no such tag",
    due: value ? "already due that day" : "has no due day",
    stage: "already in this stage",
    close: value ? "already closed" : "already open",
  }
  return words[kind]
}

/** The audit entry of a matter whose value was set. */
export function auditedAs({ kind }: Target, value: Value): string {
  if (kind === "assign") return value ? "matter_assigned" : "matter_unassigned"
  if (kind === "stage") return "stage_changed"
  return kind === "close" ? (value ? "matter_closed" : "closed_matter_reopened") : "matter_filed"
}

/** Keeps what a batch of an action has changed. */
export async function keepChanges(
  tx: Tx,
  { id, starts_at, changes }: { id: string; starts_at: number; changes: readonly Change[] },
): Promise<void> {
  if (changes.length > 0)
    await tx.run(sql`
      insert into bulk_changes (bulk_action_id, starts_at, changes) values (${id}, ${starts_at}, ${json(changes)})`)
}

/** What an action changed of these matters; of all, if none are named. */
export function listChanges(tx: Tx, id: string, matter_ids?: readonly string[]): Promise<Change[]> {
  return tx.all(sql`
    select c.matter_id, c.was, c.now, c.revision
      from bulk_changes b
     cross join jsonb_to_recordset(b.changes) as c (matter_id text, was jsonb, now jsonb, revision integer)
     where b.bulk_action_id = ${id} and (${matter_ids ?? null}::text[] is null or c.matter_id = any(${matter_ids ?? null}::text[]))
     order by c.matter_id`)
}

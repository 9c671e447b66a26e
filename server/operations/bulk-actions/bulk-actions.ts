// Actions on many matters. A few are changed at once; for all of a list, a job changes them in small batches,
// each with its progress in one transaction: a killed job goes on where it was, and no matter has its turn twice. After
// an error, matters change one by one, so that the error ends the action at the matter that causes it.
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { type BulkAction, enqueueBulkAction, type ImportAction, targetOf } from "./actions.ts"
import { type Change, keepChanges, listChanges } from "./values.ts"

export interface BulkActionRow {
  id: string
  action: BulkAction | ImportAction
  /** What was requested, in words. */
  label: string
  matters: number
  processed: number
  changed: number
  left_out: LeftOut[]
  is_stopped: boolean
  /** An error ended it. */
  is_failed: boolean
  /** The matter whose turn comes next; null after the last. */
  next_id: string | null
  requested_at: Date
  finished_at: Date | null
  /** Another action has undone it, or does so now. */
  is_undone: boolean
  /** A limited member gave the matters to a colleague: they are no longer theirs to take back. */
  is_given_away: boolean
}

/** Also with its times as text, as `allTogether` gives them. */
export type ShownAction = Omit<BulkActionRow, "requested_at" | "finished_at"> & {
  finished_at: Date | string | null
}

export interface LeftOut {
  why: string
  count: number
  /** The first few. Their names are read when they are shown. */
  ids: string[]
}

const max_ids = 20
const causes_error = "because of an error"

/** Requests an action on these matters in the background; returns its id. */
export async function requestBulkAction(
  tx: Tx,
  {
    action,
    label,
    matter_ids,
  }: { action: BulkAction | ImportAction; label: string; matter_ids: readonly string[] },
): Promise<string> {
  const id = newId("bulk_action")
  await tx.run(sql`
    insert into bulk_actions (id, action, label, matter_ids, requested_at, progressed_at)
    values (${id}, ${json(action)}, ${label}, ${[...matter_ids]}, ${tx.now}, ${tx.now})`)
  await enqueueBulkAction(tx, { id, action })
  return id
}

/** Records an action that was done at once, for its Undo; returns its id. */
export async function recordBulkAction(
  tx: Tx,
  done: { action: BulkAction; label: string; changes: readonly Change[] },
): Promise<string> {
  const { action, label, changes } = done
  const [id, ids] = [newId("bulk_action"), changes.map(({ matter_id }) => matter_id)]
  await tx.run(sql`
    insert into bulk_actions (id, action, label, matter_ids, processed, changed, requested_at, progressed_at, finished_at)
    values (${id}, ${json(action)}, ${label}, ${ids}, ${ids.length}, ${ids.length}, ${tx.now}, ${tx.now}, ${tx.now})`)
  await keepChanges(tx, { id, starts_at: 0, changes })
  return id
}

/**
 * What undoes the requester's action, and the matters that it would change; undefined if it was undone already, is still
 * under way, or set nothing that could be restored. Locks the action; throws "not found".
 */
export async function findUndoing(
  tx: Tx,
  id: string,
): Promise<{ action: BulkAction; label: string; matter_ids: string[] } | undefined> {
  await tx.one(sql`
    select from bulk_actions where id = ${id} and requested_by = current_actor() for update`)
  const row = await getBulkAction(tx, id)
  const { action, label } = row
  const target = targetOf(action)
  if (!target || !isUndoable(row)) return undefined
  const changes = await listChanges(tx, id)
  return {
    action: { kind: "undo", of: id, target },
    label: label.startsWith("Undo: ") ? `Redo: ${label.slice(6)}` : `Undo: ${label.replace(/^Redo: /, "")}`,
    matter_ids: changes.map(({ matter_id }) => matter_id),
  }
}

/** Whether its requester may undo it. */
export function isUndoable({ action, changed, finished_at, is_undone, is_given_away }: ShownAction): boolean {
  return changed > 0 && finished_at !== null && !is_undone && !is_given_away && targetOf(action) !== undefined
}

const columns = sql`
  b.id, b.action, b.label, cardinality(b.matter_ids) as matters, b.processed, b.changed, b.left_out, b.is_stopped,
  b.is_failed, b.matter_ids[b.processed + 1] as next_id, b.requested_at, b.finished_at,
  exists (select from bulk_actions u where u.action->>'of' = b.id::text) as is_undone,
  coalesce(b.action->'target'->>'kind', b.action->>'kind') = 'assign'
    and exists (select from users m where m.id = b.requested_by and m.assigned_matters_only and m.role <> 'admin') as is_given_away`

/** Anyone's action, for the page of the import that it creates. */
export function findBulkAction(
  tx: Tx,
  id: string,
): Promise<(BulkActionRow & { is_own: boolean }) | undefined> {
  return tx.maybe(sql`
    select ${columns}, b.requested_by = current_actor() as is_own from bulk_actions b where b.id = ${id}`)
}

/** One of the requester's own actions; throws "not found". */
export function getBulkAction(tx: Tx, id: string): Promise<BulkActionRow> {
  return tx.one(
    sql`select ${columns} from bulk_actions b where b.id = ${id} and b.requested_by = current_actor()`,
  )
}

/** The actions of this user that are under way, latest first. */
export function listRunningBulkActions(tx: Tx): Promise<BulkActionRow[]> {
  return tx.all(runningBulkActions)
}

/** Selects them. */
export const runningBulkActions = sql`
  select ${columns} from bulk_actions b
   where b.requested_by = current_actor() and b.finished_at is null order by b.id desc limit 5`

/** Ends the requester's action after the batch that is under way. What it has changed stays. */
export async function stopBulkAction(tx: Tx, id: string): Promise<Pick<BulkActionRow, "id" | "action">> {
  return tx.one(sql`
    update bulk_actions set is_stopped = is_stopped or finished_at is null, finished_at = coalesce(finished_at, ${tx.now})
     where id = ${id} and requested_by = current_actor() returning id, action`)
}

/**
 * Goes on with the requester's failed or stopped action, with or without the matter that it ended at. Any admin goes on
 * with an import, whose requester may have left, and then has requested it. Throws "not found".
 */
export async function resumeBulkAction(
  tx: Tx,
  id: string,
  { is_skipping, is_admin }: { is_skipping: boolean; is_admin: boolean },
): Promise<Pick<BulkActionRow, "id" | "action">> {
  const { action, is_failed, is_stopped, left_out, next_id, finished_at } = await tx.one<BulkActionRow>(sql`
    select ${columns} from bulk_actions b
     where b.id = ${id} and (b.requested_by = current_actor() or ${is_admin} and b.action ->> 'kind' = 'import')
       for update`)
  const isComplete = !is_failed && !is_stopped
  // Pressed twice, it already goes on. Version 1.0.0 ends an import without creating lines, which all get another turn.
  if (!finished_at || (isComplete && action.kind !== "import")) return { id, action }
  const skipped = is_skipping && next_id !== null ? 1 : 0
  if (is_skipping && next_id !== null) leaveOut(left_out, next_id, causes_error)
  await tx.run(sql`
    update bulk_actions
       set is_failed = false, is_stopped = false, attempts = 0, finished_at = null, progressed_at = ${tx.now},
           processed = case when ${isComplete} then 0 else processed + ${skipped} end, left_out = ${json(left_out)},
           requested_by = current_actor()
     where id = ${id}`)
  await enqueueBulkAction(tx, { id, action })
  return { id, action }
}

/** Adds a matter to those left out. */
export function leaveOut(left_out: LeftOut[], id: string, why: string): void {
  const group = left_out.find((one) => one.why === why)
  if (!group) left_out.push({ why, count: 1, ids: [id] })
  else {
    group.count += 1
    if (group.ids.length < max_ids) group.ids.push(id)
  }
}

/** Ends the actions whose job is lost, in all firms: it was killed more often than it is retried. */
export async function endLostBulkActions(tx: Tx): Promise<void> {
  await tx.run(sql`
    update bulk_actions b set is_failed = true, finished_at = ${tx.now}
      from firms f
     where f.id = b.firm_id and f.suspended_at is null
       and b.finished_at is null and b.progressed_at < ${tx.now}::timestamptz - interval '3 hours'`)
}

/** Counts the actions of a firm that is resumed as under way again, not as lost. */
export async function countAsProgress(tx: Tx): Promise<void> {
  await tx.run(sql`update bulk_actions set progressed_at = ${tx.now} where finished_at is null`)
}

/** Removes the actions of more than 30 days ago in all firms. */
export async function removeOldBulkActions(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from bulk_actions
     where finished_at is not null and requested_at < ${tx.now}::timestamptz - interval '30 days'`)
}

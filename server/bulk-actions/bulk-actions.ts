// Actions on all matters of a list. The requester confirms a set of matters, and a job changes them in small batches,
// each with its progress in one transaction: a killed job goes on where it was, and no matter has its turn twice. After
// an error, matters change one by one, so that the error ends the action at the matter that causes it.
import type { FastifyBaseLogger } from "fastify"
import { listMatterOverviewsAfter, type MatterOverview } from "../matters/list.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { newId } from "../platform/ids.ts"
import { enqueue } from "../platform/jobs/queue.ts"
import type { ReminderParts } from "../reminders/reminders.ts"
import { isAtLeast } from "../users/staff-roles.ts"
import { getMember } from "../users/team.ts"
import { actOnMatter, type BulkAction } from "./actions.ts"

/** The most matters that one action changes. */
export const max_bulk = 10_000

export interface BulkActionRow {
  id: string
  action: BulkAction
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
}

export interface LeftOut {
  why: string
  count: number
  /** The first few. Their names are read when they are shown. */
  ids: string[]
}

const max_ids = 20
const batch = 25
const max_attempts = 5
export const no_longer_available = "no longer available to you"
const causes_error = "because of an error"

/** Requests an action on these matters in the background; returns its id. */
export async function requestBulkAction(
  tx: Tx,
  { action, label, matter_ids }: { action: BulkAction; label: string; matter_ids: readonly string[] },
): Promise<string> {
  const id = newId("bulk_action")
  await tx.run(sql`
    insert into bulk_actions (id, action, label, matter_ids, requested_at, progressed_at)
    values (${id}, ${json(action)}, ${label}, ${[...matter_ids]}, ${tx.now}, ${tx.now})`)
  await enqueue(tx, "bulk-action", { bulk_action_id: id })
  return id
}

const columns = sql`
  b.id, b.action, b.label, cardinality(b.matter_ids) as matters, b.processed, b.changed, b.left_out, b.is_stopped,
  b.is_failed, b.matter_ids[b.processed + 1] as next_id, b.requested_at, b.finished_at`

/** One of the requester's own actions; throws "not found". */
export function getBulkAction(tx: Tx, id: string): Promise<BulkActionRow> {
  return tx.one(
    sql`select ${columns} from bulk_actions b where b.id = ${id} and b.requested_by = current_actor()`,
  )
}

/** The actions of this user that are under way, latest first. */
export function listRunningBulkActions(tx: Tx): Promise<BulkActionRow[]> {
  return tx.all(sql`
    select ${columns} from bulk_actions b
     where b.requested_by = current_actor() and b.finished_at is null order by b.id desc limit 5`)
}

/** Ends the requester's action after the batch that is under way. What it has changed stays. */
export async function stopBulkAction(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`
    update bulk_actions set is_stopped = is_stopped or finished_at is null, finished_at = coalesce(finished_at, ${tx.now})
     where id = ${id} and requested_by = current_actor() returning id`)
}

/** Goes on with the requester's failed action, with or without the matter that it ended at; throws "not found". */
export async function resumeBulkAction(
  tx: Tx,
  id: string,
  { is_skipping }: { is_skipping: boolean },
): Promise<void> {
  const { is_failed, left_out, next_id } = await tx.one<BulkActionRow>(sql`
    select ${columns} from bulk_actions b where b.id = ${id} and b.requested_by = current_actor() for update`)
  // Pressed twice, it already goes on.
  if (!is_failed) return
  const skipped = is_skipping && next_id !== null ? 1 : 0
  if (is_skipping && next_id !== null) leaveOut(left_out, next_id, causes_error)
  await tx.run(sql`
    update bulk_actions
       set is_failed = false, attempts = 0, finished_at = null, progressed_at = ${tx.now},
           processed = processed + ${skipped}, left_out = ${json(left_out)}
     where id = ${id}`)
  await enqueue(tx, "bulk-action", { bulk_action_id: id })
}

export interface RequestedBulkAction {
  firm_id: string
  bulk_action_id: string
}

/**
 * Changes the matters that are left, with the access that the requester has at that moment. After an error it tries
 * again later; a few errors at the same matter end the action.
 */
export async function runBulkAction(
  parts: ReminderParts & { db: Database; log: FastifyBaseLogger },
  { firm_id, bulk_action_id }: RequestedBulkAction,
): Promise<void> {
  const requested = await parts.db.forFirm(firm_id, (tx) =>
    tx.maybe<{ requested_by: string }>(
      sql`select requested_by from bulk_actions where id = ${bulk_action_id}`,
    ),
  )
  if (!requested) return
  const actor = { user_id: requested.requested_by, is_viewer: true }
  let isFinished = false
  try {
    while (!isFinished)
      isFinished = await parts.db.forFirm(firm_id, (tx) => runBatch(tx, parts, bulk_action_id), actor)
  } catch (error) {
    parts.log.error({ err: error, bulk_action_id }, "a bulk action could not go on")
    await parts.db.forFirm(firm_id, (tx) => recordFailure(tx, bulk_action_id), actor)
  }
}

async function recordFailure(tx: Tx, id: string): Promise<void> {
  const row = await tx.maybe<{ attempts: number; finished_at: Date | null }>(sql`
    update bulk_actions
       set attempts = attempts + 1, is_failed = attempts + 1 >= ${max_attempts},
           finished_at = case when attempts + 1 >= ${max_attempts} then ${tx.now}::timestamptz end
     where id = ${id} and finished_at is null returning attempts, finished_at`)
  if (!row || row.finished_at) return
  await enqueue(
    tx,
    "bulk-action",
    { bulk_action_id: id },
    new Date(tx.now.getTime() + 2 ** row.attempts * 5_000),
  )
}

interface Batch {
  action: BulkAction
  ids: string[]
  left_out: LeftOut[]
  requested_by: string
}

/** Changes the next few matters; returns whether that was all. */
async function runBatch(tx: Tx, parts: ReminderParts, id: string): Promise<boolean> {
  const next = await tx.maybe<Batch>(sql`
    select action, left_out, requested_by,
           matter_ids[processed + 1:processed + case when attempts > 0 then 1 else ${batch} end] as ids
      from bulk_actions where id = ${id} and finished_at is null for update`)
  if (!next) return true
  const { action, ids, requested_by, left_out } = next
  const member = await getMember(tx, requested_by)
  const isAllowed = member.deactivated_at === null && isAtLeast(member.role, "member")
  if (!isAllowed || ids.length === 0) {
    await tx.run(sql`
      update bulk_actions set finished_at = ${tx.now}, is_stopped = ${!isAllowed} where id = ${id}`)
    return true
  }
  const isLimited = member.assigned_matters_only && member.role !== "admin"
  const filters = { ids, ...(isLimited && { assignee_id: member.id }) }
  const matters = new Map(
    (await listMatterOverviewsAfter(tx, filters, undefined, ids.length)).map((one) => [one.id, one]),
  )
  const changed = await changeAll(tx, parts, { action, ids, matters, left_out })
  await tx.run(sql`
    update bulk_actions
       set processed = processed + ${ids.length}, changed = changed + ${changed}, left_out = ${json(left_out)},
           attempts = 0, progressed_at = ${tx.now}
     where id = ${id}`)
  return false
}

/** Adds those left out to `left_out` and returns how many matters changed. */
async function changeAll(
  tx: Tx,
  parts: ReminderParts,
  {
    action,
    ids,
    matters,
    left_out,
  }: Pick<Batch, "action" | "ids" | "left_out"> & {
    matters: ReadonlyMap<string, MatterOverview>
  },
): Promise<number> {
  let changed = 0
  for (const matter_id of ids) {
    const matter = matters.get(matter_id)
    const outcome = matter ? await actOnMatter(tx, parts, matter, action) : { why: no_longer_available }
    if ("why" in outcome) leaveOut(left_out, matter_id, outcome.why)
    else changed += 1
  }
  return changed
}

function leaveOut(left_out: LeftOut[], id: string, why: string): void {
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
    update bulk_actions set is_failed = true, finished_at = ${tx.now}
     where finished_at is null and progressed_at < ${tx.now}::timestamptz - interval '3 hours'`)
}

/** Removes the actions of more than 30 days ago in all firms. */
export async function removeOldBulkActions(tx: Tx): Promise<void> {
  await tx.run(sql`delete from bulk_actions where requested_at < ${tx.now}::timestamptz - interval '30 days'`)
}

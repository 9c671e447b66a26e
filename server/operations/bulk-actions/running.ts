// Runs the bulk actions that staff have requested, as jobs.

import type { FastifyBaseLogger } from "fastify"
import { recordTogether } from "../../firm/events/events.ts"
import { isAtLeast } from "../../firm/users/staff-roles.ts"
import { getMember, type Member } from "../../firm/users/team.ts"
import { listMatterOverviewsAfter } from "../../intake/matters/list/list.ts"
import type { ReminderParts } from "../../intake/reminders/reminders.ts"
import { later } from "../../platform/clock.ts"
import type { Database } from "../../platform/db/database.ts"
import { isAway } from "../../platform/db/database-faults.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { actOnMatter, type BulkAction, enqueueBulkAction, type ImportAction } from "./actions.ts"
import { type LeftOut, leaveOut } from "./bulk-actions.ts"
import { type Change, keepChanges, listChanges } from "./values.ts"

const batch = 25
/** Lines of an imported table share their statements. */
const import_batch = 100
const max_attempts = 5
const no_longer_available = "no longer available to you"

/** How lines of an import are created; imports know. */
export interface Importing {
  /** Returns how many lines became matters or were added to one. */
  createLines: (tx: Tx, action: ImportAction, lines: readonly string[]) => Promise<number>
  markCreated: (tx: Tx, import_id: string) => Promise<void>
}

/** Only what runs imports needs to know how. */
type RunParts = ReminderParts & { importing?: Importing }

export interface RequestedBulkAction {
  firm_id: string
  bulk_action_id: string
}

/**
 * Changes the matters that are left, with the access that the requester has at that moment. After an error it tries
 * again later; a few errors at the same matter end the action.
 */
export async function runBulkAction(
  parts: RunParts & { db: Database; log: FastifyBaseLogger },
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
    if (isAway(error)) throw error
    parts.log.error({ err: error, bulk_action_id }, "a bulk action could not go on")
    await parts.db.forFirm(firm_id, (tx) => recordFailure(tx, bulk_action_id), actor)
  }
}

async function recordFailure(tx: Tx, id: string): Promise<void> {
  const row = await tx.maybe<Pick<Batch, "action"> & { attempts: number; finished_at: Date | null }>(sql`
    update bulk_actions
       set attempts = attempts + 1, is_failed = attempts + 1 >= ${max_attempts},
           finished_at = case when attempts + 1 >= ${max_attempts} then ${tx.now}::timestamptz end
     where id = ${id} and finished_at is null returning action, attempts, finished_at`)
  if (!row || row.finished_at) return
  await enqueueBulkAction(tx, { ...row, id }, later(tx.now, { seconds: 2 ** row.attempts * 5 }))
}

interface Batch {
  action: BulkAction | ImportAction
  ids: string[]
  left_out: LeftOut[]
  requested_by: string
  processed: number
}

/** Changes the next few matters; returns whether that was all. */
async function runBatch(tx: Tx, parts: RunParts, id: string): Promise<boolean> {
  const next = await tx.maybe<Batch & { is_suspended: boolean }>(sql`
    select (select suspended_at is not null from firms where id = current_firm()) as is_suspended, action, left_out, requested_by, processed,
           matter_ids[processed + 1:processed + case when attempts > 0 then 1
                                                             when action ->> 'kind' = 'import' then ${import_batch}
                                                             else ${batch} end] as ids
      from bulk_actions where id = ${id} and finished_at is null for update`)
  if (!next) return true
  if (next.is_suspended) {
    // The next job waits until the firm is resumed.
    await enqueueBulkAction(tx, { ...next, id })
    return true
  }
  const { action, ids, requested_by, left_out } = next
  const member = await getMember(tx, requested_by)
  const isAllowed =
    member.deactivated_at === null && isAtLeast(member.role, action.kind === "import" ? "admin" : "member")
  if (!isAllowed || ids.length === 0) {
    if (isAllowed && action.kind === "import") await parts.importing?.markCreated(tx, action.import_id)
    await tx.run(sql`
      update bulk_actions set finished_at = ${tx.now}, is_stopped = ${!isAllowed} where id = ${id}`)
    return true
  }
  const changed =
    action.kind === "import"
      ? await createLines(tx, parts, action, ids)
      : await changeBatch(tx, parts, id, { ...next, action, member })
  await tx.run(sql`
    update bulk_actions
       set processed = processed + ${ids.length}, changed = changed + ${changed}, left_out = ${json(left_out)},
           attempts = 0, progressed_at = ${tx.now}
     where id = ${id}`)
  return false
}

async function changeBatch(
  tx: Tx,
  parts: ReminderParts,
  id: string,
  { action, ids, processed, left_out, member }: Batch & { action: BulkAction; member: Member },
): Promise<number> {
  const isLimited = member.assigned_matters_only && member.role !== "admin"
  const filters = { ids, ...(isLimited && { assignee_id: member.id }) }
  const visible = new Set(
    (await listMatterOverviewsAfter(tx, filters, undefined, ids.length)).map((one) => one.id),
  )
  const { changed, changes } = await changeAll(tx, parts, { action, ids, visible, left_out })
  await keepChanges(tx, { id, starts_at: processed, changes })
  return changed
}

function createLines(tx: Tx, { importing }: RunParts, action: ImportAction, lines: readonly string[]) {
  if (!importing) throw new Error("This process cannot create the lines of an import.")
  return importing.createLines(tx, action, lines)
}

/** Changes the matters that are visible, adds the others to `left_out`, and returns what has changed. */
export async function changeAll(
  tx: Tx,
  parts: ReminderParts,
  batch: { action: BulkAction; ids: readonly string[]; visible: ReadonlySet<string>; left_out: LeftOut[] },
): Promise<{ changed: number; mails: number; changes: Change[] }> {
  const { action, ids, visible, left_out } = batch
  const undone = action.kind === "undo" ? await listChanges(tx, action.of, ids) : []
  const earlier = new Map(undone.map((change) => [change.matter_id, change]))
  return recordTogether(tx, async () => {
    const sum = { changed: 0, mails: 0, changes: [] as Change[] }
    for (const id of ids) {
      const outcome = visible.has(id)
        ? await actOnMatter(tx, parts, id, { action, earlier: earlier.get(id) })
        : { why: no_longer_available }
      if ("why" in outcome) leaveOut(left_out, id, outcome.why)
      else {
        sum.changed += 1
        sum.mails += outcome.mails
        if (outcome.change) sum.changes.push(outcome.change)
      }
    }
    return sum
  })
}

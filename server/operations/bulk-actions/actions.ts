// What staff can do to many matters at once. Each matter changes as its own page would change it, with its own audit
// entry; one that does not allow the action stays as it was.
import { recordAudit } from "../../firm/audit/audit.ts"
import { remindClients } from "../../intake/reminders/remind.ts"
import type { ReminderParts } from "../../intake/reminders/reminders.ts"
import { notRemindedWords } from "../../intake/reminders/words.ts"
import type { Tx } from "../../platform/db/database.ts"
import { enqueue, type JobQueue } from "../../platform/jobs/queue.ts"
import { deleteMatter } from "../deletions/deletions.ts"
import { listImportedMatters } from "./untouched.ts"
import { auditedAs, type Change, setValue, type Target } from "./values.ts"

export type BulkAction =
  | { kind: "assign"; assignee_id: string | null }
  | { kind: "tag"; tag: string }
  | { kind: "due"; due_on: string | null }
  | { kind: "stage"; stage_id: string | null }
  | { kind: "remind" }
  | { kind: "close" }
  /** Restores what another action changed, except where someone has changed it since. */
  | { kind: "undo"; of: string; target: Target }
  /** Deletes matters that an import created, except those someone has worked on since. */
  | { kind: "undo_import" }

/** Creates matters from lines of an imported table: its ids are their numbers, and imports run it. */
export interface ImportAction {
  kind: "import"
  import_id: string
  questionnaire_id: string
}

/**
 * A kind that a release lacks, or does otherwise, has a queue that this release does not serve: during an upgrade, its
 * processes would take the job and end the action undone.
 */
const queueOf: Record<(BulkAction | ImportAction)["kind"], JobQueue> = {
  assign: "bulk-action",
  tag: "bulk-action",
  due: "bulk-action",
  remind: "bulk-action",
  close: "bulk-action",
  // Version 1.0.0 does not serve the second.
  stage: "bulk-action-2",
  undo: "bulk-action-2",
  undo_import: "bulk-action-2",
  import: "bulk-action-2",
}

/** Has an action done in the background. */
export function enqueueBulkAction(
  tx: Tx,
  { id, action }: { id: string; action: BulkAction | ImportAction },
  startAfter?: Date,
): Promise<void> {
  return enqueue(tx, queueOf[action.kind], { bulk_action_id: id }, startAfter)
}

/** Why a matter was left out, in a few words to show next to its name; or what was changed, and how many emails were sent. */
export type BulkOutcome = { why: string } | { mails: number; change?: Change }

/** What the action sets; undefined if it sets no value that could be restored. */
export function targetOf(action: BulkAction | ImportAction): Target | undefined {
  switch (action.kind) {
    case "tag":
      return { kind: "tag", tag: action.tag }
    case "assign":
    case "due":
    case "stage":
    case "close":
      return { kind: action.kind }
    case "undo":
      return action.target
    case "remind":
    case "undo_import":
    case "import":
      return undefined
  }
}

/**
 * Does it to one matter; `earlier` is the change that it undoes. Writes nothing if it leaves the matter out, so that the
 * transaction can go on to the next.
 */
export async function actOnMatter(
  tx: Tx,
  parts: ReminderParts,
  matter_id: string,
  { action, earlier }: { action: BulkAction; earlier?: Change | undefined },
): Promise<BulkOutcome> {
  const set = async (
    target: Target,
    wanted: { now: Change["now"]; undoes?: Change },
  ): Promise<BulkOutcome> => {
    const outcome = await setValue(tx, target, { matter_id, ...wanted })
    if ("why" in outcome) return outcome
    await recordAudit(tx, auditedAs(target, wanted.now), { matter_id })
    return { mails: 0, ...outcome }
  }
  switch (action.kind) {
    case "assign":
      return set(action, { now: action.assignee_id })
    case "tag":
      return set(action, { now: true })
    case "due":
      return set(action, { now: action.due_on })
    case "stage":
      return set(action, { now: action.stage_id ?? "none" })
    case "close":
      return set(action, { now: true })
    case "undo":
      return earlier ? set(action.target, { now: earlier.was, undoes: earlier }) : { why: "changed since" }
    case "undo_import": {
      const [imported] = await listImportedMatters(tx, [matter_id])
      if (!imported || imported.is_touched) return { why: "someone has worked on it since" }
      // Its audit entry is that of the deletion.
      await deleteMatter(tx, parts.ring, { matter_id, reason: "Import undone" })
      return { mails: 0 }
    }
    case "remind": {
      const { reminded, why } = await remindClients(tx, parts, matter_id, { in_bulk: true })
      if (why) return { why: notRemindedWords[why].short }
      await recordAudit(tx, "clients_reminded", { matter_id })
      return { mails: reminded }
    }
  }
}

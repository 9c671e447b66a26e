// What staff can do to many matters at once. Each matter changes as its own page would change it, with its own audit
// entry; one that does not allow the action stays as it was.
import { recordAudit } from "../../firm/audit/audit.ts"
import { remindClients } from "../../follow-up/reminders/remind.ts"
import type { ReminderParts } from "../../follow-up/reminders/reminders.ts"
import { notRemindedWords } from "../../follow-up/reminders/words.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { addTag, changeDueDay } from "../../intake/matters/filing/filing.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import type { MatterOverview } from "../../intake/matters/list/list.ts"
import type { Tx } from "../../platform/db/database.ts"
import { Failure } from "../../platform/errors.ts"
import { deleteMatter } from "../deletions/deletions.ts"
import { listImportedMatters } from "./untouched.ts"

export type BulkAction =
  | { kind: "assign"; assignee_id: string | null }
  | { kind: "tag"; tag: string }
  | { kind: "due"; due_on: string | null }
  | { kind: "remind" }
  | { kind: "close" }
  /** Deletes matters that an import created, except those someone has worked on since. */
  | { kind: "undo_import"; created_at: string }

/** Why a matter was left out, in a few words to show next to its name; or how many emails its change sent. */
export type BulkOutcome = { why: string } | { mails: number }

/** Does it to one matter. Writes nothing if it leaves the matter out, so that the transaction can go on to the next. */
export async function actOnMatter(
  tx: Tx,
  parts: ReminderParts,
  matter: Pick<MatterOverview, "id" | "assignee_id" | "due_on" | "tags">,
  action: BulkAction,
): Promise<BulkOutcome> {
  const matter_id = matter.id
  const done = async (audited: string, mails = 0): Promise<BulkOutcome> => {
    await recordAudit(tx, audited, { matter_id })
    return { mails }
  }
  switch (action.kind) {
    case "assign": {
      const { assignee_id } = action
      if (matter.assignee_id === assignee_id)
        return { why: assignee_id ? "already assigned to this person" : "already unassigned" }
      const why = await refusalOf(() => assignMatter(tx, matter_id, assignee_id), {
        bad_request: "closed to this person",
      })
      return why ? { why } : done(assignee_id ? "matter_assigned" : "matter_unassigned")
    }
    case "tag": {
      if (matter.tags.includes(action.tag)) return { why: "already has this tag" }
      const why = await refusalOf(() => addTag(tx, matter_id, action.tag), {
        bad_request: "has 20 tags already",
      })
      return why ? { why } : done("matter_filed")
    }
    case "due":
      if (matter.due_on === action.due_on)
        return { why: action.due_on ? "already due that day" : "has no due day" }
      await changeDueDay(tx, matter_id, action.due_on)
      return done("matter_filed")
    case "close": {
      const why = await refusalOf(() => closeMatter(tx, matter_id), { conflict: "already closed" })
      return why ? { why } : done("matter_closed")
    }
    case "undo_import": {
      const [imported] = await listImportedMatters(tx, [matter_id], action.created_at)
      if (!imported || imported.is_touched) return { why: "someone has worked on it since" }
      // Its audit entry is that of the deletion.
      await deleteMatter(tx, parts.ring, { matter_id, reason: "Import undone" })
      return { mails: 0 }
    }
    case "remind": {
      const { reminded, why } = await remindClients(tx, parts, matter_id, { in_bulk: true })
      return why ? { why: notRemindedWords[why].short } : done("clients_reminded", reminded)
    }
  }
}

/** The words for the kind of failure that a matter may answer with; undefined when the change was made. */
async function refusalOf(
  change: () => Promise<void>,
  words: Partial<Record<Failure["kind"], string>>,
): Promise<string | undefined> {
  try {
    await change()
    return undefined
  } catch (error) {
    const why = error instanceof Failure ? words[error.kind] : undefined
    if (why === undefined) throw error
    return why
  }
}

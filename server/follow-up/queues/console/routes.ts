import { assignMatter } from "../../../intake/matters/assignment.ts"
import { requireMatter } from "../../../intake/matters/console/frame/require-matter.ts"
import { markRead, unmarkRead } from "../../../intake/submissions/review/read-marks.ts"
import { badField, conflict } from "../../../platform/errors.ts"
import { localPath, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { dismiss } from "./first-tasks.tsx"
import { homePage } from "./home-page.tsx"
import { queuePart } from "./matter-queue.tsx"

/** The home page and the actions that return to it. */
export function homePages(console: Console): void {
  console.page("/console", homePage)
  console.action("/console/checklist/dismissal", dismiss, { admin: true })
  console.action("/console/matters/:matter_id/reading", markAsRead)
  console.action("/console/matters/:matter_id/assignee", assignInPlace)
}

async function markAsRead(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const to = backOf(req)
  const part = queuePart(req, "unread", to)
  const marked_at = Number(trimmedTextOf(req.form, "marked_at").slice(0, 15))
  if (marked_at > 0) {
    await unmarkRead(req.tx, id, new Date(marked_at))
    return { to, flash: { done: "submission_unread" }, part }
  }
  const marked = await markRead(req.tx, id)
  const fields = { back: to, marked_at: String(req.tx.now.getTime()) }
  const undo = marked > 0 ? { action: `/console/matters/${id}/reading`, fields } : undefined
  return { to, flash: { done: "submission_read", undo }, part }
}

/** Assigns an unassigned matter; throws "conflict" if someone else has been assigned since the page was shown. */
async function assignInPlace(req: PageRequest): Promise<Redirect> {
  const { id, assignee_id } = await requireMatter(req)
  const chosen = trimmedTextOf(req.form, "assignee_id")
  if (assignee_id !== null && assignee_id !== chosen) {
    throw conflict(
      "already_assigned",
      "Someone assigned a colleague in the meantime. Open the matter to change that.",
    )
  }
  if (!chosen) throw badField("assignee_id", "required", "Choose a colleague.")
  await assignMatter(req.tx, id, chosen)
  const to = backOf(req)
  return { to, flash: { done: "matter_assigned" }, part: queuePart(req, "unassigned", to) }
}

function backOf({ form }: PageRequest): string {
  return localPath(trimmedTextOf(form, "back"))
}

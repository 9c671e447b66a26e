// Impersonation: staff edit a matter for its client, in the client's own pages. A form here starts and ends it.

import {
  endImpersonation,
  impersonationUrl,
  startImpersonation,
} from "../../../../firm/access/impersonation.ts"
import { form } from "../../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import type { MatterRow } from "../../matter-row.ts"
import { matterForm } from "../frame/frame.tsx"
import { requireMatter } from "../frame/require-matter.ts"

export function impersonationRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/impersonation"
  console.form(base, startForm)
  console.action(`${base}/end`, stop, { audit: "nothing" })
}

const sentences = [
  "You see the client’s own pages for this matter, and can change and add whatever the client can. Foyer saves as you type.",
  "Every change is marked as yours: to the client, in the matter’s activity and in its history. The audit log records when you start and stop.",
  "You cannot submit for the client, see masked answers, or change how the client signs in.",
  "Editing ends when you press Stop, when you sign out, or after an hour of inactivity.",
]

const startForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    return {
      ...matterForm(matter, "Edit for the client?", "Edit for the client:"),
      obstacle:
        matter.close_date === null ? undefined : { title: closed, icon: "lock", link: "Back to the matter" },
      warning: warningOf(matter),
      text: sentences,
      record: matter.id,
      submit: "Edit for the client",
      cancel: `/console/matters/${matter.id}${req.query.section ? "/review" : ""}`,
    }
  },
  save: async ({ tx, staff, query }, _, id) => {
    await startImpersonation(tx, staff, id)
    // The section of the line to edit; any other text opens the first page.
    const [section] = /^section_[0-9A-F]{32}$/.exec(query.section ?? "") ?? []
    return { to: section ? `${impersonationUrl(id)}/sections/${section}` : impersonationUrl(id) }
  },
})

const closed = "This matter is closed, so nothing in it can be changed. Reopen it first."

function warningOf({ completed_at, is_submitted }: MatterRow): string | undefined {
  if (completed_at !== null) {
    return "This matter is completed: the client can no longer change it, but you still can. The submission stays as it was, and your changes are listed as made since then."
  }
  return is_submitted
    ? "The client has already submitted this. The submission stays as it was, and your changes are listed as made since then."
    : undefined
}

/** `endImpersonation` writes the audit entry, whatever ends the session. */
async function stop(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const wasOpen = await endImpersonation(req.tx, req.staff.session_id, id)
  return { to: `/console/matters/${id}`, flash: wasOpen ? { done: "impersonation_ended" } : undefined }
}

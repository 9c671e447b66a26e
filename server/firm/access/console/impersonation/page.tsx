// Impersonation: staff edit a matter for its client, in the client's own pages. A form here starts and ends it.

import type { MatterRow } from "../../../../intake/matters/matter-row.ts"
import { conflict } from "../../../../platform/errors.ts"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Notice } from "../../../../web/ui/components/banner.tsx"
import { Actions, Button, LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { endImpersonation, impersonationUrl, startImpersonation } from "../../impersonation.ts"

export function impersonationRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/impersonation"
  console.form(base, { show: startPage, act: start })
  console.action(`${base}/end`, stop, { audit: "nothing" })
}

const sentences = [
  "You see the client’s own pages for this matter, and can change and add whatever the client can. Foyer saves as you type.",
  "Every change is marked as yours: to the client, in the matter’s activity and in its history. The audit log records when you start and stop.",
  "You cannot submit for the client, see masked answers, or change how the client signs in.",
  "Editing ends when you press Stop, when you sign out, or after an hour of inactivity.",
]

async function startPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const warning = warningOf(matter)
  const isClosed = matter.close_date !== null
  return {
    title: "Edit for the client?",
    tab_title: `Edit for the client: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        {warning && <Notice tone="warning">{warning}</Notice>}
        {!isClosed && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        <form method="post">
          <Actions>
            {!isClosed && <Button>Edit for the client</Button>}
            <LinkButton
              href={`/console/matters/${matter.id}${req.query.section && !isClosed ? "/review" : ""}`}
              variant="quiet"
            >
              {isClosed ? "Back to the matter" : "Cancel"}
            </LinkButton>
          </Actions>
        </form>
      </Card>
    ),
  }
}

const closed = "This matter is closed, so nothing in it can be changed. Reopen it first."

function warningOf({ close_date, completed_at, is_submitted }: MatterRow): string | undefined {
  if (close_date !== null) return closed
  if (completed_at !== null) {
    return "This matter is completed: the client can no longer change it, but you still can. The submission stays as it was, and your changes are listed as made since then."
  }
  return is_submitted
    ? "The client has already submitted this. The submission stays as it was, and your changes are listed as made since then."
    : undefined
}

async function start(req: PageRequest): Promise<Redirect> {
  const { id, close_date } = await requireMatter(req)
  if (close_date !== null) throw conflict("matter_closed", closed)
  await startImpersonation(req.tx, req.staff, id)
  // The section of the line to edit; any other text opens the first page.
  const [section] = /^section_[0-9A-F]{32}$/.exec(req.query.section ?? "") ?? []
  return { to: section ? `${impersonationUrl(id)}/sections/${section}` : impersonationUrl(id) }
}

/** `endImpersonation` writes the audit entry, whatever ends the session. */
async function stop(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const wasOpen = await endImpersonation(req.tx, req.staff.session_id, id)
  return { to: `/console/matters/${id}`, flash: wasOpen ? { done: "impersonation_ended" } : undefined }
}

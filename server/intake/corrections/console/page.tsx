// The corrections of a matter: the form that sends the collected ones, and the state of those already requested.

import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { matterForm } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { Notice } from "../../../web/ui/components/banner.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../web/ui/components/link-button.tsx"
import { inviteeName, partyWords } from "../../matters/console/invitations/labels.ts"
import { mayClientEdit } from "../../matters/editing.ts"
import { type InvitationRow, listInvitations } from "../../matters/invitations/invitations.ts"
import { resolveCorrection, withdrawCorrection } from "../corrections.ts"
import { defaultRecipients, mayBeMailed, requestCorrections } from "../requests.ts"
import { newCorrectionForm } from "./requests.tsx"
import { CorrectionTable, readCorrections } from "./table.tsx"

const correctionsForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const [corrections, invitations] = await Promise.all([
      readCorrections(req.tx, matter.id),
      listInvitations(req.tx, matter.id),
    ])
    const collected = corrections.filter(({ state }) => state === "collected")
    const requested = corrections.filter(({ requested_at }) => requested_at !== null).toReversed()
    const mailable = invitations.filter(mayBeMailed)
    const table = { matter_id: matter.id, req }
    return {
      ...matterForm(matter, "Corrections"),
      cancel: undefined,
      heading: {
        lede: "What you ask the client to check again.",
        actions: matter.close_date === null && (
          <LinkButton href={`/console/matters/${matter.id}/corrections/new`} variant="secondary" icon="plus">
            {collected.length > 0 ? "Add another" : "Ask for a correction"}
          </LinkButton>
        ),
      },
      above: collected.length > 0 && (
        <Card title={`Not asked yet: ${collected.length}`} flush>
          <CorrectionTable {...table} corrections={collected} caption="Corrections not asked yet" />
        </Card>
      ),
      card: "Ask the client",
      warning:
        matter.close_date !== null &&
        "This matter is closed, so the client cannot change anything. Reopen it first.",
      intro: mailable.length === 0 && (
        <Notice>
          No invited person has both a working link and an email address, so no email is sent. The client sees
          the list at the top of the questionnaire.
        </Notice>
      ),
      fields: {
        ...(mailable.length > 0 && { invitation_ids: recipients(mailable) }),
        ...(!mayClientEdit(matter) && {
          let_edit: checkbox({
            label: "Reopen the matter for the client",
            hint: "The client cannot edit this matter now. Your software is notified with intakeform.reopened.",
          }),
        }),
      },
      record: matter.id,
      icon: "mail",
      submit:
        collected.length === 0
          ? undefined
          : `Ask about ${collected.length === 1 ? "one thing" : `${collected.length} things`}`,
      below: (
        <>
          {requested.length > 0 && (
            <Card title="Requested" flush>
              <CorrectionTable
                {...table}
                corrections={requested}
                caption="Requested corrections, latest first"
              />
            </Card>
          )}
          {corrections.length === 0 && (
            <EmptyState title="No corrections yet" icon="edit">
              Choose “Ask for a correction” here, or “Ask” next to any line of the review.
            </EmptyState>
          )}
        </>
      ),
    }
  },
  save: async ({ tx, parts }, { invitation_ids = [], let_edit = false }, id) => {
    await requestCorrections(tx, parts, id, { invitation_ids, let_edit })
    return { done: "corrections_requested", to: `/console/matters/${id}` }
  },
})

function recipients(invitations: readonly InvitationRow[]) {
  return checkboxes({
    label: "Who gets an email?",
    hint: "Each with their own link. Everyone who fills in the questionnaire sees the list there.",
    options: invitations.map((invitation) => ({
      value: invitation.id,
      label: `${inviteeName(invitation)} (${partyWords[invitation.party].toLowerCase()})`,
      hint: invitation.email,
    })),
    value: defaultRecipients(invitations),
  })
}

export function correctionRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/corrections"
  console.form(base, correctionsForm, { readable: true })
  console.form(`${base}/new`, newCorrectionForm)
  console.action(`${base}/:correction_id/settlement`, resolve)
  console.action(`${base}/:correction_id/withdrawal`, withdraw)
}

async function resolve(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await resolveCorrection(req.tx, id, req.param("correction_id"))
  return { to: `/console/matters/${id}#corrections`, flash: { done: "correction_resolved" } }
}

async function withdraw(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await withdrawCorrection(req.tx, id, req.param("correction_id"))
  return { to: `/console/matters/${id}/corrections`, flash: { done: "correction_withdrawn" } }
}

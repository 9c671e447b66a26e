// The corrections that staff have collected, and the form that sends all of them with one email.
import { EndButtons, SubjectLink } from "../../../intake/corrections/console/table.tsx"
import { listCorrections } from "../../../intake/corrections/corrections.ts"
import { defaultRecipients, mayBeMailed } from "../../../intake/corrections/emails.ts"
import { listCollected, requestCorrections } from "../../../intake/corrections/requests.ts"
import { recipientLabel } from "../../../intake/matters/console/invitations/sending.tsx"
import { mayClientEdit } from "../../../intake/matters/editing.ts"
import { type InvitationRow, listInvitations } from "../../../intake/matters/invitations/invitations.ts"
import type { MatterRow } from "../../../intake/matters/matter-row.ts"
import { checkbox, checkboxes } from "../../../web/console/forms/choice-fields.tsx"
import { type Fields, valuesIn } from "../../../web/console/forms/field.ts"
import type { FlashKey } from "../../../web/console/forms/flash.ts"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { Button, PostForm } from "../../../web/ui/components/button.tsx"
import { Card, Details } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"

function fieldsFor(matter: MatterRow, mailable: readonly InvitationRow[]) {
  return {
    ...(mailable.length > 0 && {
      invitation_ids: checkboxes({
        label: "Who gets an email?",
        hint: "Each with their own link. Everyone who fills in the questionnaire sees the list there.",
        options: mailable.map((invitation) => ({
          value: invitation.id,
          label: recipientLabel(invitation),
          hint: invitation.email,
        })),
        value: defaultRecipients(mailable),
      }),
    }),
    ...(!mayClientEdit(matter) && {
      let_edit: checkbox({
        label: "Reopen the matter for the client",
        hint: "The client cannot edit this matter now. Your software is notified with intakeform.reopened.",
      }),
    }),
  }
}

export async function sendCollected(req: PageRequest, matter: MatterRow): Promise<FlashKey> {
  const mailable = (await listInvitations(req.tx, matter.id)).filter(mayBeMailed)
  const { invitation_ids = [], let_edit = false } = valuesIn(fieldsFor(matter, mailable), req.form)
  await requestCorrections(req.tx, req.parts, matter.id, { invitation_ids, let_edit })
  return "corrections_requested"
}

/** The list of what is collected; empty while there is nothing. */
export async function collectedPart(req: PageRequest, matter: MatterRow, refused?: RefusedForm) {
  const corrections = await listCorrections(req.tx, matter.id, await listCollected(req.tx, matter.id))
  const count = corrections.length
  if (count === 0) return <div id="collected" data-live />
  const mailable = (await listInvitations(req.tx, matter.id)).filter(mayBeMailed)
  const { invitation_ids, ...others } = fieldsFor(matter, mailable)
  const show = (some: Fields) => showFields(some, refused)
  return (
    <div id="collected" data-live>
      <Card title={`Not asked yet: ${count}`}>
        <DataTable
          caption="Corrections not asked yet"
          columns={[
            {
              label: "What",
              cell: (correction) => (
                <>
                  <SubjectLink matter_id={matter.id} correction={correction} />
                  <span class="cell-note cell-line long-text">{correction.words}</span>
                </>
              ),
            },
            {
              label: "Remove",
              isButtons: true,
              cell: (correction) => (
                <EndButtons matter_id={matter.id} correction={correction}>
                  <input type="hidden" name="back" value={req.url} />
                </EndButtons>
              ),
            },
          ]}
          records={corrections}
        />
        <PostForm class="stack" data-in-place>
          <input type="hidden" name="to" value="collected" />
          {invitation_ids ? (
            <Details summary={`By email to ${mailable.length}…`} open={refused !== undefined}>
              {show({ invitation_ids })}
            </Details>
          ) : (
            <p class="hint">
              No invited person has both a working link and an email address, so no email is sent. The client
              sees the list at the top of the questionnaire.
            </p>
          )}
          {show(others)}
          {matter.close_date !== null && <p class="hint">This matter is closed. Reopen it first.</p>}
          <Button icon="mail">Ask about {count === 1 ? "one thing" : `${count} things together`}</Button>
        </PostForm>
      </Card>
    </div>
  )
}

import { recordAudit } from "../../../../firm/audit/audit.ts"
import { badRequest, type Fault } from "../../../../platform/errors.ts"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { Definition, Definitions } from "../../../../web/ui/components/definition.tsx"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import { createInvitation, listInvitations } from "../../invitations/invitations.ts"
import type { MatterRow } from "../../matter-row.ts"
import type { Party } from "../../parties/parties.ts"
import { parties } from "../../parties/parties.ts"
import { findPartyFault } from "../../parties/party-rules.ts"
import { emailMissing, readDelivery, readMessage, readPerson } from "./form-values.ts"
import { DeliveryFields, PersonFields } from "./invitation-fields.tsx"
import { partyHints, partyWords } from "./labels.ts"
import { invitationUrl } from "./require-invitation.ts"

export async function invitePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const open = await openParties(req, matter)
  const [only] = open.length === 1 ? open : []
  return {
    title: "Invite someone",
    tab_title: `Invite someone: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    heading: { lede: "Each person gets their own link." },
    refused,
    body: (
      <CancelableForm class="stack" cancel={`/console/matters/${matter.id}`} submit="Invite">
        <Card title="Who?">
          {only ? (
            <>
              <Definitions>
                <Definition term="Part in the matter">
                  {partyWords[only]}
                  <span class="cell-note cell-line">{partyHints[only]}</span>
                </Definition>
              </Definitions>
              <input type="hidden" name="party" value={only} />
            </>
          ) : (
            <RadioGroup
              {...fieldOf(refused, "party", open[0])}
              label="Part in the matter"
              options={open.map((party) => ({
                value: party,
                label: partyWords[party],
                hint: partyHints[party],
              }))}
            />
          )}
          <PersonFields prefix="" refused={refused} />
        </Card>
        <Card title="Invitation">
          <DeliveryFields refused={refused} isSending={Boolean(req.parts.config.smtp_url)} />
        </Card>
      </CancelableForm>
    ),
  }
}

/** The parties that fit the matter and have no working link; there may be any number of helpers. */
async function openParties({ tx }: PageRequest, matter: MatterRow): Promise<Party[]> {
  const invited = await listInvitations(tx, matter.id)
  return parties.filter(
    (party) =>
      !findPartyFault(matter.client_type, party) &&
      (party === "helper" || !invited.some((one) => one.party === party && one.revoked_at === null)),
  )
}

export async function invite(req: PageRequest): Promise<PageResponse> {
  const { tx, parts, form } = req
  const matter = await requireMatter(req)
  const faults: Fault[] = []
  const party = parties.find((known) => known === textOf(form, "party"))
  if (!party)
    faults.push({ param: "party", code: "required", message: "Choose the person’s part in the matter." })
  const person = readPerson(form, "", faults)
  const message = readMessage(form, faults)
  const delivery = readDelivery(form)
  if (delivery === "mail" && !person.email) faults.push(emailMissing(""))
  if (!party || faults.length > 0) throw badRequest(faults)
  const { id } = await createInvitation(tx, parts, { ...person, matter_id: matter.id, party })
  if (delivery === "mail") await sendInvitation(tx, parts, id, { message })
  const action = delivery === "mail" ? "invitation_sent" : "invitation_created"
  await recordAudit(tx, action, { matter_id: matter.id, record_id: id })
  return {
    to: invitationUrl(matter, { id }),
    flash: { done: delivery === "mail" ? emailFlash(parts, "invitation_sent") : "invitation_created" },
  }
}

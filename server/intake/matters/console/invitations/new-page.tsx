import { badRequest } from "../../../../platform/errors.ts"
import { isSending } from "../../../../platform/mail/mail-state.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { matterForm } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Card } from "../../../../web/ui/components/card.tsx"
import { sendInvitation } from "../../invitations/invitation-mail.ts"
import { createInvitation, listInvitations } from "../../invitations/invitations.ts"
import type { MatterRow } from "../../matter-row.ts"
import { type Party, parties } from "../../parties/parties.ts"
import { findPartyFault } from "../../parties/party-rules.ts"
import { deliveryFields, emailMissing, personFields, personIn, showPerson } from "./invitation-fields.tsx"
import { partyHints, partyWords } from "./labels.ts"
import { invitationUrl } from "./require-invitation.ts"

export const inviteForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const open = await openParties(req, matter)
    const party = choice({
      label: "Part in the matter",
      missing: "Choose the person’s part in the matter.",
      options: open.map((value) => ({ value, label: partyWords[value], hint: partyHints[value] })),
      value: open[0],
      is_fact_alone: true,
    })
    const person = personFields("")
    const delivery = deliveryFields(isSending(req.parts))
    return {
      ...matterForm(matter, "Invite someone"),
      heading: { lede: "Each person gets their own link." },
      fields: { party, ...person, ...delivery },
      layout: (show) => (
        <>
          <Card title="Who?">
            {show({ party })}
            {showPerson(show, person)}
          </Card>
          <Card title="Invitation">{show(delivery)}</Card>
        </>
      ),
      record: matter,
      submit: "Invite",
    }
  },
  save: async ({ tx, parts }, { party, way, message, ...person }, matter) => {
    const isMailed = way === "mail"
    if (isMailed && !person.email) throw badRequest([emailMissing("email")])
    const { id } = await createInvitation(tx, parts, { ...personIn(person, ""), matter_id: matter.id, party })
    if (isMailed) await sendInvitation(tx, parts, id, { message })
    return {
      done: isMailed ? emailFlash(parts, "invitation_sent") : "invitation_created",
      to: invitationUrl(matter, { id }),
    }
  },
})

/** The parties that fit the matter and have no working link; there may be any number of helpers. */
async function openParties({ tx }: PageRequest, matter: MatterRow): Promise<Party[]> {
  const invited = await listInvitations(tx, matter.id)
  return parties.filter(
    (party) =>
      !findPartyFault(matter.client_type, party) &&
      (party === "helper" || !invited.some((one) => one.party === party && one.revoked_at === null)),
  )
}

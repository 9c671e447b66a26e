import { listTeam } from "../../../firm/users/team.ts"
import { assigneeFields, assigneeIn } from "../../../intake/matters/console/assignee/field.ts"
import { listUsableQuestionnaires } from "../../../intake/questionnaires/questionnaires.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { emailFlash } from "../../../web/console/forms/flash.ts"
import { form } from "../../../web/console/forms/form.ts"
import { matterName } from "../../../web/console/forms/text-fields.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { duplicatesIn, requireNoDuplicates } from "../../search/console/duplicates.tsx"
import { acceptInquiry } from "../acceptance.ts"
import { lockInquiry, markDeclined } from "../inquiries.ts"
import { mailDeclined } from "../mails.ts"
import { deletionText, inquiriesUrl, openWaiting } from "./require-inquiry.tsx"

export const acceptanceForm = form({
  open: async (req, refused) => {
    const page = await openWaiting(req, "Accept")
    const inquiry = page.record
    const [team, usable, duplicates] = await Promise.all([
      listTeam(req.tx),
      listUsableQuestionnaires(req.tx),
      duplicatesIn(req, refused, [inquiry]),
    ])
    const filed = [inquiry.last_name, inquiry.first_name].filter(Boolean).join(", ")
    const matter = {
      matter_name: matterName({
        hint: "As your firm files it. Clients don’t see it.",
        value: filed,
        fallback: filed,
      }),
      ...assigneeFields(team, req),
    }
    return {
      ...page,
      obstacle: usable.some(({ id }) => id === inquiry.questionnaire_id)
        ? undefined
        : {
            title: `“${inquiry.questionnaire_title}” is not active.`,
            text: "A matter can only be created with an active questionnaire. Activate it, then accept the inquiry.",
            link: "Open the questionnaire",
            href: `/console/questionnaires/${inquiry.questionnaire_id}`,
          },
      lede: `This creates a matter with “${inquiry.questionnaire_title}” and sends the invitation to ${inquiry.email}.`,
      fields: { ...matter, ...duplicates.fields },
      layout: (show) => (
        <>
          <Card title="The matter">{show(matter)}</Card>
          {duplicates.card(show)}
        </>
      ),
      submit: "Accept and invite",
    }
  },
  save: async (req, { matter_name, is_new_client, ...values }, inquiry) => {
    if (!is_new_client) await requireNoDuplicates(req, [inquiry])
    const assignee_id = assigneeIn(req, values)
    const matter_id = await acceptInquiry(req.tx, req.parts, inquiry.id, { matter_name, assignee_id })
    return { done: emailFlash(req.parts, "inquiry_accepted"), to: `/console/matters/${matter_id}` }
  },
})

export const decliningForm = form({
  open: async (req) => {
    const page = await openWaiting(req, "Decline")
    return {
      ...page,
      title: "Decline",
      text: [`No matter is created. The inquiry goes to “Declined” and is ${deletionText(req)}`],
      fields: {
        tell: checkbox({
          label: `Send an email to ${page.record.email}`,
          hint: "A short email in the person’s language: it thanks them, says that you cannot take on the matter, and advises them to speak to another lawyer soon if a deadline may apply. It gives no reason.",
        }),
      },
      submit: "Decline",
    }
  },
  save: async ({ tx, parts }, { tell }, { id }) => {
    const inquiry = await lockInquiry(tx, parts.ring, id)
    await markDeclined(tx, id)
    if (tell) await mailDeclined(tx, parts.ring, inquiry)
    return { done: "inquiry_declined", to: inquiriesUrl }
  },
})

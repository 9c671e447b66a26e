import { listTeam } from "../../../firm/users/team.ts"
import { assigneeFields, assigneeIn } from "../../../intake/matters/console/assignee/field.ts"
import { duplicatesIn, requireNoDuplicates } from "../../../intake/matters/console/new/duplicates.tsx"
import { emailFlash } from "../../../web/console/forms/flash.ts"
import { form } from "../../../web/console/forms/form.ts"
import { matterName } from "../../../web/console/forms/text-fields.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { acceptInquiry } from "../acceptance.ts"
import { openWaiting } from "./require-inquiry.tsx"

export const acceptanceForm = form({
  open: async (req, refused) => {
    const page = await openWaiting(req, "Accept")
    const inquiry = page.record
    const [team, duplicates] = await Promise.all([listTeam(req.tx), duplicatesIn(req, refused, [inquiry])])
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
      heading: {
        lede: `This creates a matter with “${inquiry.questionnaire_title}” and sends the invitation to ${inquiry.email}.`,
      },
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

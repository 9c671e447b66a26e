import { listTeam } from "../../../firm/users/team.ts"
import { AssigneeField, readAssignee } from "../../../intake/matters/console/assignee/field.tsx"
import { DuplicatesCard, duplicateFault } from "../../../intake/matters/console/new/duplicates.tsx"
import { isSending } from "../../../operations/system/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { emailFlash } from "../../../web/console/forms/flash.ts"
import { readMatterName } from "../../../web/console/forms/read-text.ts"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import { fieldOf, type PageRequest, type RefusedForm } from "../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { acceptInquiry } from "../acceptance.ts"
import { crumb, type Inquiry, inquiriesUrl, nameOf, requireWaiting } from "./require-inquiry.ts"

export async function acceptancePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const inquiry = await requireWaiting(req)
  const url = `${inquiriesUrl}/${inquiry.id}`
  const team = await listTeam(req.tx)
  const duplicates = await DuplicatesCard(
    req,
    refused && { ...refused, form: formWith(refused.form, inquiry) },
  )
  return {
    title: `Accept ${nameOf(inquiry)}?`,
    breadcrumbs: [crumb, { text: nameOf(inquiry), href: url }],
    heading: {
      lede: `This creates a matter with “${inquiry.questionnaire_title}” and sends the invitation to ${inquiry.email}.`,
    },
    refused,
    banner: !isSending(req.parts) && <NoMailServer />,
    body: (
      <CancelableForm class="stack" noValidate cancel={url} submit="Accept and invite">
        <Card title="The matter">
          <TextField
            {...fieldOf(refused, "matter_name", filedName(inquiry))}
            label="Name of the matter"
            hint="As your firm files it. Clients don’t see it."
            autocomplete="off"
            maxlength={200}
          />
          <AssigneeField team={team} refused={refused} req={req} value={req.staff.user_id} />
        </Card>
        {duplicates}
      </CancelableForm>
    ),
  }
}

export async function accept(req: PageRequest): Promise<Redirect> {
  const inquiry = await requireWaiting(req)
  const faults: Fault[] = []
  const matter_name = readMatterName(req.form, faults, filedName(inquiry))
  faults.push(...(await duplicateFault({ ...req, form: formWith(req.form, inquiry) })))
  if (faults.length > 0) throw badRequest(faults)
  const matter_id = await acceptInquiry(req.tx, req.parts, inquiry.id, {
    matter_name,
    assignee_id: readAssignee(req),
  })
  return { to: `/console/matters/${matter_id}`, flash: { done: emailFlash(req.parts, "inquiry_accepted") } }
}

/** Adds the person to the form, because the search for duplicates reads these fields. */
function formWith(form: PageRequest["form"], { first_name, last_name, email }: Inquiry): PageRequest["form"] {
  return { ...form, first_name: [first_name], last_name: [last_name], email: [email] }
}

function filedName({ first_name, last_name }: Inquiry): string {
  return [last_name, first_name].filter(Boolean).join(", ")
}

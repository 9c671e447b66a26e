import { isSending } from "../../../operations/system/console/mails/mail-tag.tsx"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../web/ui/components/checkbox.tsx"
import { declined_days, lockInquiry, markDeclined } from "../inquiries.ts"
import { mailDeclined } from "../mails.ts"
import { crumb, inquiriesUrl, nameOf, requireWaiting } from "./require-inquiry.ts"

export async function decliningPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const inquiry = await requireWaiting(req)
  const url = `${inquiriesUrl}/${inquiry.id}`
  return {
    title: `Decline ${nameOf(inquiry)}?`,
    breadcrumbs: [crumb, { text: nameOf(inquiry), href: url }],
    refused,
    banner: !isSending(req.parts) && <NoMailServer />,
    body: (
      <Card>
        <p>
          No matter is created. The inquiry stays under “Declined” for {declined_days} days and is then
          deleted for good, except for the name, which conflict checks find for as long as your firm keeps it
          (Retention).
        </p>
        <CancelableForm cancel={url} submit="Decline">
          <Checkbox
            id="tell"
            label={`Send an email to ${inquiry.email}`}
            hint="A short email in the person’s language: it thanks them, says that you cannot take on the matter, and advises them to speak to another lawyer soon if a deadline may apply. It gives no reason."
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function decline(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form } = req
  const { id } = await requireWaiting(req)
  const inquiry = await lockInquiry(tx, parts.ring, id)
  await markDeclined(tx, id)
  if (textOf(form, "tell")) await mailDeclined(tx, parts.ring, inquiry)
  return { to: inquiriesUrl, flash: { done: "inquiry_declined" } }
}

import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { declined_days, lockInquiry, markDeclined } from "../inquiries.ts"
import { mailDeclined } from "../mails.ts"
import { inquiriesUrl, openWaiting } from "./require-inquiry.tsx"

export const decliningForm = form({
  open: async (req) => {
    const page = await openWaiting(req, "Decline")
    return {
      ...page,
      text: [
        `No matter is created. The inquiry stays under “Declined” for ${declined_days} days and is then deleted for good, except for the name, which conflict checks find for as long as your firm keeps it (Retention).`,
      ],
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

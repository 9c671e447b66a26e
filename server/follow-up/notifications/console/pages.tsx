import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { form } from "../../../web/console/forms/form.ts"
import type { Console } from "../../../web/console/routing.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import {
  type Audience,
  audiences,
  type NotificationKind,
  notificationKinds,
  notificationRulesOf,
} from "../rules.ts"
import { kindFields } from "./kind-fields.ts"
import { KindTable } from "./kind-table.tsx"
import { ownNotifications } from "./own-page.tsx"

/** The firm's notification rules, and each member's own notification settings. */
export function notificationPages(console: Console): void {
  console.form("/console/settings/notifications", notificationRules, { admin: true })
  console.form("/console/account/notifications", ownNotifications, { own: true })
}

interface RuleTable {
  title: string
  kinds: readonly NotificationKind[]
  words: Record<Audience, string>
}

const matters: RuleTable = {
  title: "Matters",
  kinds: notificationKinds.filter((kind) => kind !== "inquiry"),
  words: { all: "All who may see it", assigned: "The assignee", none: "No one" },
}

/** An inquiry has no assignee, so "assigned" means the admins. */
const inquiries: RuleTable = {
  title: "Inquiries",
  kinds: ["inquiry"],
  words: { all: "All who see inquiries", assigned: "The admins", none: "No one" },
}

const tables = [matters, inquiries]

const notificationRules = form({
  edits: true,
  open: async ({ tx, parts }, refused) => {
    const stored = notificationRulesOf((await getFirm(tx)).settings)
    const fieldsOf = ({ kinds, words }: RuleTable) =>
      kindFields(kinds, audiences, {
        words,
        stored,
        missing: (words) => `Choose who is notified: ${words.toLowerCase()}.`,
      })
    const fields = { ...fieldsOf(matters), ...fieldsOf(inquiries) }
    return {
      title: "Notification rules",
      heading: {
        lede: "Who is notified when something happens to a matter. Each colleague chooses how.",
      },
      banner: !parts.config.smtp_url && <NoMailServer />,
      fields,
      layout: () => (
        <>
          {tables.map(({ title, kinds, words }) => (
            <Card flush title={title} key={title}>
              <KindTable
                caption={`Who is notified: ${title.toLowerCase()}`}
                options={audiences.map((value) => ({ value, label: words[value] }))}
                kinds={kinds}
                fields={fields}
                refused={refused}
              />
            </Card>
          ))}
          <p class="hint">
            Under “Your account”, each colleague chooses an immediate email, the daily summary, the bell only,
            or nothing for each kind, and may choose fewer or more matters than these rules include. If a
            matter has no assignee, or no one responsible gets an email when a client submits, changes,
            answers or writes something, the admins are notified. If no admin gets one either, the matter
            shows “No one is notified”. No one is notified of their own actions.
          </p>
        </>
      ),
      submit: "Save",
    }
  },
  save: async ({ tx, staff }, notifications) => {
    await changeSettings(tx, staff.firm_id, { notifications })
    return { done: "notifications_changed" }
  },
})

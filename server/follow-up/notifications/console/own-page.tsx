import { accountCrumb } from "../../../firm/users/console/account/crumb.ts"
import { changePreferences } from "../../../firm/users/users.ts"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { badRequest } from "../../../platform/errors.ts"
import { choice } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import {
  type Channel,
  channels,
  type DigestDays,
  digestDays,
  type OwnNotifications,
  preferencesOf,
  readOwnNotifications,
  type Scope,
  scopes,
} from "../preferences.ts"
import { type NotificationKind, notificationKinds, notificationRulesOf } from "../rules.ts"
import { kindFields } from "./kind-fields.ts"
import { KindTable } from "./kind-table.tsx"

const channelWords: Record<Channel, string> = {
  email: "In Foyer and by email immediately",
  digest: "In Foyer and in the daily summary",
  foyer: "In Foyer only",
  none: "Not at all",
}

const channelHeadings: Record<Channel, string> = {
  ...channelWords,
  email: "Email immediately",
  digest: "Daily summary",
}

const scopeWords: Record<Scope, string> = {
  firm: "According to the firm’s notification rules",
  assigned: "Matters assigned to me",
  all: "All matters I may see",
}

export const digestWords: Record<DigestDays, string> = {
  off: "Never",
  weekdays: "Monday to Friday",
  daily: "Every day",
}

/** Members limited to assigned matters do not see inquiries. */
function kindsFor({ staff }: PageRequest): readonly NotificationKind[] {
  return notificationKinds.filter((kind) => kind !== "inquiry" || !staff.assigned_matters_only)
}

/** Leaves out the kinds that the firm has turned off for everyone. */
function offeredKinds(req: PageRequest): readonly NotificationKind[] {
  const rules = notificationRulesOf(req.staff.firm.settings)
  return kindsFor(req).filter((kind) => rules[kind] !== "none")
}

/** The member's own notification settings: channel per kind, matters, and days of the daily summary. */
export const ownNotifications = form({
  edits: true,
  open: async (req, refused) => {
    const own = await readOwnNotifications(req.tx)
    const kinds = kindFields(offeredKinds(req), channels, {
      words: channelWords,
      stored: own.channels,
      missing: (words) => `Choose how you are notified: ${words}.`,
    })
    const fields = {
      ...kinds,
      ...(!req.staff.assigned_matters_only && scopeFields(own)),
      ...digestFields(own),
    }
    return {
      title: "Your notifications",
      breadcrumbs: [accountCrumb],
      heading: {
        lede: "How you are notified of activity on matters. No one is notified of their own actions.",
      },
      banner: !req.parts.config.smtp_url && <NoMailServer />,
      record: own,
      fields,
      layout: (show) => (
        <>
          <Card flush title="Kinds of notifications">
            <KindTable
              caption="How you are notified of each kind"
              options={channels.map((value) => ({ value, label: channelHeadings[value] }))}
              kinds={kindsFor(req)}
              fields={kinds}
              refused={refused}
            />
          </Card>
          {!req.staff.assigned_matters_only && <Card>{show(scopeFields(own))}</Card>}
          <Card>{show(digestFields(own))}</Card>
          <p class="hint">
            Emails about a matter contain its name and a link, and nothing that a client wrote. If no one
            responsible for a matter gets an email when a client submits, changes, answers or writes
            something, the admins get it instead. Notes that mention you always appear under the bell.
          </p>
        </>
      ),
      submit: "Save",
      cancel: accountCrumb.href,
    }
  },
  save: async ({ tx, staff }, { scope, digest, ...chosen }, before) => {
    if (digest === "off" && Object.values(chosen).includes("digest")) throw badRequest([summaryMissing])
    const own = { channels: { ...before.channels, ...chosen }, scope: scope ?? before.scope, digest }
    await changePreferences(tx, staff.user_id, preferencesOf(own))
    return { done: "own_notifications_changed", to: `${accountCrumb.href}#notifications` }
  },
})

const scopeFields = ({ scope }: OwnNotifications) => ({
  scope: choice({
    label: "Which matters",
    hint: "Admins are also notified about matters that no one else is notified about, such as those without an assignee.",
    options: scopes.map((value) => ({ value, label: scopeWords[value] })),
    missing: "Choose which matters you are notified about.",
    value: scope,
  }),
})

const digestFields = ({ digest }: OwnNotifications) => ({
  digest: choice({
    label: "Daily summary by email",
    hint: "At 7 a.m. in the firm’s time zone, with the number of items waiting for you and of new activities. No email is sent if there is nothing to report.",
    options: digestDays.map((value) => ({ value, label: digestWords[value] })),
    missing: "Choose when you get the daily summary.",
    value: digest,
  }),
})

const summaryMissing = {
  param: "digest",
  code: "required",
  message: "Choose the days of the daily summary: you chose it for some notifications above.",
}

import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { Seen, type StoredField } from "../../../web/console/forms/stale-forms.tsx"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  textOf,
  typedOr,
} from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Actions } from "../../../web/ui/components/actions.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import {
  type Audience,
  audiences,
  byKind,
  type NotificationKind,
  notificationKinds,
  notificationRulesOf,
} from "../rules.ts"
import { KindTable } from "./kind-table.tsx"
import { kindWords } from "./kind-words.ts"
import { ownNotifications } from "./own-page.tsx"

/** The firm's notification rules, and each member's own notification settings. */
export function notificationPages(console: Console): void {
  console.form(
    "/console/notifications",
    { show: rulesPage, act: saveRules, stored: storedRules },
    { admin: true },
  )
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

const wordsOf = (kind: NotificationKind) => (kind === "inquiry" ? inquiries : matters).words

async function storedRules({ tx }: PageRequest): Promise<StoredField[]> {
  const rules = notificationRulesOf((await getFirm(tx)).settings)
  return notificationKinds.map((kind) => ({
    name: kind,
    label: kindWords[kind].label,
    value: rules[kind],
    show: (audience: string) => wordsOf(kind)[audience as Audience] ?? audience,
  }))
}

async function rulesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { staff, parts } = req
  const rules = notificationRulesOf(staff.firm.settings)
  return {
    title: "Notification rules",
    heading: {
      lede: "Who is notified when something happens to a matter. Each colleague chooses how.",
    },
    refused,
    banner: !parts.config.smtp_url && <NoMailServer />,
    body: (
      <form method="post" class="stack">
        <Seen req={req} />
        {tables.map(({ title, kinds, words }) => (
          <Card flush title={title} key={title}>
            <KindTable
              caption={`Who is notified: ${title.toLowerCase()}`}
              options={audiences.map((value) => ({ value, label: words[value] }))}
              kinds={kinds}
              chosen={byKind((kind) => typedOr(refused, kind, rules[kind]))}
              fault={(kind) => faultAt(refused, kind)}
            />
          </Card>
        ))}
        <p class="hint">
          Under “Your account”, each colleague chooses an immediate email, the daily summary, the bell only,
          or nothing for each kind, and may choose fewer or more matters than these rules include. If a matter
          has no assignee, or no one responsible gets an email when a client submits, changes, answers or
          writes something, the admins are notified. If no admin gets one either, the matter shows “No one is
          notified”. No one is notified of their own actions.
        </p>
        <Actions>
          <Button>Save</Button>
        </Actions>
      </form>
    ),
  }
}

async function saveRules({ tx, staff, form }: PageRequest): Promise<PageResponse> {
  const faults: Fault[] = []
  const audience = (kind: NotificationKind) => {
    const chosen = audiences.find((one) => one === textOf(form, kind))
    if (!chosen)
      faults.push({
        param: kind,
        code: "unknown_value",
        message: `Choose who is notified: ${kindWords[kind].label.toLowerCase()}.`,
      })
    return chosen
  }
  const notifications = byKind(audience)
  if (faults.length > 0) throw badRequest(faults)
  await changeSettings(tx, staff.firm_id, { notifications })
  return { to: "/console/notifications", flash: { done: "notifications_changed" } }
}

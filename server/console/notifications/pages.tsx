import { changeSettings, getFirm } from "../../firms/firms.ts"
import {
  type Audience,
  audiences,
  byKind,
  type NotificationKind,
  notificationKinds,
  notificationRulesOf,
} from "../../notifications/rules.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { RadioGroup } from "../../ui/components/radio-group.tsx"
import { NoMailServer } from "../mails/no-mail-server.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { Console } from "../routing.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { PageResponse, View } from "../view.tsx"
import { kindWords } from "./kind-words.ts"
import { ownNotifications } from "./own-page.tsx"

/** Which staff the firm notifies when something happens to a matter, and what everybody chooses for themselves. */
export function notificationPages(console: Console): void {
  console.form(
    "/console/notifications",
    { show: rulesPage, act: saveRules, stored: storedRules },
    { admin: true },
  )
  console.form("/console/account/notifications", ownNotifications, { own: true })
}

/** An inquiry has no assignee: the admins stand in. */
const wordsFor = (kind: NotificationKind, audience: Audience) =>
  (kind === "inquiry" ? inquiryAudienceWords : audienceWords)[audience]

const inquiryAudienceWords: Record<Audience, string> = {
  all: "All colleagues who see inquiries",
  assigned: "The admins",
  none: "No one",
}

const audienceWords: Record<Audience, string> = {
  all: "All colleagues who may see the matter",
  assigned: "The assignee",
  none: "No one",
}

async function storedRules({ tx }: PageRequest): Promise<StoredField[]> {
  const rules = notificationRulesOf((await getFirm(tx)).settings)
  return notificationKinds.map((kind) => ({
    name: kind,
    label: kindWords[kind].label,
    value: rules[kind],
    show: (audience: string) => wordsFor(kind, audience as Audience) ?? audience,
  }))
}

async function rulesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { staff, parts } = req
  const rules = notificationRulesOf(staff.firm.settings)
  return {
    title: "Notification rules",
    heading: {
      lede: "Which colleagues are responsible when something happens to a matter. How each is notified, they choose themselves.",
    },
    refused,
    banner: !parts.config.smtp_url && <NoMailServer />,
    body: (
      <form method="post" class="stack">
        <Seen req={req} />
        {notificationKinds.map((kind) => (
          <Card key={kind}>
            <RadioGroup
              {...fieldOf(refused, kind, rules[kind])}
              label={kindWords[kind].label}
              hint={kindWords[kind].hint}
              options={audiences.map((value) => ({ value, label: wordsFor(kind, value) }))}
            />
          </Card>
        ))}
        <p class="hint">
          Under “Your account” each colleague chooses, for every kind, an email at once, the daily summary,
          the bell alone, or nothing, and may ask for fewer or more matters than these rules name. Where a
          matter has no assignee, or no one responsible gets an email when a client submits, changes, answers
          or writes something, the admins are notified. If no admin gets one either, the matter shows “No one
          is notified”. No one is notified of what they did themselves.
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
    const chosen = audiences.find((known) => known === textOf(form, kind))
    if (!chosen)
      faults.push({
        param: kind,
        code: "unknown_value",
        message: `Choose who is told: ${kindWords[kind].label.toLowerCase()}.`,
      })
    return chosen
  }
  const notifications = byKind(audience)
  if (faults.length > 0) throw badRequest(faults)
  await changeSettings(tx, staff.firm_id, { notifications })
  return { to: "/console/notifications", flash: { done: "notifications_changed" } }
}

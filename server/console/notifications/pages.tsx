import { changeSettings, getFirm } from "../../firms/firms.ts"
import { hours_between, quiet_minutes } from "../../notifications/later-changes.ts"
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
import { changePreferences } from "../../users/users.ts"
import { NoMailServer } from "../mails/no-mail-server.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../page-request.ts"
import type { Console } from "../routing.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { PageResponse, View } from "../view.tsx"

/** Which staff the firm notifies when something happens to a matter; everybody may switch their own mails off. */
export function notificationPages(console: Console): void {
  console.form(
    "/console/notifications",
    { show: rulesPage, act: saveRules, stored: storedRules },
    { admin: true },
  )
  console.action("/console/account/matter-mails", switchOwn, { own: true })
}

const labels: Record<NotificationKind, { label: string; hint: string }> = {
  started: { label: "A client starts", hint: "The first person invited has opened the questionnaire." },
  submitted: { label: "A client submits", hint: "For the first time or again." },
  changed: {
    label: "A client changes something after submitting",
    hint: `One email, once the client has changed nothing for ${quiet_minutes} minutes, and at most one for each matter in ${hours_between} hours. None if it is sent in again before.`,
  },
  corrected: {
    label: "A client answers corrections",
    hint: `One email, once nothing that was asked is open, or the client has answered no more for ${quiet_minutes} minutes.`,
  },
  message: {
    label: "A client writes a message",
    hint: `One email until someone has looked at the messages, and at most one for each matter in ${hours_between} hours.`,
  },
  mail_failed: {
    label: "An email to a client does not get through",
    hint: "An invitation, a reminder, a request or a sign-in code that the mail server refused, or has not taken for an hour.",
  },
}

const audienceWords: Record<Audience, string> = {
  all: "All colleagues who may see the matter",
  assigned: "The assignee",
  none: "No one",
}

async function storedRules({ tx }: PageRequest): Promise<StoredField[]> {
  const rules = notificationRulesOf((await getFirm(tx)).settings)
  const show = (audience: string) => audienceWords[audience as Audience] ?? audience
  return notificationKinds.map((kind) => ({
    name: kind,
    label: labels[kind].label,
    value: rules[kind],
    show,
  }))
}

async function rulesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { staff, parts } = req
  const rules = notificationRulesOf(staff.firm.settings)
  return {
    title: "Notification rules",
    heading: {
      lede: "Which colleagues are notified, here and by email, when something happens to a matter.",
    },
    refused,
    banner: !parts.config.smtp_url && <NoMailServer />,
    body: (
      <form method="post" class="stack">
        <Seen req={req} />
        {notificationKinds.map((kind) => (
          <Card key={kind}>
            <RadioGroup
              id={kind}
              label={labels[kind].label}
              hint={labels[kind].hint}
              value={typedOr(refused, kind, rules[kind])}
              error={faultAt(refused, kind)}
              options={audiences.map((value) => ({ value, label: audienceWords[value] }))}
            />
          </Card>
        ))}
        <p class="hint">
          These emails contain the matter’s name and a link, nothing that a client wrote; whoever has them
          switched off still sees the notification under the bell. Where a matter has no assignee, or the
          assignee’s account is deactivated or has these emails off, the admins are notified. If no admin can
          be notified either, the matter shows “No one is notified”. No one is notified of what they did
          themselves.
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
        message: `Choose who is told: ${labels[kind].label.toLowerCase()}.`,
      })
    return chosen
  }
  const notifications = byKind(audience)
  if (faults.length > 0) throw badRequest(faults)
  await changeSettings(tx, staff.firm_id, { notifications })
  return { to: "/console/notifications", flash: { done: "notifications_changed" } }
}

async function switchOwn({ tx, staff, form }: PageRequest): Promise<PageResponse> {
  const matter_mails = textOf(form, "matter_mails") === "off" ? "off" : "on"
  await changePreferences(tx, staff.user_id, { matter_mails })
  return {
    to: "/console/account#matter-mails",
    flash: { done: matter_mails === "on" ? "matter_mails_on" : "matter_mails_off" },
  }
}

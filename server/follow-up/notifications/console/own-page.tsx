import { accountCrumb } from "../../../firm/users/console/account/crumb.ts"
import { changePreferences } from "../../../firm/users/users.ts"
import { NoMailServer } from "../../../operations/system/console/mails/no-mail-server.tsx"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import type { StoredField } from "../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../web/console/forms/submit-or-cancel.tsx"
import {
  faultAt,
  fieldOf,
  type PageRequest,
  type RefusedForm,
  textOf,
  typedOr,
} from "../../../web/console/page-request.ts"
import type { ConsoleForm } from "../../../web/console/routing.ts"
import type { PageResponse, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { RadioGroup } from "../../../web/ui/components/radio-group.tsx"
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
import { byKind, type NotificationKind, notificationKinds, notificationRulesOf } from "../rules.ts"
import { KindTable } from "./kind-table.tsx"
import { kindWords } from "./kind-words.ts"

/** The member's own notification settings: channel per kind, matters, and days of the daily summary. */
export const ownNotifications: ConsoleForm = { show: preferencesPage, act: save, stored }

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

async function stored(req: PageRequest): Promise<StoredField[]> {
  const own = await readOwnNotifications(req.tx)
  return [
    ...offeredKinds(req).map((kind) => ({
      name: kind,
      label: kindWords[kind].label,
      value: own.channels[kind],
      show: (channel: string) => channelWords[channel as Channel] ?? channel,
    })),
    {
      name: "scope",
      label: "Which matters",
      value: own.scope,
      show: (scope) => scopeWords[scope as Scope] ?? scope,
    },
    {
      name: "digest",
      label: "Daily summary",
      value: own.digest,
      show: (days) => digestWords[days as DigestDays] ?? days,
    },
  ]
}

async function preferencesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const own = await readOwnNotifications(req.tx)
  return {
    title: "Your notifications",
    breadcrumbs: [accountCrumb],
    heading: {
      lede: "How you are notified of activity on matters. No one is notified of their own actions.",
    },
    refused,
    banner: !req.parts.config.smtp_url && <NoMailServer />,
    body: (
      <CancelableForm class="stack" seen={req} cancel="/console/account" submit="Save">
        <Card flush title="Kinds of notifications">
          <KindTable
            caption="How you are notified of each kind"
            options={channels.map((value) => ({ value, label: channelHeadings[value] }))}
            kinds={kindsFor(req)}
            offered={offeredKinds(req)}
            chosen={byKind((kind) => typedOr(refused, kind, own.channels[kind]))}
            fault={(kind) => faultAt(refused, kind)}
          />
        </Card>
        {!req.staff.assigned_matters_only && (
          <Card>
            <RadioGroup
              {...fieldOf(refused, "scope", own.scope)}
              label="Which matters"
              hint="Admins are also notified about matters that no one else is notified about, such as those without an assignee."
              options={scopes.map((value) => ({ value, label: scopeWords[value] }))}
            />
          </Card>
        )}
        <Card>
          <RadioGroup
            {...fieldOf(refused, "digest", own.digest)}
            label="Daily summary by email"
            hint="At 7 a.m. in the firm’s time zone, with the number of items waiting for you and of new activities. No email is sent if there is nothing to report."
            options={digestDays.map((value) => ({ value, label: digestWords[value] }))}
          />
        </Card>
        <p class="hint">
          Emails about a matter contain its name and a link, and nothing that a client wrote. If no one
          responsible for a matter gets an email when a client submits, changes, answers or writes something,
          the admins get it instead. Notes that mention you always appear under the bell.
        </p>
      </CancelableForm>
    ),
  }
}

async function save(req: PageRequest): Promise<PageResponse> {
  const { tx, staff, form } = req
  const before = await readOwnNotifications(tx)
  const faults: Fault[] = []
  const choose = <Value extends string>(
    param: string,
    allowed: readonly Value[],
    fallback: Value,
    message: string,
  ) => {
    const chosen = allowed.find((one) => one === textOf(form, param))
    if (!chosen) faults.push({ param, code: "unknown_value", message })
    return chosen ?? fallback
  }
  const offered = new Set(offeredKinds(req))
  const own: OwnNotifications = {
    channels: byKind((kind) =>
      offered.has(kind)
        ? choose(
            kind,
            channels,
            before.channels[kind],
            `Choose how you are notified: ${kindWords[kind].label}.`,
          )
        : before.channels[kind],
    ),
    scope: staff.assigned_matters_only
      ? before.scope
      : choose("scope", scopes, before.scope, "Choose which matters you are notified about."),
    digest: choose("digest", digestDays, before.digest, "Choose when you get the daily summary."),
  }
  const lacksSummary = own.digest === "off" && [...offered].some((kind) => own.channels[kind] === "digest")
  if (lacksSummary)
    faults.push({
      param: "digest",
      code: "required",
      message: "Choose the days of the daily summary: you chose it for some notifications above.",
    })
  if (faults.length > 0) throw badRequest(faults)
  await changePreferences(tx, staff.user_id, preferencesOf(own))
  return { to: "/console/account#notifications", flash: { done: "own_notifications_changed" } }
}

// How each member is notified, in a few ready choices, and what applies to those who have not chosen.
import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { changePreferences } from "../../../firm/users/users.ts"
import { checkboxes, choice } from "../../../web/console/forms/choice-fields.tsx"
import { form, onPage } from "../../../web/console/forms/form.ts"
import { NoMailServer } from "../../../web/console/mails/no-mail-server.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import type { View } from "../../../web/console/view.tsx"
import {
  type DigestDays,
  digestDays,
  type MatterScope,
  type OwnNotifications,
  preferencesOf,
  readOwnNotifications,
  scopes,
} from "../preferences.ts"
import { type Preset, preferencesOfPreset, presetOf, presets, quietChannel } from "../presets.ts"
import { byKind, type NotificationKind, notificationKinds, notificationRulesOf } from "../rules.ts"
import { kindWords } from "./kind-words.ts"

const home = "/console/settings/notifications"
const firmUrl = `${home}/firm`

export function notificationPages(console: Console): void {
  console.form(home, onPage(undefined, notificationsPage, ownForm), { own: true })
  console.form(firmUrl, onPage(home, notificationsPage, firmForm), { admin: true })
  const own = fieldsOf(preferencesOfPreset("firm", "off"), notificationKinds)
  registerSettings(home, { ...own, ...firmFields("assigned") })
}

async function notificationsPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Notification settings",
    lede: "What you hear of, and how. No one is notified of their own actions.",
    banner: !req.parts.config.smtp_url && <NoMailServer />,
    body: (
      <>
        {await ownForm.section(req, { action: home, isCard: true }, refused)}
        {await firmForm.section(req, { action: firmUrl, isCard: true }, refused)}
        <p class="hint">
          Emails about a matter contain its name and a link, and nothing that a client wrote. If no one
          responsible for a matter gets an email when a client submits, changes, answers or writes something,
          the admins get it instead. Notes that mention you always appear under the bell.
        </p>
      </>
    ),
  }
}

const presetWords: Record<Preset, { label: string; hint: string }> = {
  firm: { label: "As my firm says", hint: "About the matters below, by email when a client waits for you." },
  everything: { label: "Everything", hint: "The same, about all matters you may see." },
  mine: { label: "What is mine", hint: "The same, only about matters assigned to you." },
  urgent: {
    label: "Only what is urgent",
    hint: "An email about a message, an inquiry, an email that failed, or a couple that separates; the rest is under the bell.",
  },
}

const scopeWords: Record<MatterScope, string> = {
  firm: "As my firm says",
  assigned: "Matters assigned to me",
  all: "All matters I may see",
}

const digestWords: Record<DigestDays, string> = {
  off: "Never",
  weekdays: "Monday to Friday",
  daily: "Every day",
}

/** The kinds that a member may hear of: those limited to assigned matters see no inquiries. */
function kindsFor({ staff }: PageRequest): readonly NotificationKind[] {
  const rules = notificationRulesOf(staff.firm.settings)
  return notificationKinds.filter(
    (kind) => rules[kind] !== "none" && (kind !== "inquiry" || !staff.assigned_matters_only),
  )
}

function fieldsOf(own: OwnNotifications, kinds: readonly NotificationKind[]) {
  const options = kinds.map((value) => ({ value, ...kindWords[value] }))
  const of = (channel: string) => kinds.filter((kind) => own.channels[kind] === channel)
  const scope = choice({
    label: "Which matters",
    options: scopes.map((value) => ({ value, label: scopeWords[value] })),
    value: own.scope,
  })
  const custom = {
    emailed: checkboxes({ label: "Email me at once when", options, value: of("email") }),
    silent: checkboxes({ label: "Never tell me when", options, value: of("none") }),
    // Only the custom choice shows it.
    scope: { ...scope, parse: (typed?: readonly string[]) => scope.parse(typed ?? [own.scope]) },
  }
  return {
    preset: choice({
      label: "Notify me about",
      options: [
        ...presets.map((value) => ({ value, ...presetWords[value] })),
        { value: "custom" as const, label: "My own choice", reveal: custom },
      ],
      missing: "Choose what you are notified about.",
      value: presetOf(own) ?? ("custom" as const),
    }),
    ...custom,
    digest: choice({
      label: "Daily summary by email",
      hint: "At 7 a.m. in the firm’s time zone, with what waits for you and what was not emailed at once. No email is sent if there is nothing to report.",
      options: digestDays.map((value) => ({ value, label: digestWords[value] })),
      missing: "Choose when you get the daily summary.",
      value: own.digest,
    }),
  }
}

const ownForm = form({
  edits: true,
  open: async (req) => {
    const own = await readOwnNotifications(req.tx)
    return { title: "Yours", fields: fieldsOf(own, kindsFor(req)), record: own, submit: "Save" }
  },
  save: async (req, { preset, emailed, silent, scope, digest }, before) => {
    const kinds = kindsFor(req)
    const channelOf = (kind: NotificationKind) =>
      emailed.includes(kind) ? "email" : silent.includes(kind) ? "none" : quietChannel(digest)
    const own =
      preset === "custom"
        ? {
            scope,
            digest,
            // A kind that is not offered stays as it was.
            channels: byKind((kind) => (kinds.includes(kind) ? channelOf(kind) : before.channels[kind])),
          }
        : preferencesOfPreset(preset, digest)
    await changePreferences(req.tx, req.staff.user_id, preferencesOf(own))
    return { done: "own_notifications_changed" }
  },
})

const audienceOptions = [
  { value: "assigned", label: "Matters assigned to them", hint: "Of an inquiry, the admins hear." },
  { value: "all", label: "All matters they may see" },
] as const

function firmFields(value: "assigned" | "all") {
  return {
    audience: choice({
      label: "Notify them about",
      options: audienceOptions,
      missing: "Choose what colleagues are notified about.",
      value,
    }),
  }
}

/** For those who follow the firm: everyone, until they choose. */
const firmForm = form({
  edits: true,
  open: async ({ tx }) => {
    // They are the same for each kind.
    const { submitted } = notificationRulesOf((await getFirm(tx)).settings)
    return {
      title: "Your firm’s default",
      text: ["For new colleagues, and for all who chose “As my firm says”."],
      fields: firmFields(submitted === "all" ? "all" : "assigned"),
      submit: "Save",
      cancel: home,
    }
  },
  save: async ({ tx, staff }, { audience }) => {
    await changeSettings(tx, staff.firm_id, { notifications: byKind(() => audience) })
    return { done: "notifications_changed" }
  },
})

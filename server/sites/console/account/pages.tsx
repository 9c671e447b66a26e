import { endSession, endSessionsOf, listSessions, type SessionRow } from "../../../firm/access/sessions.ts"
import { max_photo_bytes } from "../../../firm/firms/logo/shape.ts"
import {
  IntroductionCard,
  introductionFields,
  introductionForm,
  introductionUrl,
  photoForm,
  photoRemoval,
  photoUrl,
} from "../../../firm/users/console/account/introduction.tsx"
import {
  ownEmail,
  ownEmailConfirmation,
  ownName,
  ownNameField,
  ownPassword,
} from "../../../firm/users/console/account/own-email.tsx"
import { newPasskey, passkeyRemoval } from "../../../firm/users/console/account/passkeys.tsx"
import { preferenceFields, preferences } from "../../../firm/users/console/account/preferences.tsx"
import { enrollment, recoveryCodes, removal } from "../../../firm/users/console/account/second-factor.tsx"
import { roleNames } from "../../../firm/users/console/team-words.tsx"
import { deviceName } from "../../../firm/users/device-name.ts"
import { tellOfChange } from "../../../firm/users/notices.ts"
import { listPasskeys, type Passkey } from "../../../firm/users/sign-in/passkeys.ts"
import { countRecoveryCodes } from "../../../firm/users/sign-in/recovery-codes.ts"
import { CalendarCard } from "../../../follow-up/calendar/console/feed.tsx"
import type { Parts } from "../../../parts.ts"
import { found } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { onPage } from "../../../web/console/forms/form.ts"
import { openFileForms } from "../../../web/console/forms/uploaded-file.ts"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import { timeColumn, When } from "../../../web/console/times.tsx"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { SummaryCard } from "../../../web/ui/components/card.tsx"
import { TableCard } from "../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"

const home = "/console/account"
const own = { own: true } as const

/** What all members manage for themselves: name, address, password, two-factor authentication, sessions. */
export function accountRoutes(console: Console): void {
  console.page(home, accountPage)
  console.form(`${home}/name`, onPage(home, accountPage, ownName), own)
  console.form(`${home}/email`, ownEmail, own)
  console.form(`${home}/email/confirmation`, ownEmailConfirmation, own)
  console.form(`${home}/password`, ownPassword, own)
  console.form(`${home}/second-step`, enrollment, { ...own, without_second_factor: true })
  console.form(`${home}/second-step/removal`, removal, own)
  console.form(`${home}/recovery-codes`, recoveryCodes, own)

  console.form(introductionUrl, onPage(home, accountPage, introductionForm), own)
  console.form(`${home}/preferences`, onPage(home, accountPage, preferences), own)
  registerSettings(home, {
    name: ownNameField(""),
    ...introductionFields({ title: "", welcome: "" }),
    ...preferenceFields({}),
  })
  console.form(`${home}/passkeys/new`, newPasskey, own)
  console.form(`${home}/passkeys/removal`, onPage(home, accountPage, passkeyRemoval), own)

  console.action(`${home}/sessions/removal`, endSessions, own)
}

export function photoPages(root: App, parts: Parts): void {
  openFileForms(root, parts, { max_bytes: max_photo_bytes }, (console) => {
    console.form(photoUrl, onPage(home, accountPage, photoForm), own)
    console.form(`${photoUrl}/deletion`, onPage(home, accountPage, photoRemoval), own)
  })
}

async function endSessions({ tx, staff, parts, form }: PageRequest): Promise<Redirect> {
  const session_id = trimmedTextOf(form, "session_id")
  if (session_id) {
    const all = await listSessions(tx, staff.user_id)
    await endSession(tx, found(all.find(({ id }) => id === session_id)).id)
  } else await endSessionsOf(tx, staff.user_id, staff.session_id)
  await tellOfChange(tx, parts, staff.user_id, "sessions_ended")
  return { to: home, flash: { done: session_id ? "session_ended" : "sessions_ended" } }
}

async function accountPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { staff, tx } = req
  const [sessions, passkeys, codes] = await Promise.all([
    listSessions(tx, staff.user_id),
    listPasskeys(tx, staff.user_id),
    countRecoveryCodes(tx, staff.user_id),
  ])
  const calendar = await CalendarCard(req)
  return {
    title: "Your account",
    islands: ["copy", "portrait"],
    body: (
      <>
        <SummaryCard
          title="You"
          rows={[
            { key: "Name", value: staff.name || "Not set" },
            {
              key: "Email address",
              value: staff.email,
              actions: [{ href: "/console/account/email", text: "Change", about: "your email address" }],
            },
            { key: "Role", value: roleNames[staff.role] },
            passwordRow(req),
            secondFactorRow(req),
            staff.has_second_factor && recoveryCodesRow(codes),
          ]}
        />
        {await ownName.section(req, { action: "/console/account/name" }, refused)}
        {await IntroductionCard({ req, refused })}
        {!req.parts.config.oidc_only && <PasskeyTable passkeys={passkeys} req={req} />}
        {await passkeyRemoval.section(req, { action: "/console/account/passkeys/removal" }, refused)}
        {await preferences.section(req, { action: "/console/account/preferences", isCard: true }, refused)}
        {calendar}
        <SessionTable sessions={sessions} req={req} />
      </>
    ),
  }
}

function passwordRow({ parts: { config } }: PageRequest) {
  const key = "Password"
  if (config.oidc_only) return { key, value: `Not used: you sign in with ${config.oidc_name}` }
  const actions = [{ href: "/console/account/password", text: "Change", about: "your password" }]
  return { key, value: "Set", actions }
}

function secondFactorRow({ staff }: PageRequest) {
  const [href, about] = ["/console/account/second-step", "two-factor authentication"]
  const isOn = staff.has_second_factor
  const isRequired = staff.firm.settings.require_second_factor === true
  const end = { href: `${href}/removal`, text: "Turn off", about }
  return {
    key: "Two-factor authentication",
    value: isOn ? <Tag tone="success">On</Tag> : <Tag tone="warning">Off</Tag>,
    actions: isOn
      ? [{ href, text: "Move", about: `${about} to another app` }, ...(isRequired ? [] : [end])]
      : [{ href, text: "Set up", about }],
  }
}

function recoveryCodesRow(left: number) {
  const actions = [{ href: "/console/account/recovery-codes", text: "Create new ones" }]
  return { key: "Recovery codes", value: `${left} left`, actions }
}

function PasskeyTable({ passkeys, req }: { passkeys: readonly Passkey[]; req: PageRequest }) {
  return (
    <TableCard
      title="Passkeys"
      card={{
        id: "passkeys",
        actions: (
          <LinkButton href="/console/account/passkeys/new" variant="secondary" small>
            Add a passkey
          </LinkButton>
        ),
      }}
      caption="Passkeys"
      columns={[
        { label: "Device", cell: ({ name }) => name },
        timeColumn(req, "Last used", "last_used_at", "Never"),
        { label: "Added", cell: ({ created_at }) => <When at={created_at} req={req} /> },
      ]}
      records={passkeys}
      empty={
        <p class="card-note">
          With a passkey, you sign in with your device’s fingerprint, face or PIN instead of a password and
          code.
        </p>
      }
    />
  )
}

function SessionTable({ sessions, req }: { sessions: readonly SessionRow[]; req: PageRequest }) {
  const others = sessions.filter(({ id }) => id !== req.staff.session_id)
  return (
    <TableCard
      title="Where you are signed in"
      card={{
        actions: others.length > 0 && (
          <PostButton action="/console/account/sessions/removal" variant="secondary" small>
            Sign out all others
          </PostButton>
        ),
      }}
      caption="Where you are signed in"
      columns={[
        { label: "Browser", cell: ({ device }) => deviceName(device) },
        { label: "Last used", cell: ({ last_seen_at }) => <When at={last_seen_at} req={req} /> },
        { label: "Since", cell: ({ created_at }) => <When at={created_at} req={req} /> },
        {
          label: "Sign out",
          isButtons: true,
          cell: ({ id, device }) =>
            id === req.staff.session_id ? (
              <Tag tone="accent">This browser</Tag>
            ) : (
              <PostButton
                action="/console/account/sessions/removal"
                fields={{ session_id: id }}
                about={deviceName(device)}
                variant="quiet"
                small
              >
                Sign out
              </PostButton>
            ),
        },
      ]}
      records={sessions}
    />
  )
}

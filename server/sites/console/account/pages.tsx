import { listSessions, type SessionRow } from "../../../firm/access/sessions.ts"
import { IntroductionCard } from "../../../firm/users/console/account/introduction.tsx"
import { ownName } from "../../../firm/users/console/account/own-email.tsx"
import { passkeyRemoval } from "../../../firm/users/console/account/passkeys.tsx"
import { preferences } from "../../../firm/users/console/account/preferences.tsx"
import { roleNames } from "../../../firm/users/console/team-words.tsx"
import { deviceName } from "../../../firm/users/device-name.ts"
import { listPasskeys, type Passkey } from "../../../firm/users/sign-in/passkeys.ts"
import { countRecoveryCodes } from "../../../firm/users/sign-in/recovery-codes.ts"
import { CalendarCard } from "../../../follow-up/calendar/console/feed.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { timeColumn, When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { SummaryCard } from "../../../web/ui/components/card.tsx"
import { TableCard } from "../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"

export async function accountPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
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
        { label: "Device", primary: true, cell: ({ name }) => name },
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
        { label: "Browser", primary: true, cell: ({ device }) => deviceName(device) },
        { label: "Last used", cell: ({ last_seen_at }) => <When at={last_seen_at} req={req} /> },
        { label: "Since", cell: ({ created_at }) => <When at={created_at} req={req} /> },
        {
          label: "Sign out",
          hideLabel: true,
          narrow: true,
          align: "end",
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

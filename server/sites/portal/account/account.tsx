// How a client signs in: email address for codes, password, passkeys; and the signed-in devices.

import { endSessionsOf, listSessions, type SessionRow } from "../../../firm/access/sessions.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { deviceName } from "../../../firm/users/device-name.ts"
import { tellOfChange } from "../../../firm/users/notices.ts"
import { listPasskeys } from "../../../firm/users/sign-in/passkeys.ts"
import { readClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../intake/portal/sections/section.tsx"
import type { Redirect, View } from "../../../intake/portal/view.tsx"
import { timeOf } from "../../../intake/portal/who-and-when.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { SummaryList } from "../../../web/ui/components/card.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { PasskeyCard } from "./passkeys.tsx"

export async function showAccount(req: PageRequest, request: RoutedRequest): Promise<View> {
  const { words, tx, client } = req
  const [sign_in, sessions, passkeys] = await Promise.all([
    readClientSignIn(tx, client),
    listSessions(tx, client.user_id),
    listPasskeys(tx, client.user_id),
  ])
  const { account } = words
  const { email, has_password } = sign_in
  return {
    title: account.title,
    back: { href: "/portal" },
    banner: request.query.saved && (
      <Banner tone="success" role="status" title={account.saved}>
        <p>{account.saved_text}</p>
      </Banner>
    ),
    body: (
      <>
        <PageHeading title={account.title} lede={account.lede} />
        <SummaryList
          rows={[
            {
              key: account.email_label,
              value: email || account.none_yet,
              actions: [
                {
                  href: "/portal/account/email",
                  text: email ? words.frame.change : words.frame.add,
                  about: account.email_label,
                },
              ],
            },
            {
              key: account.password_label,
              value: has_password ? account.password_state : account.none_yet,
              actions: [
                {
                  href: "/portal/account/password",
                  text: has_password ? words.frame.change : words.frame.add,
                  about: account.password_label,
                },
              ],
            },
          ]}
        />
        <PasskeyCard passkeys={passkeys} req={req} />
        <Devices sessions={sessions} req={req} />
      </>
    ),
  }
}

function Devices({ sessions, req }: { sessions: readonly SessionRow[]; req: PageRequest }) {
  const { words, client } = req
  const { account } = words
  return (
    <>
      <h2>{account.devices}</h2>
      <ul>
        {sessions.map((session) => (
          <li key={session.id}>
            {deviceName(session.device)}
            {session.id === client.session_id
              ? ` (${account.this_device})`
              : `, ${words.passkeys.last_used(timeOf(session.last_seen_at, req))}`}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <form method="post" action="/portal/account/devices">
          <Button variant="secondary">{account.sign_out_others}</Button>
        </form>
      )}
    </>
  )
}

/** Signs the client out on all other devices. */
export async function endOtherDevices({ tx, client, parts }: PageRequest): Promise<Redirect> {
  const { user_id, matter_id, session_id } = client
  const sessions = await listSessions(tx, user_id)
  if (sessions.length > 1) {
    const { email } = await readClientSignIn(tx, client)
    await endSessionsOf(tx, user_id, session_id)
    await recordAudit(tx, "client_sessions_ended", { matter_id, record_id: user_id })
    await tellOfChange(tx, parts, user_id, "sessions_ended", { email, matter_id })
  }
  return { to: "/portal/account" }
}

/** Whether the client could sign in on another device. */
export async function canSignInElsewhere({ tx, client }: PageRequest): Promise<boolean> {
  const { email, has_password, passkeys } = await readClientSignIn(tx, client)
  return has_password || email !== "" || passkeys > 0
}

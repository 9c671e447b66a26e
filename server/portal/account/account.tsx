// How a client comes back: the address that codes go to, a password, and the devices signed in now.
import { endSessionsOf, listSessions } from "../../access/sessions.ts"
import { parseEmail } from "../../answers/email_and_phone.ts"
import { faultSentence } from "../../answers/fault_sentences.ts"
import { sql } from "../../platform/db/sql.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import type { SummaryError } from "../../ui/components/error-summary.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { changePassword } from "../../users/passwords.ts"
import { changeClientEmail } from "../../users/users.ts"
import { textOf } from "../form.ts"
import { PageForm } from "../page_form.tsx"
import type { RoutedRequest } from "../routes.ts"
import { timeOf } from "../time.ts"
import type { Redirect, View } from "../view.tsx"
import type { Visit } from "../visit.ts"

const least_characters = 10
/** Hashing takes the longer the more there is to hash. */
const most_characters = 200

/** Shows how one comes back. */
export async function showAccount(visit: Visit, request: RoutedRequest): Promise<View> {
  const { words, tx, client } = visit
  const [{ has_password }, sessions] = await Promise.all([
    tx.one<{ has_password: boolean }>(sql`
      select password_hash is not null as has_password from users where id = ${client.user_id}`),
    listSessions(tx, client.user_id),
  ])
  const email = textOf(request.form, "email") ?? client.email
  const faults = faultsOf(visit, request)
  const { account } = words
  return {
    title: account.title,
    status: faults.length > 0 ? 422 : 200,
    errors: faults,
    back: { href: "/portal" },
    banner: request.query.saved && (
      <Banner tone="success" role="status" title={account.saved}>
        <p>{account.saved_text}</p>
      </Banner>
    ),
    body: (
      <>
        <PageHeading title={account.title} lede={account.lede} />
        <PageForm action="/portal/account" words={words} submit={account.submit}>
          <TextField
            id="email"
            type="email"
            inputmode="email"
            autocomplete="email"
            label={account.email_label}
            hint={account.email_hint}
            value={email}
            error={faults.find(({ href }) => href === "email")?.text as string | undefined}
          />
          <TextField
            id="password"
            type="password"
            autocomplete="new-password"
            label={account.password_label}
            optional={words.frame.optional}
            hint={has_password ? account.password_set : account.password_hint}
            error={faults.find(({ href }) => href === "password")?.text as string | undefined}
          />
        </PageForm>
        <h2>{account.devices}</h2>
        <ul>
          {sessions.map((session) => (
            <li key={session.id}>
              {deviceName(session.device)}
              {session.id === client.session_id
                ? ` (${account.this_device})`
                : `, ${account.last_used(timeOf(session.last_seen_at, visit))}`}
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <form method="post" action="/portal/account/devices">
            <Button look="secondary">{account.sign_out_others}</Button>
          </form>
        )}
      </>
    ),
  }
}

/** Saves address and password; the other devices stay signed in unless the password changed. */
export async function saveAccount(visit: Visit, request: RoutedRequest): Promise<View | Redirect> {
  if (faultsOf(visit, request).length > 0) return showAccount(visit, request)
  const { tx, client } = visit
  const email = (textOf(request.form, "email") ?? "").trim()
  const password = textOf(request.form, "password") ?? ""
  if (email !== client.email) await changeClientEmail(tx, client.user_id, email)
  if (password !== "") {
    await changePassword(tx, client.user_id, password)
    await endSessionsOf(tx, client.user_id, client.session_id)
  }
  return { to: "/portal/account?saved=yes" }
}

/** Signs the client out everywhere but here. */
export async function endOtherDevices({ tx, client }: Visit): Promise<Redirect> {
  await endSessionsOf(tx, client.user_id, client.session_id)
  return { to: "/portal/account" }
}

/** Whether this client could come back on another device. */
export async function hasWayBack({ tx, client }: Visit): Promise<boolean> {
  const { has_way } = await tx.one<{ has_way: boolean }>(sql`
    select u.password_hash is not null or u.email <> '' or i.email <> '' as has_way
      from users u join invitations i on i.id = ${client.invitation_id} where u.id = ${client.user_id}`)
  return has_way
}

function faultsOf({ words, lang }: Visit, { form }: RoutedRequest): (SummaryError & { text: string })[] {
  const email = parseEmail(textOf(form, "email"))
  const { length } = textOf(form, "password") ?? ""
  return [
    ...(email.kind === "fault"
      ? [{ href: "email", text: faultSentence(email.fault, words.account.email_label, lang) }]
      : []),
    ...(length > 0 && length < least_characters
      ? [{ href: "password", text: words.account.password_short }]
      : []),
    ...(length > most_characters ? [{ href: "password", text: words.account.password_long }] : []),
  ]
}

/** Browser and system in a few words, from what a browser calls itself. */
function deviceName(device: string): string {
  const system = /iPhone|iPad|Android|Windows|Mac OS|CrOS|Linux/.exec(device)?.[0]
  const browser = /Edg|Firefox|SamsungBrowser|Chrome|Safari/.exec(device)?.[0]
  const names: Record<string, string> = {
    Edg: "Edge",
    SamsungBrowser: "Samsung Internet",
    "Mac OS": "Mac",
    CrOS: "Chromebook",
  }
  const known = [browser, system].flatMap((name) => (name ? [names[name] ?? name] : []))
  return known.join(", ") || device.slice(0, 40) || "–"
}

import { type KeyRow, listKeys, type Scope, scopes } from "../../../firm/access/api/keys.ts"
import { consentPath } from "../../../firm/access/apps/addresses.ts"
import { listStaffNames } from "../../../firm/users/users.ts"
import {
  TestFirmAccess,
  testFirmDeletion,
  testFirmForm,
} from "../../../operations/test-firms/console/forms.tsx"
import { onPage } from "../../../web/console/forms/form.ts"
import { FoundTable, findRows, isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { timeColumn, When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { Card, EmptyState, SummaryCard } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { List } from "../../../web/ui/components/list.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { consentForm } from "./consent.tsx"
import { findKey, keysCrumb, newKeyForm, revocation, scopeWords } from "./key-forms.tsx"

const admin = { admin: true }
const key = `${keysCrumb.href}/:key_id`
const testFirmUrl = "/console/settings/test-firm"

export function keyPages(console: Console): void {
  const home = keysCrumb.href
  console.form(home, onPage(undefined, keysPage, newKeyForm), admin)
  console.form(testFirmUrl, onPage(home, keysPage, testFirmForm), admin)
  console.form(`${testFirmUrl}/deletion`, onPage(home, keysPage, testFirmDeletion), admin)
  console.form(consentPath, consentForm, admin)
  console.page(key, keyPage, admin)
  console.form(`${key}/revocation`, onPage(key, keyPage, revocation), admin)
}

async function keysPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const [keys, nameOf] = await Promise.all([listKeys(req.tx), creatorNames(req)])
  const found = findRows(req, keysCrumb.href, keys, (key) => `${key.name} ${markOf(key)}`)
  return {
    status: isPastTheEnd(found.list) ? 404 : 200,
    title: "API keys",
    lede: (
      <>
        With a key, your own software can read and change matters. AI assistants and other apps connect by the
        address <code>{req.parts.base_url}/mcp</code>. <a href="/docs">How it works</a>
      </>
    ),
    actions: (
      <LinkButton href="/console/settings/keys/requests" variant="quiet">
        Requests
      </LinkButton>
    ),
    islands: ["copy"],
    body: (
      <>
        <TestFirmAccess req={req} />
        {await newKeyForm.section(req, { action: keysCrumb.href }, refused)}
        <FoundTable
          found={found}
          find="Name or mark"
          caption="API keys and connected apps, newest first"
          isMuted={(key) => stateOf(key, req) !== "live"}
          columns={[
            { label: "Key", cell: ({ id, name }) => <a href={`/console/settings/keys/${id}`}>{name}</a> },
            { label: "Mark", cell: (key) => <code>{markOf(key)}</code> },
            { label: "State", narrow: true, cell: (key) => <KeyTag apiKey={key} req={req} /> },
            {
              label: "Permissions",
              cell: (key) =>
                key.scopes.length === scopes.length ? "All" : `${key.scopes.length} of ${scopes.length}`,
            },
            { label: "Created by", cell: ({ created_by }) => nameOf(created_by) },
            timeColumn(req, "Last used", "last_used_at", "Never"),
            { label: "Expires", cell: ({ expires_at }) => <When at={expires_at} req={req} none="Never" /> },
          ]}
          empty={
            <EmptyState title="No keys yet" icon="key">
              Create one for each program that uses the API, so that you can revoke them separately.
            </EmptyState>
          }
        />
        {await testFirmForm.section(req, { action: testFirmUrl, isCard: true }, refused)}
        {await testFirmDeletion.section(req, { action: `${testFirmUrl}/deletion` }, refused)}
      </>
    ),
  }
}

export function stateOf(
  { revoked_at, expires_at }: KeyRow,
  { tx }: PageRequest,
): "live" | "revoked" | "expired" {
  if (revoked_at) return "revoked"
  return expires_at && expires_at <= tx.now ? "expired" : "live"
}

/** What tells it from others of its name: the end of a key, or where an app is. */
function markOf({ redirect_uri, token_end }: KeyRow): string {
  // The word joiner holds both in one line.
  return redirect_uri ? new URL(redirect_uri).host : `…\u2060${token_end}`
}

async function creatorNames({ tx }: PageRequest): Promise<(user_id: string) => string> {
  const names = new Map((await listStaffNames(tx)).map(({ id, name }) => [id, name]))
  return (user_id) => names.get(user_id) ?? "Unknown"
}

export function KeyTag({ apiKey, req }: { apiKey: KeyRow; req: PageRequest }) {
  const state = stateOf(apiKey, req)
  if (state === "live") return <Tag tone="success">Live</Tag>
  return <Tag tone="neutral">{state === "revoked" ? "Revoked" : "Expired"}</Tag>
}

async function keyPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const [key, nameOf] = await Promise.all([findKey(req), creatorNames(req)])
  const token = typeof req.handed.token === "string" ? req.handed.token : undefined
  return {
    title: key.name,
    tab_title: `${key.redirect_uri ? "App" : "API key"} ${key.name}`,
    breadcrumbs: [keysCrumb],
    tag: <KeyTag apiKey={key} req={req} />,
    actions: (
      <LinkButton href={`/console/settings/keys/requests?key=${key.id}`} variant="quiet">
        Requests
      </LinkButton>
    ),
    islands: ["copy"],
    body: (
      <>
        {token && <NewToken token={token} apiKey={key} req={req} />}
        <SummaryCard
          title="About the key"
          rows={[
            { key: key.redirect_uri ? "App at" : "Ends with", value: <code>{markOf(key)}</code> },
            {
              key: "Permissions",
              value: (
                <List
                  items={key.scopes.map((scope) => (
                    <>
                      {scopeWords[scope].label} <span class="cell-note">{scope}</span>
                    </>
                  ))}
                />
              ),
            },
            { key: "Created", value: <When at={key.created_at} req={req} /> },
            { key: "Created by", value: nameOf(key.created_by) },
            { key: "Last used", value: <When at={key.last_used_at} req={req} none="Never" /> },
            { key: "Expires", value: <When at={key.expires_at} req={req} none="Never" /> },
            key.revoked_at && { key: "Revoked", value: <When at={key.revoked_at} req={req} /> },
          ]}
        />
        {stateOf(key, req) === "live" &&
          (await revocation.section(req, { action: `${keysCrumb.href}/${key.id}/revocation` }, refused))}
      </>
    ),
  }
}

function NewToken({ token, apiKey, req }: { token: string; apiKey: KeyRow; req: PageRequest }) {
  const path = tryPaths.find(([scope]) => apiKey.scopes.includes(scope))?.[1]
  return (
    <Card title="Copy it now">
      <CopyField
        id="token"
        label="API key"
        hint="Protect it like a password. We store only a hash of it and can’t show it again."
        value={token}
      />
      {path && (
        <CopyField
          id="curl"
          label="Try it"
          hint="Paste this into a terminal."
          value={`curl -H "Authorization: Token ${token}" ${req.parts.base_url}${path}`}
        />
      )}
    </Card>
  )
}

/** A first request to try with a key of each scope. */
const tryPaths: readonly [Scope, string][] = [
  ["matters:read", "/v1/matters"],
  ["questionnaires:read", "/v1/questionnaires"],
  ["events:read", "/v1/events"],
]

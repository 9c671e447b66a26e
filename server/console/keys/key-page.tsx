import { type KeyRow, listKeys, type Scope } from "../../access/keys.ts"
import { notFound } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { CopyField } from "../../ui/components/copy-field.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import { listTeam } from "../../users/team.ts"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import { When } from "../times.tsx"
import type { View } from "../view.tsx"
import type { Tried, Visit } from "../visit.ts"
import { KeyTag, keysCrumb, stateOf } from "./keys-page.tsx"
import { scopeWords } from "./new-key-page.tsx"

export async function findKey({ tx, param }: Visit): Promise<KeyRow> {
  const key = (await listKeys(tx)).find(({ id }) => id === param("key_id"))
  if (!key) throw notFound()
  return key
}

export async function keyPage(visit: Visit): Promise<View> {
  const [key, team] = await Promise.all([findKey(visit), listTeam(visit.tx)])
  const maker = team.find(({ id }) => id === key.created_by)
  const token = typeof visit.handed.token === "string" ? visit.handed.token : undefined
  return {
    title: key.name,
    tab_title: `API key ${key.name}`,
    breadcrumbs: [keysCrumb],
    heading: {
      tag: <KeyTag apiKey={key} visit={visit} />,
      actions: stateOf(key, visit) === "live" && (
        <LinkButton href={`/console/keys/${key.id}/revocation`} look="secondary">
          Revoke
        </LinkButton>
      ),
    },
    islands: ["copy"],
    body: (
      <>
        {token && <FreshToken token={token} apiKey={key} visit={visit} />}
        <Card title="About the key" flush>
          <SummaryList
            rows={[
              { key: "Ends with", value: <code>…{key.token_end}</code> },
              {
                key: "May",
                value: (
                  <ul>
                    {key.scopes.map((scope) => (
                      <li key={scope}>
                        {scopeWords[scope].label} <span class="cell-note">{scope}</span>
                      </li>
                    ))}
                  </ul>
                ),
              },
              { key: "Made", value: <When at={key.created_at} visit={visit} /> },
              { key: "By", value: maker ? maker.name || maker.email : "Nobody known" },
              { key: "Last used", value: <When at={key.last_used_at} visit={visit} none="Never" /> },
              { key: "Expires", value: <When at={key.expires_at} visit={visit} none="Never" /> },
              ...(key.revoked_at
                ? [{ key: "Revoked", value: <When at={key.revoked_at} visit={visit} /> }]
                : []),
            ]}
          />
        </Card>
      </>
    ),
  }
}

function FreshToken({ token, apiKey, visit }: { token: string; apiKey: KeyRow; visit: Visit }) {
  const path = tryPaths.find(([scope]) => apiKey.scopes.includes(scope))?.[1]
  return (
    <Card title="Copy it now">
      <CopyField
        id="token"
        label="API key"
        hint="Keep it like a password. It is stored here only as a fingerprint and cannot be shown again."
        value={token}
        copy="Copy"
        copied="Copied"
      />
      {path && (
        <CopyField
          id="curl"
          label="Try it"
          hint="Paste this into a terminal."
          value={`curl -H "Authorization: Token ${token}" ${visit.parts.base_url}${path}`}
          copy="Copy"
          copied="Copied"
        />
      )}
    </Card>
  )
}

/** A first request that works with a key of that scope. */
const tryPaths: readonly [Scope, string][] = [
  ["matters:read", "/v1/matters"],
  ["questionnaires:read", "/v1/questionnaires"],
  ["events:read", "/v1/events"],
]

export async function revocationPage(visit: Visit, tried?: Tried): Promise<View> {
  const key = await findKey(visit)
  return {
    title: "Revoke this key?",
    breadcrumbs: [keysCrumb, { text: key.name, href: `/console/keys/${key.id}` }],
    heading: { caption: `${key.name} (…${key.token_end})` },
    tried,
    body: (
      <Card>
        <p>
          Whatever uses it is refused from the next request on. This cannot be undone; you can make a new key.
        </p>
        {key.last_used_at && (
          <p>
            It was last used <When at={key.last_used_at} visit={visit} />.
          </p>
        )}
        <form method="post">
          <SubmitOrCancel cancel={`/console/keys/${key.id}`} look="danger">
            Revoke the key
          </SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

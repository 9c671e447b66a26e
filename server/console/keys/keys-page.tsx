import { type KeyRow, listKeys, scopes } from "../../access/keys.ts"
import { DataTable } from "../../ui/components/data-table.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import { When } from "../times.tsx"
import type { View } from "../view.tsx"

export const keysCrumb = { text: "API keys", href: "/console/keys" }

export async function keysPage(req: PageRequest): Promise<View> {
  const keys = await listKeys(req.tx)
  return {
    title: "API keys",
    heading: {
      lede: (
        <>
          With a key, your own software can read and create matters. <a href="/docs">How it works</a>
        </>
      ),
      actions: (
        <LinkButton href="/console/keys/new" icon="plus">
          New API key
        </LinkButton>
      ),
    },
    body: (
      <DataTable
        caption="API keys, newest first"
        columns={[
          { key: "name", label: "Key", primary: true },
          { key: "end", label: "Ends with" },
          { key: "state", label: "State", narrow: true },
          { key: "scopes", label: "Permissions" },
          { key: "used", label: "Last used" },
          { key: "expires", label: "Expires" },
        ]}
        rows={keys.map((key) => ({
          id: key.id,
          muted: stateOf(key, req) !== "live",
          cells: {
            name: <a href={`/console/keys/${key.id}`}>{key.name}</a>,
            end: <code>…{key.token_end}</code>,
            state: <KeyTag apiKey={key} req={req} />,
            scopes: key.scopes.length === scopes.length ? "All" : `${key.scopes.length} of ${scopes.length}`,
            used: <When at={key.last_used_at} req={req} none="Never" />,
            expires: <When at={key.expires_at} req={req} none="Never" />,
          },
        }))}
        empty={
          <EmptyState
            title="No keys yet"
            icon="key"
            action={
              <LinkButton href="/console/keys/new" icon="plus">
                New API key
              </LinkButton>
            }
          >
            Create one for each program that uses the API, so that you can revoke them separately.
          </EmptyState>
        }
      />
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

export function KeyTag({ apiKey, req }: { apiKey: KeyRow; req: PageRequest }) {
  const state = stateOf(apiKey, req)
  if (state === "live") return <Tag tone="success">Live</Tag>
  return <Tag tone="neutral">{state === "revoked" ? "Revoked" : "Expired"}</Tag>
}

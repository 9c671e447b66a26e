import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { LinkButton } from "../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { DataTable } from "../../../web/ui/components/data-table.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { type KeyRow, listKeys, scopes } from "../api/keys.ts"
import { keysCrumb, newKeyForm } from "./key-forms.tsx"

export async function keysPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
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
        <LinkButton href="/console/settings/keys/requests" variant="quiet">
          Requests
        </LinkButton>
      ),
    },
    body: (
      <>
        {await newKeyForm.section(req, { action: keysCrumb.href }, refused)}
        <DataTable
          caption="API keys, newest first"
          records={keys}
          isMuted={(key) => stateOf(key, req) !== "live"}
          columns={[
            {
              label: "Key",
              primary: true,
              cell: ({ id, name }) => <a href={`/console/settings/keys/${id}`}>{name}</a>,
            },
            { label: "Ends with", cell: ({ token_end }) => <code>…{token_end}</code> },
            { label: "State", narrow: true, cell: (key) => <KeyTag apiKey={key} req={req} /> },
            {
              label: "Permissions",
              cell: (key) =>
                key.scopes.length === scopes.length ? "All" : `${key.scopes.length} of ${scopes.length}`,
            },
            {
              label: "Last used",
              cell: ({ last_used_at }) => <When at={last_used_at} req={req} none="Never" />,
            },
            { label: "Expires", cell: ({ expires_at }) => <When at={expires_at} req={req} none="Never" /> },
          ]}
          empty={
            <EmptyState title="No keys yet" icon="key">
              Create one for each program that uses the API, so that you can revoke them separately.
            </EmptyState>
          }
        />
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

export function KeyTag({ apiKey, req }: { apiKey: KeyRow; req: PageRequest }) {
  const state = stateOf(apiKey, req)
  if (state === "live") return <Tag tone="success">Live</Tag>
  return <Tag tone="neutral">{state === "revoked" ? "Revoked" : "Expired"}</Tag>
}

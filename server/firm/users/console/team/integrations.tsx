import { endpointUrl, shortUrl } from "../../../../outputs/webhooks/console/lists.tsx"
import { listEndpoints } from "../../../../outputs/webhooks/endpoints.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { List } from "../../../../web/ui/components/list.tsx"
import { listKeys } from "../../../access/api/keys.ts"
import { stateOf } from "../../../access/console/keys-page.tsx"
import type { Member } from "../../team.ts"

/** Warns about the API keys and webhook endpoints a leaving member created: they keep working. */
export async function MemberIntegrations(req: PageRequest, member: Member) {
  const [keys, endpoints] = await Promise.all([listKeys(req.tx), listEndpoints(req.tx)])
  const live = keys.filter((key) => key.created_by === member.id && stateOf(key, req) === "live")
  const own = endpoints.filter(({ created_by, disabled_at }) => created_by === member.id && !disabled_at)
  const links = [
    ...live.map(({ id, name }) => ({ href: `/console/settings/keys/${id}`, text: name, kind: "API key" })),
    ...own.map((endpoint) => ({
      href: endpointUrl(endpoint),
      text: shortUrl(endpoint.url),
      kind: "Webhook endpoint",
    })),
  ]
  if (links.length === 0) return null
  return (
    <>
      <p>These keep working after the account is deactivated. Revoke or remove what the firm doesn’t need.</p>
      <List
        items={links.map(({ href, text, kind }) => (
          <>
            {kind}: <a href={href}>{text}</a>
          </>
        ))}
      />
    </>
  )
}

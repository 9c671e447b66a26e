import { onPage } from "../../../web/console/forms/form.ts"
import { isPastTheEnd } from "../../../web/console/list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { When } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { PostButton } from "../../../web/ui/components/button.tsx"
import { Card, SummaryCard } from "../../../web/ui/components/card.tsx"
import { CopyField } from "../../../web/ui/components/copy-field.tsx"
import { resendDelivery } from "../deliveries.ts"
import { type Endpoint, getEndpoint } from "../endpoints.ts"
import { revealSecret } from "../secrets.ts"
import { deliveryPage, findDelivery } from "./deliveries.tsx"
import { endpointForm, endpointsPage, newEndpointForm } from "./endpoints-page.tsx"
import {
  Deliveries,
  EndpointTag,
  endpointUrl,
  isStopped,
  readDeliveries,
  shortUrl,
  webhooksCrumb,
} from "./lists.tsx"
import { pause, recovery, removal, resumption, secretRotation, testForm } from "./steps.ts"

const admin = { admin: true }
const base = "/console/settings/webhooks/:endpoint_id"

export function webhookPages(console: Console): void {
  console.form("/console/settings/webhooks", onPage(undefined, endpointsPage, newEndpointForm), admin)
  console.page(base, endpointPage, admin)
  for (const [path, form] of Object.entries(steps))
    console.form(`${base}/${path}`, onPage(base, endpointPage, form), admin)
  console.action(
    `${base}/secret/reveal`,
    async ({ tx, param }) => {
      const { id, url } = await getEndpoint(tx, param("endpoint_id"))
      return {
        to: endpointUrl({ id }),
        flash: { done: "secret_revealed", handed: { reveal: true } },
        about: { label: shortUrl(url) },
      }
    },
    admin,
  )
  console.page(`${base}/deliveries/:delivery_id`, deliveryPage, admin)
  console.action(
    `${base}/deliveries/:delivery_id/resending`,
    async (req) => {
      const { endpoint, delivery } = await findDelivery(req)
      await resendDelivery(req.tx, delivery.id)
      return { to: `${endpointUrl(endpoint)}/deliveries/${delivery.id}`, flash: { done: "delivery_resent" } }
    },
    admin,
  )
}

/** What can be done with an endpoint, by its path below the page, in the order of the page. */
const steps = {
  tests: testForm,
  recovery,
  settings: endpointForm,
  "secret/rotation": secretRotation,
  resumption,
  pause,
  removal,
}

async function endpointPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const endpoint = await getEndpoint(req.tx, req.param("endpoint_id"))
  const home = endpointUrl(endpoint)
  const secret =
    req.handed.reveal === true ? await revealSecret(req.tx, req.parts.ring, endpoint.id) : undefined
  const log = await readDeliveries(req, endpoint)
  const impossible = isStopped(endpoint) ? "pause" : "resumption"
  const possible = Object.entries(steps).filter(([path]) => path !== impossible)
  return {
    title: shortUrl(endpoint.url),
    status: isPastTheEnd(log.list) ? 404 : 200,
    breadcrumbs: [webhooksCrumb],
    tag: <EndpointTag endpoint={endpoint} />,
    lede: endpoint.description || undefined,
    banner: <StateBanner endpoint={endpoint} req={req} />,
    islands: ["copy"],
    body: (
      <>
        <Secret endpoint={endpoint} secret={secret} req={req} />
        <Deliveries endpoint={endpoint} req={req} log={log} />
        <SummaryCard
          title="About the endpoint"
          rows={[
            { key: "Address", value: <span class="long-text">{endpoint.url}</span> },
            { key: "Events", value: endpoint.event_types.join(", ") },
            { key: "Custom headers", value: endpoint.header_names.join(", ") || "None" },
            { key: "Created", value: <When at={endpoint.created_at} req={req} /> },
            endpoint.is_by_key && { key: "Created by", value: <CreatingKey endpoint={endpoint} /> },
            {
              key: "Last event delivered",
              value: (
                <When at={endpoint.last_success_at} req={req} none="None yet, not counting test events" />
              ),
            },
            { key: "Last failed", value: <When at={endpoint.last_failure_at} req={req} none="Never" /> },
            { key: "ID", value: <code class="id-text">{endpoint.id}</code> },
          ]}
        />
        <Card title="What you can do">
          {
            await Promise.all(
              possible.map(([path, form]) => form.section(req, { action: `${home}/${path}` }, refused)),
            )
          }
        </Card>
      </>
    ),
  }
}

function CreatingKey({ endpoint: { key_id, key_name } }: { endpoint: Endpoint }) {
  if (!key_name) return "An API key"
  return (
    <>
      API key <a href={`/console/settings/keys/${key_id}`}>{key_name}</a>
    </>
  )
}

function StateBanner({ endpoint, req }: { endpoint: Endpoint; req: PageRequest }) {
  if (endpoint.disabled_at) {
    const why =
      endpoint.disabled_reason === "gone"
        ? "The receiver responded with 410 Gone."
        : "Every attempt failed for several days."
    return (
      <Banner tone="danger" title="This endpoint was disabled.">
        <p>
          {why} Nothing has been sent since <When at={endpoint.disabled_at} req={req} in_text />. When the
          receiver works again, resume the endpoint and recover the missed deliveries.
        </p>
      </Banner>
    )
  }
  if (endpoint.paused_at) {
    return (
      <Banner tone="warning" title="This endpoint is paused.">
        <p>
          Events have been waiting since <When at={endpoint.paused_at} req={req} in_text /> and are sent when
          you resume it.
        </p>
      </Banner>
    )
  }
  return null
}

function Secret(props: { endpoint: Endpoint; secret: string | undefined; req: PageRequest }) {
  const { endpoint, secret, req } = props
  return (
    <Card title="Signing secret">
      {secret ? (
        <CopyField
          id="secret"
          label="Secret"
          hint="Enter it at the receiver to verify every webhook (Standard Webhooks 1.0)."
          value={secret}
        />
      ) : (
        <p>The receiver uses it to verify that a webhook comes from here (Standard Webhooks 1.0).</p>
      )}
      {endpoint.previous_secret_until && endpoint.previous_secret_until > req.tx.now && (
        <p class="hint">
          The previous secret also signs until <When at={endpoint.previous_secret_until} req={req} in_text />.
        </p>
      )}
      {!secret && (
        <PostButton action={`${endpointUrl(endpoint)}/secret/reveal`} variant="secondary" small>
          Show the secret
        </PostButton>
      )}
    </Card>
  )
}

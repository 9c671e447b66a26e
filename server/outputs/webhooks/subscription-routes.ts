// What keys read of the subscriptions that keys created, and how they replace a secret. An address may carry a token, so
// reading needs the scope of those who can set it.
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { tagOfRecord } from "../../platform/http/responses/preconditions.ts"
import { timestampOrNull, timestampText } from "../../platform/http/responses/timestamps.ts"
import { PageOf } from "../../platform/http/shapes.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type Endpoint, getEndpointByKey, listEndpointsByKeys } from "./endpoints.ts"
import { RolledSecret, Subscription, SubscriptionPageQuery, SubscriptionParams } from "./schema.ts"
import { rotateSecret } from "./secrets.ts"

export function subscriptionRoutes(app: App, { ring }: { ring: KeyRing }): void {
  app.get(
    "/v1/subscriptions",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "listSubscriptions",
        tags: ["Webhooks"],
        summary: "Get Webhook Subscriptions",
        description:
          "Lists the subscriptions that were created through the API, oldest first. Those of staff are in the console.",
        querystring: SubscriptionPageQuery,
        response: { 200: PageOf(Subscription, "Subscription") },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const page = pageOf(request.query)
        const { rows, ...listing } = await listEndpointsByKeys(tx, page)
        return pageResponse(request, page, { ...listing, rows: rows.map(toSubscription) })
      }),
  )

  app.get(
    "/v1/subscriptions/:subscription_id",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "getSubscription",
        tags: ["Webhooks"],
        summary: "Get Single Webhook Subscription",
        description: "Returns a subscription that was created through the API, with its state.",
        params: SubscriptionParams,
        response: { 200: Subscription },
      },
    },
    async (request, reply) => {
      const { subscription_id } = request.params
      const subscription = await request.inFirm(async (tx) =>
        toSubscription(await getEndpointByKey(tx, subscription_id)),
      )
      reply.header("ETag", tagOfRecord(...statesOf(subscription)))
      return subscription
    },
  )

  app.post(
    "/v1/subscriptions/:subscription_id/secret",
    {
      config: { scope: ["webhooks:write", "events:read"] },
      schema: {
        operationId: "rollSubscriptionSecret",
        tags: ["Webhooks"],
        summary: "Roll Webhook Secret",
        description:
          "Replaces the secret of a subscription that was created through the API. For 24 hours, webhooks are signed with both secrets; a secret older than these stops at once.",
        params: SubscriptionParams,
        headers: IdempotencyHeaders,
        response: { 201: RolledSecret },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { id, url } = await getEndpointByKey(tx, request.params.subscription_id)
        const { secret, previous_secret_until } = await rotateSecret(tx, ring, id)
        await recordByKey(tx, "secret_rotated", { record_id: id, label: new URL(url).host })
        return { id, secret, previous_secret_until: timestampText(previous_secret_until) }
      }),
  )
}

/** What a caller compares before a change, and what changes with every delivery. */
export function statesOf(subscription: Subscription): [object, object] {
  const { last_success_at, last_failure_at, previous_secret_until, ...own } = subscription
  return [own, { last_success_at, last_failure_at, previous_secret_until }]
}

export function toSubscription(endpoint: Endpoint): Subscription {
  const { id, url, event_types, header_names, key_id, key_name, paused_at, disabled_at, disabled_reason } =
    endpoint
  return {
    ...{ id, url, event_types, header_names, key_id, key_name, disabled_reason },
    state: disabled_at ? "disabled" : paused_at ? "paused" : "active",
    created_at: timestampText(endpoint.created_at),
    last_success_at: timestampOrNull(endpoint.last_success_at),
    last_failure_at: timestampOrNull(endpoint.last_failure_at),
    previous_secret_until: timestampOrNull(endpoint.previous_secret_until),
  }
}

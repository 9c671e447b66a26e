import type { FastifyRequest } from "fastify"
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { Tx } from "../../platform/db/database.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { joinFaults, takeSchemaFaults } from "../../platform/http/requests/malformed.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { ChangeHeaders, requireMatch, tagOfRecord } from "../../platform/http/responses/preconditions.ts"
import type { AddressPolicy } from "../../platform/outbound/policy.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { deliveryRoutes } from "./delivery-routes.ts"
import { findEndpointFaults } from "./endpoint-faults.ts"
import {
  changeEndpoint,
  createEndpoint,
  getEndpointByKey,
  lockEndpointByKey,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
} from "./endpoints.ts"
import {
  CreatedSubscription,
  NewSubscription,
  RemovedSubscription,
  Subscription,
  SubscriptionChanges,
  SubscriptionParams,
} from "./schema.ts"
import { statesOf, subscriptionRoutes, toSubscription } from "./subscription-routes.ts"

export interface WebhookRouteParts {
  ring: KeyRing
  /** The addresses webhooks may go to. */
  allow: AddressPolicy
}

export function webhookRoutes(app: App, { ring, allow }: WebhookRouteParts): void {
  subscriptionRoutes(app, { ring })
  deliveryRoutes(app, { ring })

  app.post(
    "/v1/subscriptions",
    {
      // Whoever receives events can as well read them.
      config: { scope: ["webhooks:write", "events:read"] },
      schema: {
        operationId: "createSubscription",
        tags: ["Webhooks"],
        summary: "Create Webhook Subscription",
        description:
          "Posts every future event of this type, or of these types, to `url`, signed with the returned secret according to Standard Webhooks 1.0. A firm has at most 100: a program that starts again looks for its own with Get Webhook Subscriptions first.",
        headers: IdempotencyHeaders,
        body: NewSubscription,
        response: { 201: CreatedSubscription },
      },
    },
    async (request, reply) => {
      const faults = await findFaults(request, allow, findTypeFaults)
      return inFirmOnce({ request, reply, ring }, async (tx) => {
        if (faults.length > 0) throw badRequest(faults)
        const { url, event_type, event_types = [], headers } = request.body
        const types = event_type === undefined ? event_types : [event_type]
        const created = await createEndpoint(tx, ring, {
          ...{ url, event_types: types, headers },
          key_id: request.keyId(),
        })
        const { host } = new URL(url)
        await recordByKey(tx, "endpoint_created", { record_id: created.id, label: host })
        return created
      })
    },
  )

  app.patch(
    "/v1/subscriptions/:subscription_id",
    {
      config: { scope: ["webhooks:write", "events:read"] },
      schema: {
        operationId: "changeSubscription",
        tags: ["Webhooks"],
        summary: "Change Webhook Subscription",
        description:
          "Changes the fields you name of a subscription that was created through the API; the others, its secret too, stay as they are. What waits goes to the new address.",
        params: SubscriptionParams,
        headers: ChangeHeaders,
        body: SubscriptionChanges,
        response: { 200: Subscription },
      },
    },
    async (request, reply) => {
      const faults = await findFaults(request, allow, () => [])
      const subscription = await inFirmOnce({ request, reply, ring }, async (tx) => {
        if (faults.length > 0) throw badRequest(faults)
        const stored = toSubscription(await lockEndpointByKey(tx, request.params.subscription_id))
        requireMatch(request, statesOf(stored)[0])
        await changeByKey(tx, ring, stored, request.body)
        return toSubscription(await getEndpointByKey(tx, stored.id))
      })
      reply.header("ETag", tagOfRecord(...statesOf(subscription)))
      return subscription
    },
  )

  app.delete(
    "/v1/subscriptions/:subscription_id",
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "removeSubscription",
        tags: ["Webhooks"],
        summary: "Delete Webhook Subscription",
        description:
          "Ends a subscription that was created through the API; staff remove theirs in the console. Sending stops within a second of the response.",
        params: SubscriptionParams,
        headers: IdempotencyHeaders,
        response: { 200: RemovedSubscription },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const id = request.params.subscription_id
        await getEndpointByKey(tx, id)
        await removeEndpoint(tx, id)
        await recordByKey(tx, "endpoint_removed", { record_id: id })
        return { id, status: "removed" } as const
      }),
  )
}

/** Pausing what is disabled would hide why it is, and resuming what is active sends nothing. */
async function changeByKey(
  tx: Tx,
  ring: KeyRing,
  { id, url, state }: Subscription,
  { state: wanted, ...changes }: SubscriptionChanges,
): Promise<void> {
  const about = { record_id: id, label: new URL(changes.url ?? url).host }
  if (Object.keys(changes).length > 0) {
    await changeEndpoint(tx, ring, id, changes)
    await recordByKey(tx, "endpoint_changed", about)
  }
  if (wanted === "paused" && state === "active") {
    await pauseEndpoint(tx, id)
    await recordByKey(tx, "endpoint_paused", about)
  }
  if (wanted === "active" && state !== "active") {
    await resumeEndpoint(tx, id)
    await recordByKey(tx, "endpoint_resumed", about)
  }
}

/**
 * Returns all faults of a subscription at once: those of the schema, and those that need a DNS lookup. Authenticates
 * first, because only an authorized caller may cause a lookup, and looks up outside any transaction.
 */
async function findFaults(
  request: FastifyRequest,
  allow: AddressPolicy,
  findMore: (body: Record<string, unknown>) => Fault[],
): Promise<Fault[]> {
  const malformed = takeSchemaFaults(request)
  await request.inFirm(async () => undefined)
  const body = (request.body ?? {}) as Record<string, unknown>
  const unacceptable = await findEndpointFaults(
    {
      url: typeof body.url === "string" ? body.url : undefined,
      headers: Array.isArray(body.headers) ? body.headers.map(objectOrNone) : undefined,
    },
    allow,
  )
  return joinFaults(malformed, [...findMore(body), ...unacceptable])
}

function findTypeFaults({ event_type, event_types }: Record<string, unknown>): Fault[] {
  if (event_type === undefined && event_types === undefined) {
    const message = '"event_type" is missing. Send it, or "event_types" for several.'
    return [{ param: "event_type", code: "required", message }]
  }
  if (event_type === undefined || event_types === undefined) return []
  const message = 'Send either "event_type" or "event_types", not both.'
  return [{ param: "event_types", code: "type_or_types", message }]
}

function objectOrNone(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}

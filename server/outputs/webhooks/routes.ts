import type { FastifyRequest } from "fastify"
import Type from "typebox"
import { recordByKey } from "../../firm/audit/audit.ts"
import { subscribableTypes } from "../../firm/events/schema.ts"
import { badRequest, type Fault, notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { joinFaults, takeSchemaFaults } from "../../platform/http/requests/malformed.ts"
import { IdempotencyHeaders, respondOnce } from "../../platform/http/responses/idempotency.ts"
import { exactly, IdInPath } from "../../platform/http/shapes.ts"
import type { AddressPolicy } from "../../platform/outbound/policy.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { findEndpointFaults } from "./endpoint-faults.ts"
import { createEndpoint, isByKey, removeEndpoint } from "./endpoints.ts"

const NewSubscription = exactly(
  {
    url: Type.String({
      maxLength: 2_000,
      description:
        "Where to post events: a public https address without credentials. Plain http and private addresses work only if the operator of this service has allowed the host.",
      examples: ["https://example.com/hooks/foyer"],
    }),
    event_type: Type.Enum([...subscribableTypes], {
      description:
        "The type of event to subscribe to. `meetingtemplate.completed` is accepted but never sent.",
    }),
    headers: Type.Optional(
      Type.Array(
        Type.Record(Type.String(), Type.String({ maxLength: 500 }), { minProperties: 1, maxProperties: 1 }),
        {
          maxItems: 10,
          description:
            "Custom headers to send with every webhook, each an object with one name and its value. Values are stored encrypted and never shown again.",
          examples: [[{ Authorization: "Bearer a-token-of-yours" }]],
        },
      ),
    ),
  },
  { title: "New webhook subscription" },
)

const CreatedSubscription = exactly(
  {
    id: Type.String({ examples: ["ep_0192F0C47B3A7C11A0B1C2D3E4F50607"] }),
    secret: Type.String({
      description:
        "Verifies signatures (Standard Webhooks 1.0). Shown only once; staff can reveal or rotate it in the console.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA="],
    }),
  },
  { title: "Webhook subscription", description: "The subscription is active." },
)

const RemovedSubscription = exactly(
  { id: Type.String(), status: Type.Literal("removed") },
  { title: "Removed webhook subscription", description: "The subscription has ended." },
)

const SubscriptionParams = Type.Object({ subscription_id: IdInPath("ep", "The subscription.") })

export interface WebhookRouteParts {
  ring: KeyRing
  /** The addresses webhooks may go to. */
  allow: AddressPolicy
}

export function webhookRoutes(app: App, { ring, allow }: WebhookRouteParts): void {
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
          "Posts every future event of this type to `url`, signed with the returned secret according to Standard Webhooks 1.0.",
        headers: IdempotencyHeaders,
        body: NewSubscription,
        response: { 201: CreatedSubscription },
      },
    },
    async (request, reply) => {
      const faults = await findFaults(request, allow)
      return request.inFirm((tx) =>
        respondOnce({ request, reply, tx, ring, caller: request.keyId() }, async () => {
          if (faults.length > 0) throw badRequest(faults)
          const { url, event_type, headers } = request.body
          const created = await createEndpoint(tx, ring, {
            url,
            event_types: [event_type],
            headers,
            is_by_key: true,
          })
          const { host } = new URL(url)
          await recordByKey(tx, "endpoint_created", { record_id: created.id, label: host })
          return created
        }),
      )
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
        response: { 200: RemovedSubscription },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const id = request.params.subscription_id
        if (!(await isByKey(tx, id))) throw notFound()
        await removeEndpoint(tx, id)
        await recordByKey(tx, "endpoint_removed", { record_id: id })
        return { id, status: "removed" } as const
      }),
  )
}

/**
 * Returns all faults of a new subscription at once: those of the schema, and those that need a DNS lookup. Authenticates
 * first, because only an authorized caller may cause a lookup, and looks up outside any transaction.
 */
async function findFaults(request: FastifyRequest, allow: AddressPolicy): Promise<Fault[]> {
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
  return joinFaults(malformed, unacceptable)
}

function objectOrNone(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}

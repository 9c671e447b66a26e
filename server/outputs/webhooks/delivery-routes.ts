// What keys read of the deliveries to subscriptions that keys created, and how they have them sent again.
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { Tx } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { timestampOrNull, timestampText } from "../../platform/http/responses/timestamps.ts"
import { timeOf } from "../../platform/http/shapes.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import {
  type Delivery,
  getDelivery,
  listAttempts,
  listDeliveries,
  recoverFailedSince,
  resendDelivery,
} from "./deliveries.ts"
import {
  DeliveryPage,
  DeliveryPageQuery,
  DeliveryParams,
  type ListedDelivery,
  Recovered,
  Recovery,
  SingleDelivery,
} from "./delivery-schema.ts"
import { getEndpointByKey } from "./endpoints.ts"
import { SubscriptionParams } from "./schema.ts"

const subscription = "/v1/subscriptions/:subscription_id"

export function deliveryRoutes(app: App, { ring }: { ring: KeyRing }): void {
  app.get(
    `${subscription}/deliveries`,
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "listDeliveries",
        tags: ["Webhooks"],
        summary: "Get Deliveries",
        description:
          "Lists what was sent, or is to be sent, to a subscription that was created through the API, newest first. Deliveries are kept for 90 days.",
        params: SubscriptionParams,
        querystring: DeliveryPageQuery,
        response: { 200: DeliveryPage },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const page = pageOf(request.query)
        const { id } = await getEndpointByKey(tx, request.params.subscription_id)
        const { rows, ...listing } = await listDeliveries(tx, id, request.query, page)
        return pageResponse(request, page, { ...listing, rows: rows.map(toListed) })
      }),
  )

  app.get(
    `${subscription}/deliveries/:delivery_id`,
    {
      config: { scope: "webhooks:write" },
      schema: {
        operationId: "getDelivery",
        tags: ["Webhooks"],
        summary: "Get Single Delivery",
        description: "Returns a delivery with all its attempts and what your receiver answered.",
        params: DeliveryParams,
        response: { 200: SingleDelivery },
      },
    },
    (request) => request.inFirm(async (tx) => withAttempts(tx, await getDeliveryByKey(tx, request.params))),
  )

  app.post(
    `${subscription}/deliveries/:delivery_id/resending`,
    {
      config: { scope: ["webhooks:write", "events:read"] },
      schema: {
        operationId: "resendDelivery",
        tags: ["Webhooks"],
        summary: "Resend Delivery",
        description:
          "Sends a delivery again now, even a delivered one, with the same bytes, and starts its schedule over. A 409 while it is being sent, or while its subscription is paused or disabled.",
        params: DeliveryParams,
        headers: IdempotencyHeaders,
        response: { 200: SingleDelivery },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { id, matter_id, event_type } = await getDeliveryByKey(tx, request.params)
        await resendDelivery(tx, id)
        await recordByKey(tx, "delivery_resent", {
          record_id: request.params.subscription_id,
          label: event_type,
          ...(matter_id && { matter_id }),
        })
        return withAttempts(tx, await getDelivery(tx, id))
      }),
  )

  app.post(
    `${subscription}/recovery`,
    {
      config: { scope: ["webhooks:write", "events:read"] },
      schema: {
        operationId: "recoverDeliveries",
        tags: ["Webhooks"],
        summary: "Recover Deliveries",
        description:
          "Sends everything that a subscription missed since a time: deliveries that failed or were canceled, and those never made because it was disabled or did not have their event type yet. What was delivered is not sent again; what the list of deliveries no longer covers, after 90 days or because its matter was removed for good, is not made anew. A 409 while it is paused or disabled.",
        params: SubscriptionParams,
        headers: IdempotencyHeaders,
        body: Recovery,
        response: { 200: Recovered },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { id, url } = await getEndpointByKey(tx, request.params.subscription_id)
        const number_of_deliveries = await recoverFailedSince(tx, id, timeOf(request.body.since))
        await recordByKey(tx, "deliveries_recovered", { record_id: id, label: new URL(url).host })
        return { id, number_of_deliveries }
      }),
  )
}

interface DeliveryIds {
  subscription_id: string
  delivery_id: string
}

/** Throws "not found" for a delivery of another subscription, and for subscriptions of staff. */
async function getDeliveryByKey(tx: Tx, { subscription_id, delivery_id }: DeliveryIds): Promise<Delivery> {
  const { id } = await getEndpointByKey(tx, subscription_id)
  const delivery = await getDelivery(tx, delivery_id)
  if (delivery.endpoint_id !== id) throw notFound()
  return delivery
}

async function withAttempts(tx: Tx, delivery: Delivery) {
  const attempts = (await listAttempts(tx, delivery.id)).map((attempt) => {
    const { number, duration_ms, status, fault, response_excerpt } = attempt
    return {
      number,
      started_at: timestampText(attempt.started_at),
      duration_ms,
      status,
      fault,
      response_excerpt,
    }
  })
  return { ...toListed(delivery), attempts }
}

function toListed(delivery: Delivery): ListedDelivery {
  const { id, event_id, event_type, matter_id, is_test, state, attempts, next_try_at, finished_at } = delivery
  return {
    ...{ id, event_id, event_type, matter_id, is_test, state },
    number_of_attempts: attempts,
    next_try_at: state === "waiting" ? timestampOrNull(next_try_at) : null,
    created_at: timestampText(delivery.created_at),
    finished_at: timestampOrNull(finished_at),
  }
}

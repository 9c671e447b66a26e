// For delivery tests: an endpoint, an event, and one round of sending whatever is due.

import { mock } from "node:test"
import { Webhook } from "standardwebhooks"
import type { EventType } from "../../server/firm/events/schema.ts"
import { deliverEvents } from "../../server/outputs/webhooks/deliveries.ts"
import { createEndpoint, type NewEndpoint } from "../../server/outputs/webhooks/endpoints.ts"
import { claimDeliveries } from "../../server/outputs/webhooks/schedule.ts"
import { attemptDelivery, type DeliveryParts } from "../../server/outputs/webhooks/sending.ts"
import { newId } from "../../server/platform/ids.ts"
import { addressPolicyOf } from "../../server/platform/outbound/policy.ts"
import { recordOne } from "./recorded-event.ts"
import type { TestFirm, TestService } from "./service.ts"
import type { ReceivedRequest } from "./webhook-receiver.ts"

export function addEndpoint(
  { ring }: TestService,
  firm: TestFirm,
  url: string,
  changes: Partial<NewEndpoint> = {},
): Promise<{ id: string; secret: string }> {
  return firm.call(createEndpoint, ring, { url, event_types: ["intakeform.submitted"], ...changes })
}

/** Records an event and creates its deliveries, as the job does; returns the event's id. */
export async function happen(
  { db }: TestService,
  firm: TestFirm,
  type: EventType = "intakeform.submitted",
): Promise<string> {
  const { event_id } = await firm.run((tx) =>
    recordOne(tx, type, {
      id: newId("matter"),
      context: { case: "Ștefănescu №7" },
      questionnaire: { id: newId("questionnaire"), internal_type: "Planning" },
    }),
  )
  await deliverEvents(db, [{ firm_id: firm.firm_id, event_id }])
  return event_id
}

/** Parts whose log throws: a problem that would only be retried, such as a deadlock, fails the test. */
export function deliveryParts(service: TestService, changes: Partial<DeliveryParts> = {}): DeliveryParts {
  const complain = (about: object, sentence: string) => {
    throw new Error(sentence, { cause: about })
  }
  return {
    ...service,
    log: { info: () => undefined, warn: complain, error: complain },
    allow: addressPolicyOf(service.config),
    ...changes,
  }
}

/** Attempts each of a firm's due deliveries once; returns how many there were. */
export async function attemptDue(
  service: TestService,
  { firm_id }: TestFirm,
  changes: Partial<DeliveryParts> = {},
): Promise<number> {
  const claims = await service.db.forPlatform((tx) =>
    claimDeliveries(tx, { capacity: 50, failing_capacity: 50, key_ids: service.ring.key_ids, firm_id }),
  )
  const parts = deliveryParts(service, changes)
  await Promise.all(claims.map((claim) => attemptDelivery(parts, claim, new AbortController().signal)))
  return claims.length
}

/** Throws unless an independent library confirms that the request was signed with `secret` at `now`. */
export function verifyAt(now: Date, secret: string, { body, headers }: ReceivedRequest): void {
  mock.timers.enable({ apis: ["Date"], now })
  try {
    new Webhook(secret).verify(body, headers)
  } finally {
    mock.timers.reset()
  }
}

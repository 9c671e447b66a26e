// Sends a claimed delivery outside any transaction, then records the outcome.

import { setTimeout as sleep } from "node:timers/promises"
import { later } from "../../platform/clock.ts"
import type { Database, Tx } from "../../platform/db/database.ts"
import { OutboundError } from "../../platform/outbound/error.ts"
import type { AddressPolicy } from "../../platform/outbound/policy.ts"
import { postOutbound } from "../../platform/outbound/post.ts"
import type { ResolveHost } from "../../platform/outbound/resolve.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { inSpan } from "../../platform/tracing.ts"
import { notifyAdmins, type Outcome, recordAborted, recordAttempt, releaseClaim } from "./recording.ts"
import { type Claim, claim_ms } from "./schedule.ts"
import { type SignedRequest, signRequest } from "./secrets.ts"

export interface DeliveryParts {
  db: Database
  ring: KeyRing
  log: Record<"info" | "warn" | "error", (about: object, sentence: string) => void>
  base_url: string
  /** Where webhooks may go. */
  allow: AddressPolicy
  /** Returns 0 ≤ x < 1. */
  random?: () => number
  resolve?: ResolveHost
  timeout_ms?: number
}

const timeout_ms = 15_000
const unreadable_pause_ms = 60_000

/** Sends a claimed delivery once and records the outcome. An attempt that `signal` aborts does not count. */
export async function attemptDelivery(
  parts: DeliveryParts,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const started_at = parts.db.clock()
  let request: SignedRequest
  try {
    request = signRequest(parts.ring, claim, started_at)
  } catch (error) {
    // Not the receiver's fault: the delivery waits until the right master key is available.
    parts.log.error({ err: error, endpoint_id: claim.endpoint_id }, "webhook secret cannot be opened")
    const due = later(started_at, { ms: unreadable_pause_ms })
    await record(parts, claim, signal, (tx) => releaseClaim(tx, claim, due))
    return
  }
  const about = { "foyer.endpoint_id": claim.endpoint_id, "foyer.delivery_id": claim.id }
  const outcome = await inSpan("webhook attempt", about, () =>
    sendRequest(request, {
      allow: parts.allow,
      timeout_ms: parts.timeout_ms ?? timeout_ms,
      signal,
      resolve: parts.resolve,
    }),
  )
  const { id: delivery_id, event_id, endpoint_id, attempts } = claim
  const { status, duration_ms: ms } = outcome
  parts.log.info({ delivery_id, event_id, endpoint_id, try: attempts, status, ms }, "webhook sent")
  await record(parts, claim, signal, (tx) =>
    recordOutcome(tx, parts, claim, outcome, { request, started_at, signal }),
  )
}

async function recordOutcome(
  tx: Tx,
  { ring, base_url, random = Math.random }: DeliveryParts,
  claim: Claim,
  outcome: Outcome,
  { request, started_at, signal }: { request: SignedRequest; started_at: Date; signal: AbortSignal },
): Promise<void> {
  const log = { started_at, request_headers: request.shown_headers, random }
  if (signal.aborted && outcome.status === undefined) {
    await recordAborted(tx, claim, outcome, log)
    return
  }
  const reason = await recordAttempt(tx, claim, outcome, log)
  if (reason) await notifyAdmins(tx, ring, { url: claim.url, reason, base_url })
}

/** Retries through a short database outage: a delivery whose outcome is not recorded would be sent again. */
async function record(
  { db, log }: DeliveryParts,
  claim: Claim,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const until_ms = performance.now() + claim_ms - timeout_ms
  for (;;) {
    try {
      return await db.forFirm(claim.firm_id, work)
    } catch (error) {
      if (signal.aborted || performance.now() > until_ms) throw error
      log.warn({ err: error }, "webhook outcome not recorded yet")
      await sleep(1_000)
    }
  }
}

export interface SendOptions {
  allow: AddressPolicy
  timeout_ms: number
  signal: AbortSignal
  resolve?: ResolveHost
}

const max_response_bytes = 64 * 1024
const max_excerpt_characters = 4_000

/** Posts a request once. A failure of the receiver is an outcome, not an error. */
async function sendRequest(
  { url, body, headers, hidden }: SignedRequest,
  { resolve, ...options }: SendOptions,
): Promise<Outcome> {
  const started_ms = performance.now()
  try {
    const response = await postOutbound({ url, body, headers, max_response_bytes, ...options }, resolve)
    return {
      duration_ms: response.duration_ms,
      status: response.status,
      // Some receivers echo the request.
      response_excerpt: hidden
        .reduce((text, secret) => text.replaceAll(secret, "(hidden)"), response.body_excerpt)
        .slice(0, max_excerpt_characters),
      retry_after: response.headers["retry-after"],
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      duration_ms: Math.round(performance.now() - started_ms),
      fault: error.message,
      response_excerpt: "",
    }
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import { getFirm } from "../firms/firms.ts"
import type { Database, Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import type { AddressPolicy } from "../platform/outbound/policy.ts"
import type { ResolveHost } from "../platform/outbound/resolve.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { inSpan } from "../platform/tracing.ts"
import { type Claim, claim_ms } from "./claims.ts"
import type { Endpoint } from "./endpoints.ts"
import { recordCutShort, recordTry, releaseClaim } from "./recording.ts"
import { type Outcome, type SignedRequest, sendRequest, signRequest } from "./sending.ts"

export interface DeliveryParts {
  db: Database
  ring: KeyRing
  log: Record<"info" | "warn" | "error", (about: object, sentence: string) => void>
  base_url: string
  /** Where webhooks may go. */
  allow: AddressPolicy
  /** Yields 0 ≤ x < 1. */
  random?: () => number
  resolve?: ResolveHost
  timeout_ms?: number
}

const timeout_ms = 15_000
const unreadable_pause_ms = 60_000

/** Sends a claimed delivery once and records what came of it. `signal` cuts it short, which does not count as a try. */
export async function tryDelivery(parts: DeliveryParts, claim: Claim, signal: AbortSignal): Promise<void> {
  const started_at = parts.db.clock()
  let request: SignedRequest
  try {
    request = signRequest(parts.ring, claim, started_at)
  } catch (error) {
    // Ours to mend, not the receiver's: it waits until the right master key is there.
    parts.log.error({ err: error, endpoint_id: claim.endpoint_id }, "webhook secret cannot be opened")
    const due = new Date(started_at.getTime() + unreadable_pause_ms)
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
    await recordCutShort(tx, claim, outcome, log)
    return
  }
  const reason = await recordTry(tx, claim, outcome, log)
  if (reason) await tellStaff(tx, ring, { url: claim.url, reason, base_url })
}

/** An outcome that is not recorded would be sent again, so recording outlasts a short absence of the database. */
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

export interface DisabledEndpoint {
  url: string
  reason: NonNullable<Endpoint["disabled_reason"]>
  base_url: string
}

const sentences: Record<DisabledEndpoint["reason"], string> = {
  gone: "It answered 410, which says that it is gone and wants no more events.",
  failing: "For five days every try failed.",
}

/** Mails the firm's admins that an endpoint was disabled, and how to get back what it missed. */
export async function tellStaff(
  tx: Tx,
  ring: KeyRing,
  { url, reason, base_url }: DisabledEndpoint,
): Promise<void> {
  const [firm, admins] = await Promise.all([
    getFirm(tx),
    tx.all<{ email: string }>(sql`
      select email from users
       where is_firm_staff and role = 'admin' and deactivated_at is null and email <> '' order by id`),
  ])
  // The rest of the address may hold a token.
  const { host } = new URL(url)
  for (const { email } of admins) {
    await queueMail(tx, ring, {
      recipient: email,
      subject: `Webhooks to ${host} are switched off`,
      content: {
        firm_name: firm.name,
        color: firm.color,
        heading: `Webhooks to ${host} are switched off`,
        paragraphs: [
          `${host} is no longer told about events of your matters. ${sentences[reason]}`,
          "Once the receiver works again, resume the endpoint in the console under Integrations. There you can also send again what it has missed.",
        ],
        button: { label: "Open the console", url: `${base_url}/console` },
        footer: "You get this email because you are an admin of this firm.",
      },
    })
  }
}

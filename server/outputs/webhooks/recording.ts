import { mailAdmins } from "../../firm/users/admin-mail.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { DeliveryState } from "./deliveries.ts"
import { disableEndpoint, type Endpoint } from "./endpoints.ts"
import {
  type Claim,
  claim_ms,
  classifyResponse,
  isDelinquent,
  max_attempts,
  nextAttemptAt,
} from "./schedule.ts"

/** The outcome of one attempt. */
export interface Outcome {
  duration_ms: number
  /** HTTP status of the response; undefined if there was none. */
  status?: number
  fault?: string
  response_excerpt: string
  retry_after?: string
}

type DisabledReason = NonNullable<Endpoint["disabled_reason"]>

/**
 * Logs an attempt and updates its delivery: delivered, due again on schedule, or failed permanently. Disables an
 * endpoint that is gone or has failed for days, and then returns the reason.
 */
export async function recordAttempt(
  tx: Tx,
  claim: Claim,
  outcome: Outcome,
  log: { started_at: Date; request_headers: Record<string, string>; random: () => number },
): Promise<DisabledReason | undefined> {
  const verdict = outcome.status === undefined ? "failed" : classifyResponse(outcome.status)
  const { endpoint_id, is_test, schedule_step } = claim
  await logAttempt(tx, claim, { ...outcome, ...log, fault: faultOf(outcome, verdict) })
  // Lock the endpoint's row before the delivery's, as disabling an endpoint does, to avoid a deadlock.
  if (verdict === "delivered") {
    if (!is_test) await markSuccess(tx, claim)
    await finish(tx, claim, "delivered")
    return undefined
  }
  const failing = is_test ? undefined : await markFailure(tx, claim)
  const is_gone = verdict === "gone" && failing !== undefined
  const due =
    is_gone || is_test
      ? undefined
      : nextAttemptAt({ schedule_step, now: tx.now, retry_after: outcome.retry_after, random: log.random })
  await finish(tx, claim, due ? "waiting" : "failed", due)
  const reason = is_gone ? "gone" : failing?.is_delinquent ? "failing" : undefined
  return reason && (await disableEndpoint(tx, endpoint_id, reason)) ? reason : undefined
}

/** Releases a claim without an attempt: the delivery keeps its place in the schedule and its number in the log. */
export async function releaseClaim(tx: Tx, claim: Claim, due: Date): Promise<void> {
  await tx.run(sql`
    update deliveries set state = 'waiting', next_try_at = ${due}, claimed_until = null, attempts = attempts - 1,
           schedule_step = schedule_step - 1
     where id = ${claim.id} and state = 'sending' and attempts = ${claim.attempts}`)
}

/** Logs an attempt that this process aborted, and makes the delivery due again now without counting it. */
export async function recordAborted(
  tx: Tx,
  claim: Claim,
  outcome: Outcome,
  log: { started_at: Date; request_headers: Record<string, string> },
): Promise<void> {
  await logAttempt(tx, claim, { ...outcome, ...log, fault: outcome.fault ?? null })
  await tx.run(sql`
    update deliveries set state = 'waiting', next_try_at = ${tx.now}, claimed_until = null, schedule_step = schedule_step - 1
     where id = ${claim.id} and state = 'sending' and attempts = ${claim.attempts}`)
}

/** Makes the deliveries of killed workers due again, and logs the outcome of those attempts as unknown. */
export async function releaseLostClaims(tx: Tx): Promise<void> {
  await tx.run(sql`
    with lost as (
      select firm_id, id, attempts, claimed_until, is_test or schedule_step >= ${max_attempts} as is_last from deliveries
       where state = 'sending' and claimed_until <= ${tx.now} for update skip locked
    ), logged as (
      insert into delivery_attempts (firm_id, delivery_id, number, started_at, duration_ms, fault, request_headers)
      select firm_id, id, attempts, claimed_until - ${claim_ms} * interval '1 millisecond', 0,
             'The server stopped during this attempt. Whether the receiver got it is unknown.', '{}'
        from lost
          on conflict do nothing
    )
    update deliveries d
       set state = case when is_last then 'failed' else 'waiting' end, claimed_until = null,
           next_try_at = case when is_last then null else ${tx.now}::timestamptz end,
           finished_at = case when is_last then ${tx.now}::timestamptz end
      from lost where d.firm_id = lost.firm_id and d.id = lost.id`)
}

type LoggedAttempt = Omit<Outcome, "fault"> & {
  fault: string | null
  started_at: Date
  request_headers: Record<string, string>
}

async function logAttempt(tx: Tx, claim: Claim, one: LoggedAttempt): Promise<void> {
  // A worker whose claim expired may still report the real outcome; it replaces the logged one.
  await tx.run(sql`
    insert into delivery_attempts
           (delivery_id, number, started_at, duration_ms, status, fault, request_headers, response_excerpt)
    values (${claim.id}, ${claim.attempts}, ${one.started_at}, ${one.duration_ms}, ${one.status ?? null}, ${one.fault},
            ${json(one.request_headers)}, ${one.response_excerpt})
        on conflict (firm_id, delivery_id, number) do update
       set duration_ms = excluded.duration_ms, status = excluded.status, fault = excluded.fault,
           request_headers = excluded.request_headers, response_excerpt = excluded.response_excerpt`)
}

function faultOf({ status, fault }: Outcome, verdict: ReturnType<typeof classifyResponse>): string | null {
  if (fault !== undefined) return fault
  if (verdict === "delivered") return null
  if (verdict === "gone") return "The receiver responded with 410 Gone: it accepts no more events."
  if (status !== undefined && status >= 300 && status <= 399) {
    return `The receiver responded with ${status}, a redirect. Redirects are not followed: enter the final address.`
  }
  return `The receiver responded with ${status}. Only 200 to 299 counts as delivered.`
}

/** Updates the delivery unless it was claimed again or canceled in the meantime. */
async function finish(tx: Tx, claim: Claim, state: DeliveryState, due?: Date): Promise<void> {
  await tx.run(sql`
    update deliveries
       set state = ${state}, claimed_until = null, next_try_at = ${due ?? null},
           finished_at = ${state === "waiting" ? null : tx.now}
     where id = ${claim.id} and state = 'sending' and attempts = ${claim.attempts}`)
}

/**
 * While attempts succeed, writes at most once a minute, so the row of a busy endpoint does not become a bottleneck. An
 * endpoint that has another address by now is left as it is.
 */
async function markSuccess(tx: Tx, { endpoint_id, url }: Claim): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set last_success_at = ${tx.now}, first_failure_at = null
     where id = ${endpoint_id} and url = ${url}
       and (first_failure_at is not null or last_success_at is null
            or last_success_at < ${tx.now}::timestamptz - interval '1 minute')`)
}

/**
 * Records a failure, and returns whether the endpoint has now failed for too long; undefined if it has another address by
 * now, of which this says nothing.
 */
async function markFailure(
  tx: Tx,
  { endpoint_id, url }: Claim,
): Promise<{ is_delinquent: boolean } | undefined> {
  const endpoint = await tx.maybe<
    Pick<Endpoint, "first_failure_at" | "last_failure_at" | "last_success_at">
  >(sql`
    update webhook_endpoints
       set first_failure_at = coalesce(first_failure_at, ${tx.now}), last_failure_at = ${tx.now}
     where id = ${endpoint_id} and url = ${url} returning first_failure_at, last_failure_at, last_success_at`)
  return endpoint && { is_delinquent: isDelinquent({ ...endpoint, now: tx.now }) }
}

interface DisabledEndpoint {
  url: string
  reason: DisabledReason
  base_url: string
}

const sentences: Record<DisabledReason, string> = {
  gone: "It responded with 410 Gone, which means that it accepts no more events.",
  failing: "Every attempt has failed for five days.",
}

/** Emails the firm's admins that an endpoint was disabled, and how to recover the missed events. */
export async function notifyAdmins(
  tx: Tx,
  ring: KeyRing,
  { url, reason, base_url }: DisabledEndpoint,
): Promise<void> {
  // The rest of the URL may contain a token.
  const { host } = new URL(url)
  await mailAdmins(tx, ring, {
    subject: `Webhooks to ${host} are disabled`,
    paragraphs: [
      `Foyer no longer sends events to ${host}. ${sentences[reason]}`,
      "Once the receiver works again, resume the endpoint in the console under Integrations. You can also resend the events it missed there.",
    ],
    button: { label: "Open the console", url: `${base_url}/console` },
  })
}

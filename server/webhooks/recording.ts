import { getFirm } from "../firms/firms.ts"
import type { Tx } from "../platform/db/database.ts"
import { json, sql } from "../platform/db/sql.ts"
import { queueMail } from "../platform/mail/outbox.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import type { DeliveryState } from "./deliveries.ts"
import { disableEndpoint, type Endpoint } from "./endpoints.ts"
import { type Claim, claim_ms, classifyResponse, isDelinquent, max_attempts, nextTry } from "./schedule.ts"

/** What came of one try. */
export interface Outcome {
  duration_ms: number
  /** HTTP status of the answer; undefined when none came. */
  status?: number
  fault?: string
  response_excerpt: string
  retry_after?: string
}

type DisabledReason = NonNullable<Endpoint["disabled_reason"]>

/**
 * Logs a try and moves its delivery on: delivered, due again by the schedule, or failed for good. An endpoint that
 * is gone, or has failed for days, is disabled: then the reason comes back.
 */
export async function recordTry(
  tx: Tx,
  claim: Claim,
  outcome: Outcome,
  log: { started_at: Date; request_headers: Record<string, string>; random: () => number },
): Promise<DisabledReason | undefined> {
  const verdict = outcome.status === undefined ? "failed" : classifyResponse(outcome.status)
  const { endpoint_id, is_test, schedule_step } = claim
  await recordInLog(tx, claim, { ...outcome, ...log, fault: faultOf(outcome, verdict) })
  // The endpoint's row before the delivery's: disabling an endpoint takes its deliveries' rows in that order.
  if (verdict === "delivered") {
    if (!is_test) await markSuccess(tx, endpoint_id)
    await finish(tx, claim, "delivered")
    return undefined
  }
  const isDead = is_test ? false : await markFailure(tx, endpoint_id)
  const due =
    verdict === "gone" || is_test
      ? undefined
      : nextTry({ schedule_step, now: tx.now, retry_after: outcome.retry_after, random: log.random })
  await finish(tx, claim, due ? "waiting" : "failed", due)
  if (is_test) return undefined
  const reason = verdict === "gone" ? "gone" : isDead ? "failing" : undefined
  return reason && (await disableEndpoint(tx, endpoint_id, reason)) ? reason : undefined
}

/** Gives a claimed delivery back untried: its place in the schedule and in the log stay free. */
export async function releaseClaim(tx: Tx, claim: Claim, due: Date): Promise<void> {
  await tx.run(sql`
    update deliveries set state = 'waiting', next_try_at = ${due}, claimed_until = null, attempts = attempts - 1,
           schedule_step = schedule_step - 1
     where id = ${claim.id} and state = 'sending' and attempts = ${claim.attempts}`)
}

/** Logs a try that this process cut short, and makes its delivery due again at once, as if it had not counted. */
export async function recordCutShort(
  tx: Tx,
  claim: Claim,
  outcome: Outcome,
  log: { started_at: Date; request_headers: Record<string, string> },
): Promise<void> {
  await recordInLog(tx, claim, { ...outcome, ...log, fault: outcome.fault ?? null })
  await tx.run(sql`
    update deliveries set state = 'waiting', next_try_at = ${tx.now}, claimed_until = null, schedule_step = schedule_step - 1
     where id = ${claim.id} and state = 'sending' and attempts = ${claim.attempts}`)
}

/** Makes due again what a killed worker had in hand; the log says that the outcome of that try is not known. */
export async function returnLostClaims(tx: Tx): Promise<void> {
  await tx.run(sql`
    with lost as (
      select firm_id, id, attempts, claimed_until, is_test or schedule_step >= ${max_attempts} as is_last from deliveries
       where state = 'sending' and claimed_until <= ${tx.now} for update skip locked
    ), logged as (
      insert into delivery_attempts (firm_id, delivery_id, number, started_at, duration_ms, fault, request_headers)
      select firm_id, id, attempts, claimed_until - ${claim_ms} * interval '1 millisecond', 0,
             'The server ended during this try. Whether the receiver got it is not known.', '{}'
        from lost
          on conflict do nothing
    )
    update deliveries d
       set state = case when is_last then 'failed' else 'waiting' end, claimed_until = null,
           next_try_at = case when is_last then null else ${tx.now}::timestamptz end,
           finished_at = case when is_last then ${tx.now}::timestamptz end
      from lost where d.firm_id = lost.firm_id and d.id = lost.id`)
}

type LoggedTry = Omit<Outcome, "fault"> & {
  fault: string | null
  started_at: Date
  request_headers: Record<string, string>
}

async function recordInLog(tx: Tx, claim: Claim, one: LoggedTry): Promise<void> {
  // A worker that was believed dead may still have the last word on what it did.
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
  if (verdict === "gone") return "The receiver answered 410: it is gone, and wants no more events."
  if (status !== undefined && status >= 300 && status <= 399) {
    return `The receiver answered ${status}, a redirect. Redirects are not followed: enter the final address.`
  }
  return `The receiver answered ${status}; only 200 to 299 counts as delivered.`
}

/** Only the latest claim may move a delivery, and nothing moves one that was cancelled meanwhile. */
async function finish(tx: Tx, claim: Claim, state: DeliveryState, due?: Date): Promise<void> {
  await tx.run(sql`
    update deliveries
       set state = ${state}, claimed_until = null, next_try_at = ${due ?? null},
           finished_at = ${state === "waiting" ? null : tx.now}
     where id = ${claim.id} and state = 'sending' and attempts = ${claim.attempts}`)
}

/** Written at most once a minute while all is well, so that a busy endpoint's row is no bottleneck. */
async function markSuccess(tx: Tx, endpoint_id: string): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set last_success_at = ${tx.now}, first_failure_at = null
     where id = ${endpoint_id}
       and (first_failure_at is not null or last_success_at is null
            or last_success_at < ${tx.now}::timestamptz - interval '1 minute')`)
}

/** Whether the endpoint has failed for too long now. */
async function markFailure(tx: Tx, endpoint_id: string): Promise<boolean> {
  const endpoint = await tx.maybe<
    Pick<Endpoint, "first_failure_at" | "last_failure_at" | "last_success_at">
  >(sql`
    update webhook_endpoints
       set first_failure_at = coalesce(first_failure_at, ${tx.now}), last_failure_at = ${tx.now}
     where id = ${endpoint_id} returning first_failure_at, last_failure_at, last_success_at`)
  return endpoint !== undefined && isDelinquent({ ...endpoint, now: tx.now })
}

interface DisabledEndpoint {
  url: string
  reason: DisabledReason
  base_url: string
}

const sentences: Record<DisabledReason, string> = {
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

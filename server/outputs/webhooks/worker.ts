// Sends due deliveries for as long as the process runs. Workers may run in parallel because each delivery is claimed by
// one of them. Capacity is limited per endpoint, so a receiver that never responds delays only its own deliveries.
import { causedBy } from "../../platform/causes.ts"
import { sql } from "../../platform/db/sql.ts"
import { releaseLostClaims } from "./recording.ts"
import { type Claim, claimDeliveries } from "./schedule.ts"
import { attemptDelivery, type DeliveryParts } from "./sending.ts"

export interface DeliveryWorker {
  /** Polls for due deliveries now. */
  wake(): void
  /** Aborts the requests in flight to an endpoint. */
  stop(endpoint_id: string): void
  /** Claims nothing more, waits a few seconds for requests in flight, then aborts them and releases their claims. */
  close(): Promise<void>
}

interface InFlight {
  claim: Claim
  aborting: AbortController
  done: Promise<void>
}

const capacity = 64
const poll_ms = 1_000
const stop_check_ms = 500
const lost_check_ms = 10_000
const grace_ms = 5_000

/** Starts a worker; with `firm_id` it takes that firm's deliveries only. */
export function openDeliveryWorker(
  parts: DeliveryParts,
  { firm_id }: { firm_id?: string } = {},
): DeliveryWorker {
  const in_flight = new Set<InFlight>()
  const wakeup = newWakeup()
  let isClosing = false
  let lost_checked_ms = Number.NEGATIVE_INFINITY

  async function work(): Promise<void> {
    while (!isClosing) {
      wakeup.reset()
      const claims = await poll().catch((error: unknown) => {
        parts.log.warn({ err: error }, "could not poll for due webhooks")
        return []
      })
      for (const claim of claims) launch(claim)
      if (claims.length === 0) await wakeup.wait(poll_ms)
    }
  }

  async function poll(): Promise<Claim[]> {
    const failing = [...in_flight].filter(({ claim }) => claim.is_failing).length
    return parts.db.forPlatform(async (tx) => {
      if (performance.now() - lost_checked_ms > lost_check_ms) {
        await releaseLostClaims(tx)
        lost_checked_ms = performance.now()
      }
      return claimDeliveries(tx, {
        capacity: capacity - in_flight.size,
        failing_capacity: capacity / 2 - failing,
        key_ids: parts.ring.key_ids,
        firm_id,
      })
    })
  }

  function launch(claim: Claim): void {
    const aborting = new AbortController()
    const done = causedBy([claim.request_id], () =>
      attemptDelivery(parts, claim, aborting.signal).catch((error: unknown) =>
        parts.log.error({ err: error, delivery_id: claim.id }, "webhook outcome lost; it will be sent again"),
      ),
    )
    const one_in_flight: InFlight = { claim, aborting, done }
    in_flight.add(one_in_flight)
    void done.then(() => {
      in_flight.delete(one_in_flight)
      wakeup.ring()
    })
  }

  function stop(endpoint_id: string): void {
    for (const { claim, aborting } of in_flight) if (claim.endpoint_id === endpoint_id) aborting.abort()
  }

  /** Aborts canceled deliveries. A notification to stop can be missed: on a lost connection, or between claiming and sending. */
  async function stopEnded(): Promise<void> {
    if (in_flight.size === 0) return
    const ended = await parts.db.forPlatform((tx) =>
      tx.all<{ id: string }>(sql`
        select d.id from deliveries d join webhook_endpoints w on w.firm_id = d.firm_id and w.id = d.endpoint_id
         where d.id = any(${[...in_flight].map(({ claim }) => claim.id)})
           and (d.state = 'cancelled' or w.removed_at is not null)`),
    )
    const ids = new Set(ended.map(({ id }) => id))
    for (const { claim, aborting } of in_flight) if (ids.has(claim.id)) aborting.abort()
  }

  const stopTimer = setInterval(() => {
    stopEnded().catch((error: unknown) => parts.log.warn({ err: error }, "could not check webhook endpoints"))
  }, stop_check_ms)
  const working = work()

  return {
    wake: wakeup.ring,
    stop,
    close: async () => {
      isClosing = true
      wakeup.ring()
      await working
      const timer = setTimeout(() => {
        for (const { aborting } of in_flight) aborting.abort()
      }, grace_ms)
      await Promise.all([...in_flight].map(({ done }) => done))
      clearTimeout(timer)
      clearInterval(stopTimer)
    },
  }
}

/** A wait that `ring` ends early, even if it rang after the last `reset` but before the wait began. */
function newWakeup() {
  let rung = false
  let end = () => {}
  return {
    reset: () => {
      rung = false
    },
    ring: () => {
      rung = true
      end()
    },
    wait: (max_ms: number) =>
      new Promise<void>((resolve) => {
        if (rung) return resolve()
        const timer = setTimeout(resolve, max_ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

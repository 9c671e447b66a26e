// Sends what is due, for as long as the process runs. Many may run at once: rows are claimed, never shared. Each
// endpoint has its share of the room, so that a receiver that never answers holds up nobody but itself.
import { causedBy } from "../platform/causes.ts"
import { sql } from "../platform/db/sql.ts"
import { type Claim, claimDeliveries, returnLostClaims } from "./claims.ts"
import { type DeliveryParts, tryDelivery } from "./trying.ts"

export interface DeliveryWorker {
  /** Looks for due deliveries now. */
  wake(): void
  /** Cuts off whatever is under way to an endpoint. */
  stop(endpoint_id: string): void
  /** Takes nothing more, lets what is under way finish for a few seconds, then cuts it off and gives it back. */
  close(): Promise<void>
}

interface Flight {
  claim: Claim
  cut: AbortController
  done: Promise<void>
}

const room = 64
const poll_ms = 1_000
const stop_check_ms = 500
const lost_check_ms = 10_000
const grace_ms = 5_000

/** Starts a worker; with `firm_id` it takes that firm's deliveries only. */
export function openDeliveryWorker(
  parts: DeliveryParts,
  { firm_id }: { firm_id?: string } = {},
): DeliveryWorker {
  const flights = new Set<Flight>()
  const alarm = newAlarm()
  let isClosing = false
  let lost_checked_ms = Number.NEGATIVE_INFINITY

  async function work(): Promise<void> {
    while (!isClosing) {
      alarm.reset()
      const claims = await look().catch((error: unknown) => {
        parts.log.warn({ err: error }, "could not look for due webhooks")
        return []
      })
      for (const claim of claims) launch(claim)
      if (claims.length === 0) await alarm.wait(poll_ms)
    }
  }

  async function look(): Promise<Claim[]> {
    const failing = [...flights].filter(({ claim }) => claim.is_failing).length
    return parts.db.forPlatform(async (tx) => {
      if (performance.now() - lost_checked_ms > lost_check_ms) {
        await returnLostClaims(tx)
        lost_checked_ms = performance.now()
      }
      return claimDeliveries(tx, {
        room: room - flights.size,
        failing_room: Math.max(0, room / 2 - failing),
        key_ids: parts.ring.key_ids,
        firm_id,
      })
    })
  }

  function launch(claim: Claim): void {
    const cut = new AbortController()
    const done = causedBy([claim.request_id], () =>
      tryDelivery(parts, claim, cut.signal).catch((error: unknown) =>
        parts.log.error({ err: error, delivery_id: claim.id }, "webhook outcome lost; it will be sent again"),
      ),
    )
    const flight: Flight = { claim, cut, done }
    flights.add(flight)
    void done.then(() => {
      flights.delete(flight)
      alarm.ring()
    })
  }

  function stop(endpoint_id: string): void {
    for (const { claim, cut } of flights) if (claim.endpoint_id === endpoint_id) cut.abort()
  }

  /** A message to stop can be missed: with a lost connection, or between the claim and the sending. */
  async function stopEnded(): Promise<void> {
    if (flights.size === 0) return
    const ended = await parts.db.forPlatform((tx) =>
      tx.all<{ id: string }>(sql`
        select d.id from deliveries d join webhook_endpoints w on w.firm_id = d.firm_id and w.id = d.endpoint_id
         where d.id = any(${[...flights].map(({ claim }) => claim.id)})
           and (d.state = 'cancelled' or w.removed_at is not null)`),
    )
    const ids = new Set(ended.map(({ id }) => id))
    for (const { claim, cut } of flights) if (ids.has(claim.id)) cut.abort()
  }

  const stopTimer = setInterval(() => {
    stopEnded().catch((error: unknown) => parts.log.warn({ err: error }, "could not check webhook endpoints"))
  }, stop_check_ms)
  const working = work()

  return {
    wake: alarm.ring,
    stop,
    close: async () => {
      isClosing = true
      alarm.ring()
      await working
      const timer = setTimeout(() => {
        for (const { cut } of flights) cut.abort()
      }, grace_ms)
      await Promise.all([...flights].map(({ done }) => done))
      clearTimeout(timer)
      clearInterval(stopTimer)
    },
  }
}

/** A wait that can be ended from outside, also by a ring that came before it began. */
function newAlarm() {
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
    wait: (most_ms: number) =>
      new Promise<void>((resolve) => {
        if (rung) return resolve()
        const timer = setTimeout(resolve, most_ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

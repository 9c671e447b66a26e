import type { PageFields } from "./page-fields.ts"
import type { FieldsSaved, FieldsSent } from "./wire.ts"

/** What one tab saved, told to the others: they share the outbox, and what was typed in one may leave from another. */
export interface Told {
  page: string
  controls: FieldsSent["controls"]
  answer: FieldsSaved
}

const name = "foyer-outbox"
/** How long a tab waits for another that is sending. */
const timeout_ms = 3_000

/** Hears what other tabs saved; the function it returns tells them what this one did. */
export function listenToTabs(listen: (told: Told) => void): (told: Told) => void {
  if (!("BroadcastChannel" in window)) return () => undefined
  const channel = new BroadcastChannel(name)
  channel.addEventListener("message", ({ data }: MessageEvent<Told>) => listen(data))
  return (told) => channel.postMessage(told)
}

/**
 * Of what another tab saved, what holds for this one: it may show the very same page with another answer in it, and
 * what the other has seen, this one has not.
 */
export function listenersOf(
  fields: PageFields,
  controls: Told["controls"],
  answer: FieldsSaved,
): FieldsSaved {
  const isSame = (field: string) =>
    Object.entries(fields.read(field)).every(
      ([name, values]) => JSON.stringify(controls[name]) === JSON.stringify(values),
    )
  const same = <Part>(part: Record<string, Part>) =>
    Object.fromEntries(Object.entries(part).filter(([field]) => isSame(field)))
  return { saved: same(answer.saved), faults: same(answer.faults), conflicts: same(answer.conflicts) }
}

/**
 * One tab at a time, where that can be had: sending the same twice does no harm, and a tab whose line hangs must not
 * keep the others from saving.
 */
export async function exclusively(work: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return work()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), timeout_ms)
  let isBegun = false
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer)
      isBegun = true
      return work()
    })
  } catch (error) {
    if (isBegun) throw error
    return work()
  }
}

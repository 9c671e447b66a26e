import type { PageFields } from "../fields/page-fields.ts"
import type { FieldsSaved, FieldsSent } from "../wire.ts"

/** What one tab saved, broadcast to the others: tabs share pending changes, and any of them may send a change. */
export interface SavedElsewhere {
  page: string
  controls: FieldsSent["controls"]
  result: FieldsSaved
}

const name = "foyer-outbox"
/** How long a tab waits for another that is sending. */
const timeout_ms = 3_000

/** Calls `listen` with what other tabs save; returns the function that broadcasts what this tab saves. */
export function connectTabs(listen: (saved: SavedElsewhere) => void): (saved: SavedElsewhere) => void {
  if (!("BroadcastChannel" in window)) return () => undefined
  const channel = new BroadcastChannel(name)
  channel.addEventListener("message", ({ data }: MessageEvent<SavedElsewhere>) => listen(data))
  return (saved) => channel.postMessage(saved)
}

/**
 * The part of another tab's result that applies to this one: only fields with the same values in both tabs. This tab
 * may show the same page with different values, whose revision it has not seen.
 */
export function matchingResult(
  fields: PageFields,
  controls: SavedElsewhere["controls"],
  result: FieldsSaved,
): FieldsSaved {
  const isSame = (field: string) =>
    Object.entries(fields.read(field)).every(
      ([name, values]) => JSON.stringify(controls[name]) === JSON.stringify(values),
    )
  const same = <Part>(part: Record<string, Part>) =>
    Object.fromEntries(Object.entries(part).filter(([field]) => isSame(field)))
  return { saved: same(result.saved), faults: same(result.faults), conflicts: same(result.conflicts) }
}

/**
 * Runs `work` in one tab at a time. After a timeout it runs regardless: sending a change twice does no harm, and a tab
 * whose connection hangs must not keep the others from saving.
 */
export async function withTabLock(work: () => Promise<boolean>): Promise<boolean> {
  if (!navigator.locks) return work()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), timeout_ms)
  let hasStarted = false
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer)
      hasStarted = true
      return work()
    })
  } catch (error) {
    if (hasStarted) throw error
    return work()
  }
}

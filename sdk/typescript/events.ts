// Follows the firm's events by reading their list again and again, which needs no address that Foyer can reach.
import type { Client } from "./client.ts"
import { FoyerError, recordsOf } from "./errors.ts"
import type { RequestOptions } from "./public.d.ts"

export interface Event {
  event_id: string
  event_type: string
  occured_at: string
  matter: { id: string }
}

const pause_ms = 1_000

/**
 * Yields every event once, oldest first, and never ends: those since `since`, or all that happen after `onStart`. Survives
 * that Foyer cannot be reached for a while, and says so with `report`; throws if it refuses the key.
 */
export async function* followEvents(
  client: Client,
  since: Date | undefined,
  { onStart, report }: { onStart: () => void; report: (sentence: string) => void },
): AsyncGenerator<Event> {
  const read = patientReader(client, report)
  // Ids never run backwards in the order in which events appear, so what has a greater id is new.
  const newest = (await read({ page_size: 1 }, {})).events[0]?.event_id
  let last_id = since ? "" : newest
  onStart()
  const isOld = (event: Event) =>
    last_id ? event.event_id <= last_id : since !== undefined && new Date(event.occured_at) < since
  for (let etag = ""; ; ) {
    const first = await read({ page_size: 200 }, etag ? { "if-none-match": etag } : {})
    etag = first.etag
    const fresh: Event[] = []
    for (let page = first; ; ) {
      const old = page.events.findIndex(isOld)
      fresh.push(...(old < 0 ? page.events : page.events.slice(0, old)))
      const last = page.events.at(-1)
      if (old >= 0 || !page.next || !last) break
      page = await read({ page_size: 200, starting_after: last.event_id }, {})
    }
    for (const event of fresh.reverse()) {
      last_id = event.event_id
      yield event
    }
    await sleep(pause_ms)
  }
}

interface EventPage {
  events: Event[]
  next: string | null
  etag: string
}

/** Reads pages of events. A 304 is an empty page. */
function patientReader(client: Client, report: (sentence: string) => void) {
  const get = patientGetter(client, report)
  return async (query: Record<string, unknown>, headers: Record<string, string>): Promise<EventPage> => {
    const response = await get("/v1/events", { query, headers })
    const etag = response.headers.get("etag") ?? ""
    if (response.status === 304) return { events: [], next: null, etag }
    const page = (await response.json()) as { next: string | null }
    return { events: recordsOf<Event>({ ...page }, "results"), next: page.next, etag }
  }
}

/** Reads from Foyer, and tries again for as long as that may help. */
export function patientGetter(client: Client, report: (sentence: string) => void) {
  let isAway = false
  return async (path: string, options: RequestOptions = {}): Promise<Response> => {
    for (;;) {
      try {
        const response = await client.request("GET", path, options)
        if (isAway) report("Foyer answers again.")
        isAway = false
        return response
      } catch (error) {
        if (!(error instanceof FoyerError) || !isPassing(error)) throw error
        if (!isAway) report(`${error.detail} Trying again until it answers.`)
        isAway = true
        await sleep((error.retry_after_s ?? 0) * 1_000 || pause_ms)
      }
    }
  }
}

function isPassing({ status }: FoyerError): boolean {
  return status === 0 || status === 429 || status >= 500
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

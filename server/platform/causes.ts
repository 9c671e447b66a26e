// What a request causes is done later and elsewhere: jobs, mails, webhooks. The request's id travels with the work, so
// that the log tells of all of it under one id.
import { AsyncLocalStorage } from "node:async_hooks"

interface Cause {
  request_ids: readonly string[]
  /** A request's own lines name it already. */
  is_background: boolean
}

const causes = new AsyncLocalStorage<Cause>()

/** Runs `work`, which answers this request. */
export function inRequest(request_id: string, work: () => void): void {
  causes.run({ request_ids: [request_id], is_background: false }, work)
}

/** Runs `work`, which these requests caused, in the background; those that no request caused are left out. */
export function causedBy<T>(request_ids: readonly (string | null | undefined)[], work: () => T): T {
  const known = [...new Set(request_ids)].filter((id) => typeof id === "string")
  return causes.run({ request_ids: known, is_background: true }, work)
}

/** The request that causes what is done now; undefined where there is none, or are several. */
export function causingRequest(): string | undefined {
  const { request_ids = [] } = causes.getStore() ?? {}
  return request_ids.length === 1 ? request_ids[0] : undefined
}

/** What a log line of background work says of its causes. */
export function causeFields(): { request_id?: string; request_ids?: readonly string[] } {
  const { request_ids, is_background } = causes.getStore() ?? { request_ids: [], is_background: false }
  const [request_id] = request_ids
  if (!is_background || request_id === undefined) return {}
  return request_ids.length === 1 ? { request_id } : { request_ids }
}

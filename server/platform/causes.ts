// Correlates background work with the request that caused it: jobs, emails and webhooks carry the request's id, so the
// log shows all of them under one id.
import { AsyncLocalStorage } from "node:async_hooks"

interface Cause {
  request_ids: readonly string[]
  /** False within the request itself, whose log lines have the id already. */
  is_background: boolean
}

const causes = new AsyncLocalStorage<Cause>()

/** Runs `work` as part of handling this request. */
export function inRequest(request_id: string, work: () => void): void {
  causes.run({ request_ids: [request_id], is_background: false }, work)
}

/** Runs background `work` that these requests caused; ignores null and undefined. */
export function causedBy<T>(request_ids: readonly (string | null | undefined)[], work: () => T): T {
  const known = [...new Set(request_ids)].filter((id) => typeof id === "string")
  return causes.run({ request_ids: known, is_background: true }, work)
}

/** Returns the request that caused the current work; undefined if there is none or more than one. */
export function causingRequest(): string | undefined {
  const { request_ids = [] } = causes.getStore() ?? {}
  return request_ids.length === 1 ? request_ids[0] : undefined
}

/** Returns the fields that name the causing requests in a log line of background work. */
export function causeFields(): { request_id?: string; request_ids?: readonly string[] } {
  const { request_ids, is_background } = causes.getStore() ?? { request_ids: [], is_background: false }
  const [request_id] = request_ids
  if (!is_background || request_id === undefined) return {}
  return request_ids.length === 1 ? { request_id } : { request_ids }
}

import type { FastifyBaseLogger } from "fastify"
import type { Database } from "../../platform/db/database.ts"
import { json, sql } from "../../platform/db/sql.ts"

/** A request with an API key, and how it was answered. Neither its address nor its body, which name people. */
export interface AnsweredRequest {
  firm_id: string
  key_id: string
  request_id: string
  method: string
  /** The route's pattern, such as `/v1/matters/:matter_id`. */
  route: string
  status: number
  /** The codes of the problem and of its faults, those after the parameter's name; none if it succeeded. */
  codes: readonly string[]
  ms: number
}

export interface RequestLog {
  add(request: AnsweredRequest): void
  /** Writes what is not written yet, and takes no more. */
  close(): Promise<void>
}

/** Rows wait this long, so that requests don't wait for them. */
const interval_ms = 2_000
/** More are not kept: a flood of faults must not fill memory. */
const max_rows = 2_000

type Row = AnsweredRequest & { answered_at: Date; requests: number }

/**
 * Records requests in batches. Those that succeed without changing anything, and those over the limit, are counted,
 * one row for each key, route and status, with the slowest duration: there may be thousands a second, and nobody looks for
 * one of them.
 */
export function openRequestLog(db: Database, log: FastifyBaseLogger): RequestLog {
  let rows = new Map<string, Row>()
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = [...rows.values()]
    if (dropped > 0) log.warn({ dropped }, "requests missing in the request log")
    rows = new Map()
    dropped = 0
    if (batch.length > 0) writing = writing.then(() => insertRows(db, batch)).catch(warn)
  }
  const warn = (error: unknown) => log.warn({ err: error }, "request log not written")

  return {
    add: (request) => {
      const { key_id, method, route, status, request_id, ms } = request
      const isCounted = (method === "GET" && status < 400) || status === 429
      const name = isCounted ? `${key_id} ${method} ${status} ${route}` : request_id
      const counted = rows.get(name)
      if (counted) {
        counted.requests += 1
        if (ms > counted.ms) Object.assign(counted, { ms, request_id })
      } else if (rows.size < max_rows) {
        rows.set(name, { ...request, answered_at: db.clock(), requests: 1 })
      } else dropped += 1
      timer ??= setTimeout(write, interval_ms).unref()
    },
    close: async () => {
      write()
      await writing
    },
  }
}

/** The join leaves out what belongs to a firm or key that is gone by now. */
async function insertRows(db: Database, rows: readonly Row[]): Promise<void> {
  const all = rows.map(({ answered_at, ...row }) => ({ ...row, answered_at: answered_at.toISOString() }))
  await db.forPlatform((tx) =>
    tx.run(sql`
      insert into api_requests
        (firm_id, request_id, api_key_id, answered_at, method, route, status, codes, duration_ms, requests)
      select k.firm_id, r.request_id, k.id, r.answered_at, r.method, r.route, r.status, r.codes, r.ms, r.requests
        from jsonb_to_recordset(${json(all)}::jsonb)
             as r (firm_id text, request_id uuid, key_id text, answered_at timestamptz, method text, route text,
                   status integer, codes text[], ms real, requests integer)
        join api_keys k on k.firm_id = r.firm_id and k.id = r.key_id`),
  )
}

import { batch, inBatches } from "../../platform/db/batches.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"

export const retention_days = 30

export interface LoggedRequest {
  request_id: string
  key_id: string
  key_name: string
  answered_at: Date
  method: string
  route: string
  status: number
  codes: string[]
  /** Of the slowest, if the row counts several. */
  duration_ms: number
  requests: number
}

export interface RequestFilter {
  key_id?: string
  /** Only refused requests. */
  refused?: boolean
  /** A request id, the beginning of a route or of a URL's path, a status, a code, or a parameter with a fault. */
  search?: string
  /** Only requests from a minute before this time to ten minutes after it. */
  around?: Date
}

/** A page of the requests with the firm's keys in the last 30 days, latest first. */
export function listRequests(
  tx: Tx,
  { key_id, refused = false, search = "", around }: RequestFilter,
  page: Page,
): Promise<Listing<LoggedRequest>> {
  const found = sql`
    and (r.request_id::text = lower(${search}) or r.status::text = ${search}
         or starts_with(regexp_replace(r.route, ':\\w+', ':', 'g'), ${withoutIds(search)})
         or ${search} = any (string_to_array(array_to_string(r.codes, ' '), ' ')))`
  return listCounted<LoggedRequest>(
    tx,
    {
      columns: sql`r.request_id::text, r.api_key_id as key_id, k.name as key_name, r.answered_at, r.method, r.route, r.status,
                   r.codes, r.duration_ms, r.requests`,
      from: sql`api_requests r join api_keys k on k.id = r.api_key_id`,
      where: sql`where r.answered_at > ${tx.now}::timestamptz - make_interval(days => ${retention_days})
                   ${key_id ? sql`and r.api_key_id = ${key_id}` : sql``}
                   ${refused ? sql`and r.status >= 400` : sql``}
                   ${
                     around
                       ? sql`and r.answered_at between ${around}::timestamptz - interval '1 minute'
                                                and ${around}::timestamptz + interval '10 minutes'`
                       : sql``
                   }
                   ${search ? found : sql``}`,
      order: sql`order by r.answered_at desc, r.request_id`,
    },
    page,
  )
}

/** A path as routes are compared: `/v1/matters/:/clients` for a URL, for the documentation's path, and for a pattern. */
function withoutIds(path: string): string {
  return path
    .replace(/^(GET|POST|PATCH|DELETE) /, "")
    .replace(/\/([a-z]+_\w{32,33}|\{\w+\}|:\w+)(?=\/|$)/g, "/:")
}

/** Deletes rows older than 30 days, and returns how many. */
export function removeOldRequests(db: Database): Promise<number> {
  return inBatches(() =>
    db.forPlatform((tx) =>
      tx.run(sql`
        delete from api_requests using (
          select r.firm_id, r.request_id from api_requests r
           where r.answered_at < ${tx.now}::timestamptz - make_interval(days => ${retention_days})
           limit ${batch} for update of r skip locked) old
         where api_requests.firm_id = old.firm_id and api_requests.request_id = old.request_id`),
    ),
  )
}

// Webhook endpoints of a firm. While an endpoint is paused, its deliveries wait; while it is disabled, none are created.
// Its secret and header values are stored encrypted only.
import type { SubscribableType } from "../../firm/events/schema.ts"
import { takeAdvisoryLock } from "../../platform/db/advisory-lock.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import { wakeWorkers } from "../../platform/jobs/wake.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { cancelDeliveries } from "./deliveries.ts"
import { entriesOf, type HeaderPair } from "./endpoint-faults.ts"
import { newWebhookSecret, sealHeaders, sealSecret } from "./secrets.ts"

export interface Endpoint {
  id: string
  url: string
  event_types: SubscribableType[]
  description: string
  /** Names of the custom headers; their values are never shown again. */
  header_names: string[]
  /** The user who created it or, if an API key did, the user who created the key. */
  created_by: string | null
  is_by_key: boolean
  /** The API key that created it; null for staff, and for keys of before they were recorded. */
  key_id: string | null
  /** Null also once the key, of an app's connection, is deleted. */
  key_name: string | null
  created_at: Date
  paused_at: Date | null
  disabled_at: Date | null
  /** `gone`: the receiver responded with 410. `failing`: every attempt failed for days. */
  disabled_reason: "gone" | "failing" | null
  /** The first failure since the last success. */
  first_failure_at: Date | null
  last_failure_at: Date | null
  last_success_at: Date | null
  /** Until then, the previous secret signs requests as well. */
  previous_secret_until: Date | null
}

export interface NewEndpoint {
  url: string
  event_types: readonly SubscribableType[]
  headers?: readonly HeaderPair[]
  description?: string
  /** The key that creates it through the API. Keys read, change and remove only what keys created. */
  key_id?: string
  /** Created in the past, as those of the demo: times say which events it receives, as for endpoints of an earlier release. */
  is_backdated?: boolean
}

/** Programs create endpoints, and pages list all of them. */
export const max_endpoints = 100

/**
 * Creates an endpoint. The caller has checked the input with `findEndpointFaults`. Throws "conflict" once the firm has as
 * many as it may.
 */
export async function createEndpoint(
  tx: Tx,
  ring: KeyRing,
  { url, event_types, headers = [], description = "", key_id, is_backdated = false }: NewEndpoint,
): Promise<{ id: string; secret: string }> {
  await takeAdvisoryLock(tx, "webhook endpoints")
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from webhook_endpoints where removed_at is null`,
  )
  if (count >= max_endpoints) {
    const message = `There are ${max_endpoints} webhook subscriptions, which is the maximum. Remove one that is no longer used.`
    throw conflict("too_many_subscriptions", message)
  }
  const id = newId("endpoint")
  const secret = newWebhookSecret()
  const entries = entriesOf(headers)
  await tx.run(sql`
    insert into webhook_endpoints (id, url, event_types, description, header_names, headers_sealed, secret_sealed, is_by_key,
                                   key_id, created_at, after_event_id)
    values (${id}, ${url}, ${[...new Set(event_types)]}, ${description}, ${entries.map(([name]) => name)},
            ${sealHeaders(ring, id, entries)}, ${sealSecret(ring, id, secret)}, ${key_id !== undefined},
            ${key_id ?? null}, ${tx.now},
            case when not ${is_backdated}::boolean then coalesce((select last_event_id from event_heads), '') end)`)
  return { id, secret }
}

const columns: Sql = sql`
  id, url, event_types, description, header_names, created_by, is_by_key, key_id,
  (select k.name from api_keys k where k.id = webhook_endpoints.key_id) as key_name, created_at, paused_at, disabled_at, disabled_reason,
  first_failure_at, last_failure_at, last_success_at, previous_secret_until`
const endpoints: Sql = sql`select ${columns} from webhook_endpoints`
const byKeys: Sql = sql`where is_by_key and removed_at is null`

/** Returns the firm's endpoints, oldest first, without the removed ones. */
export function listEndpoints(tx: Tx): Promise<Endpoint[]> {
  return tx.all(sql`${endpoints} where removed_at is null order by id`)
}

/** Returns an endpoint. Throws "not found", also if it was removed. */
export function getEndpoint(tx: Tx, id: string): Promise<Endpoint> {
  return tx.one(sql`${endpoints} where id = ${id} and removed_at is null`)
}

/** A page of the endpoints that API keys created, oldest first. */
export function listEndpointsByKeys(
  tx: Tx,
  page: Pick<Page, "limit" | "offset">,
): Promise<Listing<Endpoint>> {
  return listCounted(
    tx,
    { columns, from: sql`webhook_endpoints`, where: byKeys, order: sql`order by id` },
    page,
  )
}

/** At most fifty that events go on to without this key: those it created, and those of keys that were not recorded. */
export function listEndpointsOfKey(tx: Tx, key_id: string): Promise<Endpoint[]> {
  return tx.all(sql`
    ${endpoints} ${byKeys} and disabled_at is null and coalesce(key_id, ${key_id}) = ${key_id} order by id limit 50`)
}

/** Returns an endpoint that an API key created. Throws "not found" for one of staff, and for an unknown or removed one. */
export function getEndpointByKey(tx: Tx, id: string): Promise<Endpoint> {
  return tx.one(sql`${endpoints} ${byKeys} and id = ${id}`)
}

/** The same, locked until the transaction ends, so that what was compared with it still holds. */
export function lockEndpointByKey(tx: Tx, id: string): Promise<Endpoint> {
  return tx.one(sql`${endpoints} ${byKeys} and id = ${id} for update`)
}

/** Changes the given fields; `headers` replaces all headers. A new address has not failed yet. The caller has checked the input with `findEndpointFaults`. */
export async function changeEndpoint(
  tx: Tx,
  ring: KeyRing,
  id: string,
  { url, event_types, headers, description }: Partial<NewEndpoint>,
): Promise<void> {
  const entries = headers ? entriesOf(headers) : undefined
  await tx.one(sql`
    update webhook_endpoints
       set url = coalesce(${url ?? null}, url),
           first_failure_at = case when coalesce(${url ?? null}, url) = url then first_failure_at end,
           last_failure_at = case when coalesce(${url ?? null}, url) = url then last_failure_at end,
           event_types = coalesce(${event_types ? [...new Set(event_types)] : null}, event_types),
           description = coalesce(${description ?? null}, description),
           header_names = coalesce(${entries?.map(([name]) => name) ?? null}, header_names),
           headers_sealed = coalesce(${entries ? sealHeaders(ring, id, entries) : null}, headers_sealed)
     where id = ${id} and removed_at is null returning id`)
}

/** Removes an endpoint permanently: cancels its waiting deliveries and aborts those in flight within a second. */
export async function removeEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`
    update webhook_endpoints
       set removed_at = ${tx.now}, headers_sealed = '', secret_sealed = '', previous_secret_sealed = null
     where id = ${id} and removed_at is null returning id`)
  await cancelDeliveries(tx, id)
  await wakeWorkers(tx, `stop ${id}`)
}

/** Holds an endpoint's deliveries until it is resumed. Those in flight finish. */
export async function pauseEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`
    update webhook_endpoints set paused_at = coalesce(paused_at, ${tx.now})
     where id = ${id} and removed_at is null returning id`)
}

/** Resumes a paused or disabled endpoint and sends what is waiting. What a disabled endpoint missed needs `recoverFailedSince`. */
export async function resumeEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`
    update webhook_endpoints
       set paused_at = null, disabled_at = null, disabled_reason = null, first_failure_at = null,
           last_failure_at = null
     where id = ${id} and removed_at is null returning id`)
  await wakeWorkers(tx, "deliveries")
}

/** Stops all deliveries to an endpoint until staff resume it. Returns false if it was already disabled or removed. */
export async function disableEndpoint(
  tx: Tx,
  id: string,
  reason: NonNullable<Endpoint["disabled_reason"]>,
): Promise<boolean> {
  const disabled = await tx.run(sql`
    update webhook_endpoints set disabled_at = ${tx.now}, disabled_reason = ${reason}
     where id = ${id} and disabled_at is null and removed_at is null`)
  if (disabled === 0) return false
  await cancelDeliveries(tx, id)
  await wakeWorkers(tx, `stop ${id}`)
  return true
}

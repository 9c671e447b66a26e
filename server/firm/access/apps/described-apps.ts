// Apps whose id is an https address, at which a JSON document describes them (OAuth Client ID Metadata Document, as the
// Model Context Protocol uses it). Reading it trusts no one: it comes from an address that a stranger may have chosen.
import { later } from "../../../platform/clock.ts"
import { sql } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import { OutboundError } from "../../../platform/outbound/error.ts"
import type { AddressPolicy } from "../../../platform/outbound/policy.ts"
import { getOutbound, type OutboundResponse } from "../../../platform/outbound/post.ts"
import type { ResolveHost } from "../../../platform/outbound/resolve.ts"
import { type AttemptParts, requireAttempt } from "../../users/sign-in/attempts.ts"
import { appFaults, appIdOf, isDocumentUrl, isRedirectUri, parseApp } from "./apps.ts"

const max_bytes = 10_000
const timeout_ms = 5_000
/** How long a description counts: as its server says, within these limits. */
const cache_s = { min: 60, usual: 3_600, max: 24 * 3_600 }

export interface DescribingParts extends AttemptParts {
  /** The addresses that may be read. */
  allow: AddressPolicy
  resolve?: ResolveHost
}

/**
 * Reads the description of the app with this id, unless it is still fresh or the id is not an address. Throws
 * "unprocessable" with what is wrong, and "too many" for many of one person. Opens transactions of its own.
 */
export async function readDescription(
  parts: DescribingParts,
  url: string,
  user_id: string,
): Promise<undefined> {
  if (!isDocumentUrl(url)) return
  const { db, allow, resolve } = parts
  const id = appIdOf(url)
  const fresh = await db.forPlatform((tx) =>
    tx.maybe(sql`select from apps where id = ${id} and expires_at > ${tx.now}`),
  )
  if (fresh) return
  const key = `app description ${user_id}`
  await requireAttempt(parts, [{ key, free: 20, wait_s: 60, max_wait_s: 15 * 60 }])
  const headers = { accept: "application/json" }
  const request = { url, headers, timeout_ms, max_response_bytes: max_bytes + 1, allow }
  const response = await getOutbound(request, resolve).catch((error: unknown) => {
    throw error instanceof OutboundError ? notDescribed(url, error.message) : error
  })
  const { name, redirect_uris } = parseDocument(url, response)
  await db.forPlatform((tx) => {
    const expires_at = later(tx.now, { seconds: lifetimeOf(response) })
    return tx.run(sql`
      insert into apps (id, name, redirect_uris, registered_at, document_url, expires_at)
      values (${id}, ${name}, ${[...redirect_uris]}, ${tx.now}, ${url}, ${expires_at})
      on conflict (id) do update
         set name = excluded.name, redirect_uris = excluded.redirect_uris, registered_at = excluded.registered_at,
             expires_at = excluded.expires_at`)
  })
}

function parseDocument(url: string, { status, headers, body_excerpt }: OutboundResponse) {
  if (status !== 200)
    throw notDescribed(url, `It answers with ${status}, and must with 200, at this address.`)
  if (!/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(headers["content-type"] ?? ""))
    throw notDescribed(url, "It is not sent as application/json.")
  if (Buffer.byteLength(body_excerpt) > max_bytes) throw notDescribed(url, "It is longer than 10 kB.")
  const document = parseJson(body_excerpt)
  if (!document) throw notDescribed(url, "It is no JSON object.")
  if (document.client_id !== url) throw notDescribed(url, "Its client_id must be this address.")
  if ((document.token_endpoint_auth_method ?? "none") !== "none" || "client_secret" in document)
    throw notDescribed(url, "Its token_endpoint_auth_method must be none: an app has no secret here.")
  // It may name more, for other services, such as an address that only an app on a phone opens.
  const redirect_uris = [document.redirect_uris].flat().filter((uri) => isRedirectUri(String(uri)))
  const app = parseApp({ ...document, redirect_uris })
  if (typeof app === "string") throw notDescribed(url, appFaults[app])
  return app
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function lifetimeOf({ headers }: OutboundResponse): number {
  const control = headers["cache-control"] ?? ""
  const age = /\bno-(?:store|cache)\b/i.test(control) ? "0" : /\bmax-age=(\d{1,9})/i.exec(control)?.[1]
  return Math.min(cache_s.max, Math.max(cache_s.min, Number(age ?? cache_s.usual)))
}

function notDescribed(url: string, why: string): Failure {
  const { host } = new URL(url)
  return new Failure(
    "unprocessable",
    "app_not_described",
    `The app at ${host} can’t connect, because its description could not be used. ${why}`,
  )
}

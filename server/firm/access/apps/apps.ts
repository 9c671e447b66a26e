// Apps and AI assistants that sign in by OAuth 2.1. They are programs on other machines, without a secret (public clients).
// Registering is open to anyone and allows nothing: see connections.ts. Others need not: see described-apps.ts.
import { createHash } from "node:crypto"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { isLoopback } from "../../../platform/http/requests/own-origin.ts"
import { type AttemptParts, requireAttempt } from "../../users/sign-in/attempts.ts"

export interface RegisteredApp {
  id: string
  name: string
  redirect_uris: string[]
  /** Where the app describes itself; null for one that registered. */
  document_url: string | null
}

const max_redirects = 10
const max_characters = 500
const retention_days = 90

/**
 * Whether a client's id is the address of its description. Ids are compared as text, so it must be written in the one
 * form that a browser gives it.
 */
export function isDocumentUrl(client_id: string): boolean {
  if (client_id.length > max_characters || !/^https:\/\/[^/?#@]+\/[^?#][^#]*$/.test(client_id)) return false
  return URL.parse(client_id)?.href === client_id
}

/** The id of an app here, of what it calls its own. */
export function appIdOf(client_id: string): string {
  return isDocumentUrl(client_id) ? idOf(client_id) : client_id
}

function idOf(text: string): string {
  return `app_${createHash("sha256").update(text).digest("hex").slice(0, 32).toUpperCase()}`
}

export type NewApp = Pick<RegisteredApp, "name" | "redirect_uris">

export const appFaults = {
  invalid_redirect_uri: `Send 1 to ${max_redirects} redirect_uris, each with https, or with http to localhost.`,
  invalid_client_metadata: "Send a client_name of 1 to 100 printable characters.",
}

/** What an app says of itself; or the error. */
export function parseApp({
  redirect_uris,
  client_name,
}: Record<string, unknown>): NewApp | keyof typeof appFaults {
  const uris = Array.isArray(redirect_uris) ? redirect_uris.map(String) : []
  const isFew = uris.length > 0 && uris.length <= max_redirects
  if (!isFew || !uris.every(isRedirectUri)) return "invalid_redirect_uri"
  const name = String(client_name ?? new URL(uris[0] ?? "").hostname).trim()
  if (name.length < 1 || name.length > 100 || /\p{C}/u.test(name)) return "invalid_client_metadata"
  return { name, redirect_uris: uris }
}

/**
 * Whether codes may be sent there (RFC 8252, and the MCP specification): over TLS, or to a program on the person's own
 * machine. An address in another script shows as it is sent, so that none resembles another.
 */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= max_characters && /^[!-~]+$/.test(text) ? URL.parse(text) : null
  if (!url || text.includes("#") || url.username || url.password) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))
}

/** Whether the app registered this address; of a program on the person's own machine, with any port (RFC 8252 §7.3). */
export function isRegistered({ redirect_uris }: RegisteredApp, redirect_uri: string): boolean {
  if (!isRedirectUri(redirect_uri)) return false
  const wanted = withoutPort(redirect_uri)
  return redirect_uris.some((uri) => withoutPort(uri) === wanted)
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== "http:") return uri
  url.port = ""
  return url.href
}

/**
 * Registers an app, and returns its id. The same name with the same addresses is the same app, so that one that registers
 * for each of its users, or thousands of times, is one row. Throws "too many" for many new ones from one network.
 */
export async function registerApp(
  parts: AttemptParts,
  ip: string,
  { name, redirect_uris }: NewApp,
): Promise<string> {
  const id = idOf(JSON.stringify([name, redirect_uris]))
  const isKnown = await parts.db.forPlatform((tx) =>
    tx.maybe(sql`
      with returned as (
        update apps set registered_at = ${tx.now}
         where id = ${id} and registered_at < date_trunc('day', ${tx.now}::timestamptz))
      select from apps where id = ${id}`),
  )
  if (isKnown) return id
  const key = `app ${networkOf(ip)}`
  await requireAttempt(parts, [{ key, free: 20, wait_s: 60, max_wait_s: 15 * 60 }])
  await parts.db.forPlatform((tx) =>
    tx.run(sql`
      insert into apps (id, name, redirect_uris, registered_at)
      values (${id}, ${name}, ${[...redirect_uris]}, ${tx.now}) on conflict do nothing`),
  )
  return id
}

/** The app that calls itself so. One that describes itself is found by its address alone, so that its description is read. */
export function findApp(tx: Tx, client_id: string): Promise<RegisteredApp | undefined> {
  return tx.maybe(sql`
    select id, name, redirect_uris, document_url from find_app(${appIdOf(client_id)})
     where coalesce(document_url, id) = ${client_id}`)
}

/** Removes apps that no firm is connected with and that have not registered for long. Whichever returns gets the same id. */
export async function removeUnusedApps(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from apps
     where registered_at < ${tx.now}::timestamptz - make_interval(days => ${retention_days})
       and not exists (select from connections c where c.app_id = apps.id)`)
}

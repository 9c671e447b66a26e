// Apps and AI assistants that sign in by OAuth 2.1. They are programs on other machines, without a secret (public clients).
// Registering is open to anyone and allows nothing: see connections.ts.
import { createHash } from "node:crypto"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { type AttemptParts, requireAttempt } from "../../users/sign-in/attempts.ts"

export interface RegisteredApp {
  id: string
  name: string
  redirect_uris: string[]
}

export const max_redirects = 10
const max_characters = 500
const retention_days = 90

/**
 * Whether codes may be sent there (RFC 8252, and the MCP specification): over TLS, or to a program on the person's own
 * machine. An address in another script shows as it is sent, so that none resembles another.
 */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= max_characters && /^[!-~]+$/.test(text) ? URL.parse(text) : null
  if (!url || text.includes("#") || url.username || url.password) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))
}

/** Whether a program on the person's own computer is there. */
export function isLoopback({ hostname }: URL): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
}

/** Whether the app registered this address; of a program on the person's own machine, with any port (RFC 8252 §7.3). */
export function isRegistered({ redirect_uris }: RegisteredApp, redirect_uri: string): boolean {
  const wanted = withoutPort(redirect_uri)
  return isRedirectUri(redirect_uri) && redirect_uris.some((uri) => withoutPort(uri) === wanted)
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
  { name, redirect_uris }: Omit<RegisteredApp, "id">,
): Promise<string> {
  const hash = createHash("sha256")
    .update(JSON.stringify([name, redirect_uris]))
    .digest("hex")
  const id = `app_${hash.slice(0, 32).toUpperCase()}`
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

export function findApp(tx: Tx, id: string): Promise<RegisteredApp | undefined> {
  return tx.maybe(sql`select id, name, redirect_uris from find_app(${id})`)
}

/** Removes apps that no firm is connected with and that have not registered for long. Whichever returns gets the same id. */
export async function removeUnusedApps(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from apps
     where registered_at < ${tx.now}::timestamptz - make_interval(days => ${retention_days})
       and not exists (select from connections c where c.app_id = apps.id)`)
}

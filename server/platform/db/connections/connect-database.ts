import type pg from "pg"
import { type DatabaseError, isDisconnected } from "./disconnected.ts"
import { countServers, newClient } from "./primary.ts"

/** A connection and the setting it comes from, which startup errors name. */
export interface DatabaseTarget {
  connection: pg.PoolConfig
  setting: string
}

const timeout_ms = 10_000

/** Opens a connection. Throws a message that names the setting, the problem, and its remedy. */
export async function connectDatabase(target: DatabaseTarget): Promise<pg.Client> {
  for (let left = countServers(target.connection); left > 1; left -= 1) {
    const client = await connectOnce(target).catch(() => undefined)
    if (client) return client
  }
  return connectOnce(target)
}

async function connectOnce({ connection, setting }: DatabaseTarget): Promise<pg.Client> {
  const client = newClient({ ...connection, connectionTimeoutMillis: timeout_ms, keepAlive: true })
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const sentence = explain(error as DatabaseError, client, setting)
    throw mayPass(error as DatabaseError)
      ? new DatabaseUnreachable(sentence, { cause: error })
      : new Error(sentence, { cause: error })
  }
}

/** The database or its pooler may respond soon. */
export class DatabaseUnreachable extends Error {
  override name = "DatabaseUnreachable"
}

/** Returns the reason, with the setting's name, if `error` says that the database does not respond for now. */
export function findUnreachable(error: unknown, setting: string): DatabaseUnreachable | undefined {
  if (error instanceof DatabaseUnreachable) return error
  const { cause } = error as { cause?: unknown }
  const reason = (cause instanceof Error ? cause : error) as DatabaseError
  if (!(reason instanceof Error) || !mayPass(reason)) return undefined
  return new DatabaseUnreachable(
    `The database in ${setting}, or the pooler before it, stopped responding: ${reason.message}. Start it, or correct ${setting}.`,
    { cause: error },
  )
}

/** Also out of connections. PgBouncer reports a wrong name in the same way as a lost server. */
function mayPass(error: DatabaseError): boolean {
  const { code, message } = error.errors?.[0] ?? error
  if (/no such (database|user)|authentication/i.test(message)) return false
  return code === "53300" || isDisconnected(error)
}

function explain(error: DatabaseError, { host, port, user, database }: pg.Client, setting: string): string {
  const { code = "", message } = error.errors?.[0] ?? error
  const place = `${host}:${port}`
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${setting} names the host “${host}”, which DNS does not know. Correct the host name, or the machine's DNS settings.`
  if (code === "ECONNREFUSED" || code === "ENOENT")
    return `No PostgreSQL responds at ${place}, the address in ${setting}. Start it, or correct the host and port.`
  if (code === "ETIMEDOUT" || code === "EHOSTUNREACH" || code === "ENETUNREACH" || /timeout/.test(message))
    return `${place}, the address in ${setting}, did not respond within ${timeout_ms / 1000} seconds. Start PostgreSQL there, or open the firewall.`
  if (/Connection terminated/.test(message))
    return `${place}, the address in ${setting}, closed the connection at once. Start PostgreSQL there, or see its log.`
  if (code.startsWith("08"))
    return `The pooler at ${place}, the address in ${setting}, has no connection to PostgreSQL: ${message}. Start PostgreSQL, or correct the pooler's settings.`
  if (code === "28P01" || code === "28000")
    return `PostgreSQL at ${place} rejects the user “${user}” of ${setting}: ${message}. Correct the user and password, or pg_hba.conf.`
  if (code === "3D000")
    return `There is no database “${database}” at ${place}, the address in ${setting}. Create it, owned by “${user}”, or correct the name.`
  if (code === "53300")
    return `PostgreSQL at ${place}, the address in ${setting}, has no free connection: ${message}. Raise max_connections, or lower FOYER_DATABASE_CONNECTIONS.`
  if (/SSL/.test(message))
    return `The TLS connection to ${place}, the address in ${setting}, failed: ${message}. Correct sslmode in ${setting}.`
  return `PostgreSQL at ${place}, the address in ${setting}, cannot be used: ${message}. Correct ${setting}, or see the server's log.`
}

import type { Tx } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import type { Server } from "./server.ts"

/** Returns the server called `name`, or by default the one with the fewest firms. Throws for an unknown name. */
export async function chooseServer(servers: readonly Server[], name?: string): Promise<Server> {
  if (name !== undefined) return serverNamed(servers, name)
  let least: { server: Server; firms: number } | undefined
  for (const server of servers) {
    if (!server.isOpen()) continue
    const counted = await server.db
      .forPlatform((tx) => tx.one<{ firms: number }>(sql`select count(*) as firms from firms`))
      .catch(() => undefined)
    if (counted && (!least || counted.firms < least.firms)) least = { server, firms: counted.firms }
  }
  if (!least) throw new Error("No server answers.")
  return least.server
}

/** Throws an error that lists the known names. */
export function serverNamed(servers: readonly Server[], name: string): Server {
  const server = servers.find((one) => one.name === name)
  if (server?.isOpen()) return server
  throw new Error(
    server
      ? `The server ${name} does not answer. Start it, or correct FOYER_MORE_DATABASES.`
      : `There is no server ${name}. Those in the settings: ${servers.map((one) => one.name).join(", ")}.`,
  )
}

/** Throws if another firm, on any server that is up, has the same place as this new one. */
export async function requireOwnPlace(tx: Tx, firm_id: string, servers: readonly Server[]): Promise<void> {
  if (servers.length === 1) return
  const { place } = await tx.one<{ place: string }>(sql`select place from firms where id = ${firm_id}`)
  for (const { db } of servers) {
    const other = await db
      .forPlatform((there) => there.maybe(sql`select from firms where place = ${place} and id <> ${firm_id}`))
      .catch(() => undefined)
    if (other) throw new Error("Another firm has the same place by chance. Run the command again.")
  }
}

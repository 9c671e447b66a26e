import { sql } from "../db/sql.ts"
import type { Server } from "./server.ts"

/** The server called `name`, else the one with the fewest firms. Throws a sentence for a name that is not known. */
export async function chooseServer(servers: readonly Server[], name?: string): Promise<Server> {
  if (name !== undefined) return serverNamed(servers, name)
  let least: { server: Server; firms: number } | undefined
  for (const server of servers) {
    if (!server.isOpen()) continue
    const { firms } = await server.db.forPlatform((tx) =>
      tx.one<{ firms: number }>(sql`select count(*) as firms from firms`),
    )
    if (!least || firms < least.firms) least = { server, firms }
  }
  if (!least) throw new Error("No server answers.")
  return least.server
}

/** Throws a sentence that names those there are. */
export function serverNamed(servers: readonly Server[], name: string): Server {
  const server = servers.find((one) => one.name === name)
  if (server?.isOpen()) return server
  throw new Error(
    server
      ? `The server ${name} does not answer. Start it, or correct FOYER_MORE_DATABASES.`
      : `There is no server ${name}. Those in the settings: ${servers.map((one) => one.name).join(", ")}.`,
  )
}

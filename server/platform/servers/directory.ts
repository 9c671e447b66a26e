// Maps firms to servers. The servers are authoritative; their responses are cached until one contradicts the cache.
import { unavailable } from "../db/database-faults.ts"
import { sql } from "../db/sql.ts"
import type { Server } from "./server.ts"

export interface Directory {
  /** Server names by the firm's id or place. */
  get(firm: string): string | undefined
  set(firm: { id: string; place: string }, server: string): void
  delete(firm: string): void
}

export function openDirectory(): Directory {
  const servers = new Map<string, string>()
  return {
    get: (firm) => servers.get(firm),
    set: ({ id, place }, server) => {
      servers.set(id, server)
      servers.set(place, server)
    },
    delete: (firm) => {
      servers.delete(firm)
    },
  }
}

interface Found {
  id: string
  place: string
  is_leaving: boolean
}

/**
 * Asks all servers which of them has the firm with this id or place, and caches the result; undefined if it is unknown.
 * Throws "unavailable" while the firm is moving, or if a server that is down may have it.
 */
export async function findServer(
  servers: readonly Server[],
  directory: Directory,
  firm: string,
): Promise<Server | undefined> {
  const replies = await Promise.allSettled(servers.map((server) => ask(server, firm)))
  let fault: unknown
  for (const [index, answer] of replies.entries()) {
    const server = servers[index]
    if (answer.status === "rejected") fault = answer.reason
    else if (answer.value?.is_leaving) fault ??= unavailable(new Error("The firm is leaving its server."))
    else if (answer.value && server) {
      directory.set(answer.value, server.name)
      return server
    }
  }
  if (fault) throw fault
  return undefined
}

async function ask(server: Server, firm: string): Promise<Found | undefined> {
  if (!server.isOpen()) throw unavailable(new Error(`The server ${server.name} is not open.`))
  return server.db.forPlatform((tx) =>
    tx.maybe<Found>(sql`
      select f.id, f.place, exists (select from firm_moves m where m.id = f.id and m.state <> 'copying') as is_leaving
        from firms f where f.id = ${firm} or f.place = ${firm}`),
  )
}

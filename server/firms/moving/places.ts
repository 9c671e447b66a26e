// The two servers of a move and their connections.
import type pg from "pg"
import { connectDatabase } from "../../platform/db/connect-database.ts"
import { connectionTo } from "../../platform/db/primary.ts"
import { sql } from "../../platform/db/sql.ts"
import { serverNamed } from "../../platform/servers/choosing.ts"
import type { Server } from "../../platform/servers/server.ts"
import { type FirmTable, listFirmTables } from "./tables.ts"

export interface Move {
  servers: readonly Server[]
  firm_id: string
  /** The name of the destination server. */
  to: string
  /** Administrators' addresses by server name; the source's address must be reachable from the destination. */
  administrators: ReadonlyMap<string, string>
}

/**
 * A server with a superuser's connection that holds the firm's lock. A move makes all its changes on this connection,
 * so that an interrupted move that is still running cannot interfere with the next.
 */
export interface Mover {
  server: Server
  administrator: pg.Client
  url: string
}

export interface Places {
  name: string
  tables: readonly FirmTable[]
  source: Mover
  target: Mover
}

const moveLock = 7_304_117

/** Runs `work` while no other process moves the firm. Throws if a server cannot take part. */
export async function withPlaces<T>(move: Move, work: (places: Places) => Promise<T>): Promise<T> {
  const { servers, firm_id, to } = move
  const target = serverNamed(servers, to)
  const source = await findSource(servers, firm_id, target)
  const clients: pg.Client[] = []
  const open = (server: Server) => openMover(server, move, clients)
  try {
    const places = { source: await open(source), target: await open(target) }
    const { administrator } = places.source
    const { rows } = await administrator.query("select current_setting('wal_level') as wal_level")
    if (rows[0]?.wal_level !== "logical")
      throw new Error(
        `The server ${source.name} cannot replicate a firm: set wal_level = logical there, and restart it.`,
      )
    return await work({
      ...places,
      // Replication slots, unlike ids, allow only lowercase letters.
      name: `foyer_move_${firm_id.slice("firm_".length).toLowerCase()}`,
      tables: await listFirmTables(administrator),
    })
  } finally {
    for (const client of clients) await client.end().catch(() => undefined)
  }
}

/** Identifies the cluster by its start time, and the database in it. */
const identity = `select pg_postmaster_start_time()::text || ' ' || oid as here
                    from pg_database where datname = current_database()`

async function openMover(
  server: Server,
  { administrators, firm_id }: Move,
  clients: pg.Client[],
): Promise<Mover> {
  const { name, db } = server
  const url = administrators.get(name)
  if (!url)
    throw new Error(
      `FOYER_ADMIN_DATABASES lacks ${name}. Add an administrator's address for each of the two servers.`,
    )
  const setting = `FOYER_ADMIN_DATABASES (${name})`
  const administrator = await connectDatabase({ connection: connectionTo(url), setting })
  clients.push(administrator)
  const { rows } = await administrator.query<{ here: string }>(identity)
  // A move must never remove on one server what it means to remove on the other.
  const known = await db.forPlatform((tx) => tx.one<{ here: string }>({ text: identity, values: [] }))
  if (rows[0]?.here !== known.here)
    throw new Error(`${setting} points to a database other than the server ${name}. Correct the address.`)
  const { rows: locks } = await administrator.query<{ is_ours: boolean }>(
    "select pg_try_advisory_lock($1, hashtext($2)) as is_ours",
    [moveLock, firm_id],
  )
  if (!locks[0]?.is_ours) throw new Error(`Another process is moving ${firm_id}. Wait until it finishes.`)
  return { server, administrator, url }
}

async function findSource(servers: readonly Server[], firm_id: string, target: Server): Promise<Server> {
  for (const server of servers) {
    if (server === target || !server.isOpen() || !(await holds(server, firm_id))) continue
    const begun = await server.db.forPlatform((tx) =>
      tx.maybe<{ server: string }>(sql`select server from firm_moves where id = ${firm_id}`),
    )
    if (begun && begun.server !== target.name)
      throw new Error(
        `A move of ${firm_id} to ${begun.server} has already started. Finish it first: foyer firm move ${firm_id} ${begun.server}`,
      )
    return server
  }
  throw new Error(
    (await holds(target, firm_id))
      ? `${firm_id} is already at ${target.name}.`
      : `No server that responds has a firm ${firm_id}. List all firms with \`foyer firm list\`.`,
  )
}

/** Whether the firm is there, active or about to leave. */
async function holds({ db }: Server, firm_id: string): Promise<boolean> {
  return (await db.forPlatform((tx) => tx.maybe(sql`select from firms where id = ${firm_id}`))) !== undefined
}

// The two servers of a move, with the connections it takes.
import type pg from "pg"
import { connectDatabase } from "../../platform/db/connect-database.ts"
import { connectionTo } from "../../platform/db/primary.ts"
import { sql } from "../../platform/db/sql.ts"
import { serverNamed } from "../../platform/servers/choosing.ts"
import type { Server } from "../../platform/servers/server.ts"
import { listFirmTables } from "./tables.ts"

export interface Move {
  servers: readonly Server[]
  firm_id: string
  /** The name of the server that takes it. */
  to: string
  /** By name of the server, an administrator's address; that of the firm's server as the other one reaches it. */
  administrators: ReadonlyMap<string, string>
}

export interface Places {
  name: string
  tables: readonly string[]
  source: { server: Server; owner: pg.Client; administrator: pg.Client; administrator_url: string }
  target: { server: Server; administrator: pg.Client }
}

const moveLock = 7_304_117

/** Runs `work` while no other process moves the firm. Throws a sentence where a server cannot take part. */
export async function withPlaces<T>(move: Move, work: (places: Places) => Promise<T>): Promise<T> {
  const { servers, firm_id, to, administrators } = move
  const target = serverNamed(servers, to)
  const source = await findSource(servers, firm_id, target)
  const clients: pg.Client[] = []
  const connect = async (connection: pg.PoolConfig, setting: string) => {
    const client = await connectDatabase({ connection, setting })
    clients.push(client)
    return client
  }
  const urlOf = ({ name }: Server) => {
    const url = administrators.get(name)
    if (!url)
      throw new Error(`FOYER_ADMIN_DATABASES lacks ${name}. Name an administrator's address of both servers.`)
    return url
  }
  const connectAdministrator = (server: Server) =>
    connect(connectionTo(urlOf(server)), `FOYER_ADMIN_DATABASES (${server.name})`)
  try {
    const owner = await connect(source.connection, `the server ${source.name}`)
    const { rows } = await owner.query<{ is_ours: boolean; wal_level: string }>(
      "select pg_try_advisory_lock($1, hashtext($2)) as is_ours, current_setting('wal_level') as wal_level",
      [moveLock, firm_id],
    )
    if (!rows[0]?.is_ours) throw new Error(`Another process moves ${firm_id} right now. Wait for its end.`)
    if (rows[0].wal_level !== "logical")
      throw new Error(
        `The server ${source.name} cannot replicate a firm: set wal_level = logical there, and start it again.`,
      )
    return await work({
      // Slots, unlike ids, take small letters only.
      name: `foyer_move_${firm_id.slice("firm_".length).toLowerCase()}`,
      tables: await listFirmTables(owner),
      source: {
        server: source,
        owner,
        administrator: await connectAdministrator(source),
        administrator_url: urlOf(source),
      },
      target: { server: target, administrator: await connectAdministrator(target) },
    })
  } finally {
    for (const client of clients) await client.end().catch(() => undefined)
  }
}

async function findSource(servers: readonly Server[], firm_id: string, target: Server): Promise<Server> {
  for (const server of servers) {
    if (server === target || !server.isOpen() || !(await holds(server, firm_id))) continue
    const begun = await server.db.forPlatform((tx) =>
      tx.maybe<{ server: string }>(sql`select server from firm_moves where id = ${firm_id}`),
    )
    if (begun && begun.server !== target.name)
      throw new Error(
        `A move of ${firm_id} to ${begun.server} was begun. Finish that first: foyer firm move ${firm_id} ${begun.server}`,
      )
    return server
  }
  throw new Error(
    (await holds(target, firm_id))
      ? `${firm_id} is at ${target.name} already.`
      : `There is no firm ${firm_id} at a server that answers. \`foyer firm list\` names them all.`,
  )
}

/** Whether the firm is there, working or about to leave. */
export async function holds({ db }: Server, firm_id: string): Promise<boolean> {
  return (await db.forPlatform((tx) => tx.maybe(sql`select from firms where id = ${firm_id}`))) !== undefined
}

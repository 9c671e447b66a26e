// If two servers have a firm, its home is the one it was last moved to. The other was restored from a backup older than
// that move and must not serve outdated data.
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import type { Server } from "../../platform/servers/server.ts"

/** Marks the firms of a restored database as waiting until the other servers have been checked: see `resolveHomes`. */
export async function noteRestored(tx: Tx): Promise<void> {
  await tx.run(sql`
    insert into firm_moves (id, place, server, state, was_suspended_at)
    select f.id, f.place, i.server, 'restored', f.suspended_at from firms f, installation i where i.server is not null
        on conflict (id) do nothing`)
  await tx.run(sql`
    update firms f set suspended_at = coalesce(f.suspended_at, now())
      from firm_moves m where m.id = f.id and m.state = 'restored'`)
}

interface Held {
  id: string
  moves: number
  state: string
}

/** Activates each firm that waits or is on more than one server only at its home. All servers must be up. */
export async function resolveHomes(servers: readonly Server[]): Promise<void> {
  const inQuestion = (tx: Tx) =>
    tx.all<{ id: string }>(sql`
      select f.id from firms f left join firm_moves m on m.id = f.id where f.moves > 0 or m.state = 'restored'`)
  const ids = (await onAll(servers, inQuestion)).flat().map(({ id }) => id)
  if (ids.length === 0) return
  const held = await onAll(servers, (tx) => listHeld(tx, ids))
  for (const id of new Set(ids)) {
    const holders = servers.flatMap((server, index) => {
      const firm = held[index]?.find((one) => one.id === id)
      return firm ? [{ server, ...firm }] : []
    })
    const home = holders.toSorted((one, other) => other.moves - one.moves)[0]
    for (const { server, state } of holders)
      if (server === home?.server) {
        if (state === "restored") await server.db.forPlatform((tx) => letWork(tx, id))
      } else if (state !== "leaving" && state !== "left")
        await server.db.forPlatform((tx) => noteLeft(tx, id, home?.server.name ?? ""))
  }
}

const onAll = <T>(servers: readonly Server[], work: (tx: Tx) => Promise<T>) =>
  Promise.all(servers.map(({ db }) => db.forPlatform(work)))

function listHeld(tx: Tx, ids: readonly string[]): Promise<Held[]> {
  return tx.all(sql`
    select f.id, f.moves, coalesce(m.state, '') as state
      from firms f left join firm_moves m on m.id = f.id where f.id = any(${ids})`)
}

async function letWork(tx: Tx, firm_id: string): Promise<void> {
  await tx.run(sql`
    with waiting as (delete from firm_moves where id = ${firm_id} and state = 'restored' returning *)
    update firms f set suspended_at = w.was_suspended_at from waiting w where w.id = f.id`)
}

/** The same state as after a move without its last step: `foyer firm move` completes it. */
async function noteLeft(tx: Tx, firm_id: string, home: string): Promise<void> {
  await tx.run(sql`
    insert into firm_moves (id, place, server, state) select id, place, ${home}, 'left' from firms where id = ${firm_id}
        on conflict (id) do update set server = excluded.server, state = 'left', changed_at = now()`)
  await tx.run(sql`update firms set suspended_at = coalesce(suspended_at, now()) where id = ${firm_id}`)
}

interface Move {
  id: string
  server: string
  state: string
  is_here: boolean
}

/** Returns a sentence for each unfinished move or unresolved home, from the servers that are up. */
export async function findUnfinishedMoves(servers: readonly Server[]): Promise<string[]> {
  const open = servers.filter((server) => server.isOpen())
  const moves = await onAll(open, (tx) =>
    tx.all<Move>(sql`
      select m.id, m.server, m.state, f.id is not null as is_here
        from firm_moves m left join firms f on f.id = m.id order by m.id`),
  )
  const ids = moves.flat().map(({ id }) => id)
  const held = new Set((await onAll(open, (tx) => listHeld(tx, ids))).flat().map(({ id }) => id))
  return open.flatMap(({ name }, index) =>
    (moves[index] ?? []).flatMap((move) => {
      const isLost = !held.has(move.id) && open.some((server) => server.name === move.server)
      return move.is_here || isLost ? [describe(move, name)] : []
    }),
  )
}

function describe({ id, server, state, is_here }: Move, here: string): string {
  const command = `foyer firm move ${id} ${server}`
  if (state === "restored")
    return `${id} at ${here} was restored from a backup and waits until every server responds: start them all, then run foyer doctor again`
  if (!is_here)
    return `${id} was moved from ${here} to ${server}, which does not have it: if ${server} was restored from a backup created before the move, restore a later one`
  if (state === "left")
    return `${id} is at ${server}; to remove what is left of it at ${here}, run ${command}`
  return `${id} is being moved from ${here} to ${server}; if no process is moving it now, run ${command}`
}

import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { idPrefixes, newId } from "../../platform/ids.ts"
import type { Event } from "./schema.ts"

/** Returns the id and time of a new event, after those of every event of the firm that has been visible. */
export interface EventTurn {
  id: string
  occurred_at: Date
}

/** An event's turn, and the transaction's actor or, for what no person did, such as a rule of the firm, its longest-serving admin. */
interface TakenTurn extends EventTurn {
  user: Event["user"]
}

/**
 * Waits until no other transaction of the firm is recording an event, and blocks others until this one ends. If clocks
 * disagree, or a transaction started before one that committed earlier, the event gets the later time.
 */
export async function takeEventTurn(tx: Tx): Promise<TakenTurn> {
  const id = newId("event")
  const last = await tx.one<{ last_event_id: string; last_occurred_at: Date; user: Event["user"] }>(sql`
    insert into event_heads (last_event_id, last_occurred_at) values (${id}, ${tx.now})
    on conflict (firm_id) do update set last_event_id = event_heads.last_event_id
    returning last_event_id, last_occurred_at, (
      select json_build_object('id', id, 'is_firm_staff', is_firm_staff, 'is_client_user', is_client_user) from users
       where id = current_actor() or current_actor() is null and is_firm_staff
       order by role = 'admin' and deactivated_at is null desc, id limit 1) as user`)
  const { user } = last
  if (last.last_event_id === id) return { id, occurred_at: tx.now, user }
  return {
    user,
    id: id > last.last_event_id ? id : nextId(last.last_event_id),
    occurred_at: tx.now > last.last_occurred_at ? tx.now : last.last_occurred_at,
  }
}

/** The statement that remembers this event as the firm's latest. */
export function endingEventTurn({ id, occurred_at }: EventTurn): Sql {
  return sql`update event_heads set last_event_id = ${id}, last_occurred_at = ${occurred_at}`
}

/** The turn of another event of the same transaction, after this one. */
export function nextTurn({ id, occurred_at }: EventTurn): EventTurn {
  return { id: nextId(id), occurred_at }
}

/** Returns the next id: its random part is incremented like a number. */
function nextId(id: string): string {
  const prefix = idPrefixes.event
  const number = BigInt(`0x${id.slice(prefix.length)}`) + 1n
  return prefix + number.toString(16).padStart(32, "0").toUpperCase()
}

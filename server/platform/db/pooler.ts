// What stands between us and PostgreSQL. A pooler may hand one connection of the server to one transaction after
// another; then nothing of a session lasts: no lock, no listening, and with some no statement that was named.
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "./connect-database.ts"

export interface Pooling {
  /** False: locks, listening and the queue need a way around the pooler. */
  keeps_sessions: boolean
  /** Whether statements can be prepared by name. */
  keeps_statements: boolean
  /** Differs between databases and between servers. */
  place: string
}

/** Tries out where `way` leads; takes a few round trips. */
export async function findPooling(target: DatabaseTarget): Promise<Pooling> {
  const client = await connectDatabase(target)
  // Another's of the same name may lie about on a connection that is shared.
  const name = `foyer_${randomUUID()}`
  try {
    const { pid, place } = await ask(client, name)
    // A pooler answers with a process of its own making, so that it can pass on what is to be cancelled.
    const isDirect = (client as unknown as { processID: number | null }).processID === pid
    return {
      ...(isDirect
        ? { keeps_sessions: true, keeps_statements: true }
        : await tryPooler(target, client, name)),
      place,
    }
  } finally {
    await client.end()
  }
}

/** While another holds the server's connection that was used last, does this client come back to the same one? */
async function tryPooler(
  target: DatabaseTarget,
  client: pg.Client,
  name: string,
): Promise<Omit<Pooling, "place">> {
  const other = await connectDatabase(target)
  try {
    // More than once: a pooler may happen to choose the same connection again.
    for (let round = 0; round < 3; round += 1) {
      const { pid } = await ask(client, name)
      await other.query("begin")
      const { pid: pid_of_other } = await ask(other)
      const again = await askSoon(client, name)
      await other.query("rollback")
      if (!again) return { keeps_sessions: false, keeps_statements: false }
      if (pid_of_other === pid || again.pid !== pid) return { keeps_sessions: false, keeps_statements: true }
    }
    return { keeps_sessions: true, keeps_statements: true }
  } finally {
    await other.end()
  }
}

/** Which process of PostgreSQL answers, and of which server and database; a `name` may be unknown there. */
async function ask(client: pg.Client, name?: string): Promise<{ pid: number; place: string }> {
  const { rows } = await client.query<{ pid: number; place: string }>({
    ...(name ? { name } : {}),
    text: `select pg_backend_pid() as pid,
                  (select oid from pg_database where datname = current_database()) || ' since ' || pg_postmaster_start_time() as place`,
  })
  const row = rows[0]
  if (!row) throw new Error("PostgreSQL does not say which process answers.")
  return row
}

const timeout_ms = 2_000

/** Undefined where the name is unknown, or where a pooler with one connection lets the question wait. */
async function askSoon(client: pg.Client, name: string): Promise<{ pid: number } | undefined> {
  const answer = ask(client, name).catch(() => undefined)
  const giving_up = new AbortController()
  const late = delay(timeout_ms, undefined, { signal: giving_up.signal }).catch(() => undefined)
  const first = await Promise.race([answer, late])
  giving_up.abort()
  return first
}

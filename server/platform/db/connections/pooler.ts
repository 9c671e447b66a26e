// Detects a pooler between Foyer and PostgreSQL. In transaction mode, a pooler assigns a server connection to each
// transaction, so no session state lasts: no locks, no LISTEN, and with some poolers no prepared statements.
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import type pg from "pg"
import { connectDatabase, type DatabaseTarget } from "./connect-database.ts"

export interface Pooling {
  /** If false, locks, LISTEN, and the job queue need a connection that bypasses the pooler. */
  keeps_sessions: boolean
  /** Whether prepared statements last. */
  keeps_statements: boolean
  /** Identifies the server and database. */
  place: string
}

/** Probes `target` for a pooler; takes a few round trips. */
export async function findPooling(target: DatabaseTarget): Promise<Pooling> {
  const client = await connectDatabase(target)
  // Unique, because a shared connection may still have another client's statement of the same name.
  const name = `foyer_${randomUUID()}`
  try {
    const { pid, place } = await ask(client, name)
    // A pooler reports a made-up process ID, so that it can route cancel requests.
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

/** Checks whether `client` keeps its server connection while another client holds one in a transaction. */
async function tryPooler(
  target: DatabaseTarget,
  client: pg.Client,
  name: string,
): Promise<Omit<Pooling, "place">> {
  const other = await connectDatabase(target)
  try {
    // Many rounds, because a busy pooler may pick the same connection by chance: in half of them if it has only two.
    for (let round = 0; round < 20; round += 1) {
      // On a busy pooler, another program may have taken the connection since, even before the first round.
      const before = await unlessLost(ask(client, name))
      if (!before) return { keeps_sessions: false, keeps_statements: false }
      const { pid } = before
      await other.query("begin")
      const { pid: pid_of_other } = await ask(other)
      const again = await soon(unlessLost(ask(client, name)))
      await other.query("rollback")
      if (!again) return { keeps_sessions: false, keeps_statements: false }
      if (pid_of_other === pid || again.pid !== pid) return { keeps_sessions: false, keeps_statements: true }
    }
    return { keeps_sessions: true, keeps_statements: true }
  } finally {
    await other.end()
  }
}

/** The PostgreSQL process ID, server, and database. Throws if a pooler lost the prepared statement `name`. */
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

/** PostgreSQL's code for a prepared statement that its session does not have. */
const lost_statement = "26000"

/** Undefined if the pooler moved the client to a connection without its prepared statement. */
async function unlessLost<Row>(answer: Promise<Row>): Promise<Row | undefined> {
  try {
    return await answer
  } catch (error) {
    if ((error as { code?: unknown }).code === lost_statement) return undefined
    throw error
  }
}

const timeout_ms = 2_000

/** Undefined if a pooler with one connection makes the query wait. */
async function soon<Row>(answer: Promise<Row>): Promise<Row | undefined> {
  const giving_up = new AbortController()
  const late = delay(timeout_ms, undefined, { signal: giving_up.signal }).catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    giving_up.abort()
    // It ends with the connection, after this function has returned.
    answer.catch(() => undefined)
  }
}

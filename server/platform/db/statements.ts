import type { Socket } from "node:net"
import type pg from "pg"
import { found } from "../errors.ts"
import { type Sql, sql, statementName, type Tx } from "./sql.ts"

/** How statements are sent. */
export interface QueryOptions {
  /** PostgreSQL cancels a statement after this time. */
  statement_timeout_ms: number
  /** The driver fails the query after this time; a responsive PostgreSQL has canceled the statement by then. */
  timeout_ms: number
  /** Whether to use prepared statements. Off behind a pooler that drops them between transactions. */
  named_statements: boolean
}

const grace_ms = 500

/** The options for this statement timeout. */
export function queryOptions(statement_timeout_ms: number, named_statements: boolean): QueryOptions {
  return { statement_timeout_ms, timeout_ms: statement_timeout_ms + grace_ms, named_statements }
}

/** Subtracts the wait for a connection, so that wait and statement together stay within one statement's timeout. */
export function subtractWait(options: QueryOptions, waited_ms: number): QueryOptions {
  return { ...options, timeout_ms: Math.max(grace_ms, options.timeout_ms - waited_ms) }
}

/** Work on a connection, with the timeouts that remain. */
export type Work<T> = (client: pg.PoolClient, left: QueryOptions) => Promise<T>

interface OpenTx extends Tx {
  /** Set once the commit has been sent. */
  hasEnded: boolean
}

/** Wraps a connection's open transaction as a `Tx`. */
export function openTx(client: pg.PoolClient, now: Date, options: QueryOptions): OpenTx {
  const sendInTime = (statement: Sql): Promise<pg.QueryResult> => {
    // Otherwise a late statement would run outside any transaction and see no rows.
    if (tx.hasEnded)
      throw new Error("A query at once must send all its statements before it awaits an answer.")
    return query(client, statement, options)
  }
  const maybe = async <Row>(statement: Sql): Promise<Row | undefined> => (await sendInTime(statement)).rows[0]
  const tx: OpenTx = {
    now,
    hasEnded: false,
    all: async (statement) => (await sendInTime(statement)).rows,
    maybe,
    one: async <Row>(statement: Sql) => found(await maybe<Row>(statement)),
    run: async (statement) => (await sendInTime(statement)).rowCount ?? 0,
  }
  return tx
}

/** Runs work that sends all its statements before it awaits the first result; the commit follows in the same packet. */
export async function runAtOnce(
  client: pg.PoolClient,
  now: Date,
  options: QueryOptions,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const tx = openTx(client, now, options)
  const working = work(tx)
  tx.hasEnded = true
  await Promise.allSettled([working, send(client, "commit", options)])
  return working
}

/** Sends statements of the same tick in one packet: the socket write is the most expensive step here. */
export function query(
  client: pg.PoolClient,
  statement: Sql | string,
  { timeout_ms: query_timeout, named_statements }: QueryOptions,
): Promise<pg.QueryResult> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const config =
    typeof statement === "string"
      ? { text: statement, query_timeout }
      : {
          ...(named_statements ? { name: statementName(statement.text) } : {}),
          text: statement.text,
          values: [...statement.values],
          query_timeout,
        }
  return client.query(config)
}

/** Sends without waiting. The promise may be awaited later or never: its rejection is never unhandled. */
export function send(
  client: pg.PoolClient,
  statement: Sql | string,
  options: QueryOptions,
): Promise<unknown> {
  const sent = query(client, statement, options)
  sent.catch(() => undefined)
  return sent
}

// The packet that begins a transaction also sets its role and timeouts. Nothing depends on how the connection was made,
// so a pooler may hand the same connection to one caller after another.

/** `foyer_firm` sees only the rows of the firm that is set; `foyer_platform` sees all firms. */
export type Role = "foyer_firm" | "foyer_platform"

const begin_statements = new Map<string, string>()

/**
 * Begins a transaction as `role` with a timeout for each statement. With `keeps_plans`, prepared statements use generic
 * plans: planning a short query again costs more than running it.
 */
export function beginStatement(role: Role, statement_timeout_ms: number, keeps_plans = false): string {
  const key = `${role} ${statement_timeout_ms} ${keeps_plans}`
  const cached = begin_statements.get(key)
  if (cached) return cached
  const settings = [
    `role ${role}`,
    `statement_timeout = ${statement_timeout_ms}`,
    "idle_in_transaction_session_timeout = 60000",
    "timezone = 'UTC'",
    // PostgreSQL compiles statements it expects to be expensive, which takes seconds for those with many tables.
    "jit = off",
    ...(keeps_plans ? ["plan_cache_mode = force_generic_plan"] : []),
  ]
  const statement = ["begin", ...settings.map((setting) => `set local ${setting}`)].join("; ")
  begin_statements.set(key, statement)
  return statement
}

/** Sets the transaction's firm, actor, and viewer. */
export function firmSettings(firmId: string, user_id = "", is_viewer = false): Sql {
  return sql`
    select set_config('foyer.firm_id', ${firmId}, true), set_config('foyer.user_id', ${user_id}, true),
           set_config('foyer.viewer_id', ${is_viewer ? user_id : ""}, true)`
}

import type { Socket } from "node:net"
import type pg from "pg"
import { found } from "../errors.ts"
import { type Sql, statementName } from "./sql.ts"
import type { Tx } from "./tx.ts"

/** How statements are sent. */
export interface QueryOptions {
  /** After this PostgreSQL ends a statement. */
  statement_timeout_ms: number
  /** After this without an answer the connection is cut: a PostgreSQL that is there has ended the statement by then. */
  timeout_ms: number
  /** Parsed and planned once a connection. Off behind a pooler that forgets names. */
  named_statements: boolean
}

const grace_ms = 500

/** The options of callers who wait this long for a statement. */
export function queryOptions(statement_timeout_ms: number, named_statements: boolean): QueryOptions {
  return { statement_timeout_ms, timeout_ms: statement_timeout_ms + grace_ms, named_statements }
}

/** The options that is left to whoever has waited for a connection: together neither takes longer than one statement. */
export function subtractWait(options: QueryOptions, waited_ms: number): QueryOptions {
  return { ...options, timeout_ms: Math.max(grace_ms, options.timeout_ms - waited_ms) }
}

/** What is done on a connection, in the options that is left. */
export type Work<T> = (client: pg.PoolClient, left: QueryOptions) => Promise<T>

interface OpenTx extends Tx {
  /** Set once the end of the transaction is on its way. */
  hasEnded: boolean
}

/** The verbs' view of a transaction on this connection. */
export function openTx(client: pg.PoolClient, now: Date, options: QueryOptions): OpenTx {
  const sendInTime = (statement: Sql): Promise<pg.QueryResult> => {
    // Without this a late statement would run outside any transaction, and see nothing.
    if (tx.hasEnded)
      throw new Error("A reading at once must send all its statements before it awaits an answer.")
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

/** Commits behind the statements that were just sent, in the same packet. */
export function end(client: pg.PoolClient, tx: OpenTx, options: QueryOptions): Promise<unknown> {
  tx.hasEnded = true
  return send(client, "commit", options)
}

/** Statements of one moment leave in one packet: a write to the socket costs more than anything else here. */
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

/** Sends without waiting; the promise may be awaited later, and its failure is never an unhandled one. */
export function send(
  client: pg.PoolClient,
  statement: Sql | string,
  options: QueryOptions,
): Promise<unknown> {
  const sent = query(client, statement, options)
  sent.catch(() => undefined)
  return sent
}

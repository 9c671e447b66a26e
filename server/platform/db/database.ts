// A transaction is opened for one firm, and PostgreSQL's row-level security does the filtering: who reads and
// who acts are settings of the transaction, so that no query has to remember them.
import pg from "pg"
import { type Clock, systemClock } from "../clock.ts"
import { isConnectionLoss, unavailable } from "./connection_loss.ts"
import { openSharedConnections } from "./shared_connections.ts"
import { type Sql, sql } from "./sql.ts"
import { end, openTx, query, send } from "./statements.ts"

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** An open transaction. Rows come back under the names the SQL gives them. */
export interface Tx {
  /** The one clock of the transaction. */
  readonly now: Date
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row; throws "not found" when there is none. */
  one<Row>(statement: Sql): Promise<Row>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** How many rows the statement touched. */
  run(statement: Sql): Promise<number>
}

/** Who acts: written into every trace a transaction leaves (`current_actor()` in SQL). */
export interface Actor {
  user_id: string
}

/** What a proof of identity (a key, a session) opens: one firm, perhaps one matter of it. */
export interface Identity {
  firm_id: string
  user_id: string
}

export interface Database {
  /** Runs `work` in one transaction that sees and writes `firmId`'s rows only. */
  forFirm<T>(firmId: string, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T>
  /** Runs `work` in one transaction across firms: for sign-in, jobs and commands only. */
  forPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` as whoever `proof` names. `proof` calls an `authenticate_…` function, which also sets the
   * transaction's firm; `check` throws unless the identity may do this. With `eager`, `work` travels along with
   * the proof (one round trip less): until the proof holds, the transaction sees no row, and its result is dropped.
   * With `atOnce` the end of the transaction travels along too, on a connection that others share: for short
   * readings whose `work` sends all its statements before it awaits the first answer.
   */
  forBearer<Row, T>(
    proof: Sql,
    check: (row: Row | undefined) => void,
    work: (tx: Tx) => Promise<T>,
    options?: { eager?: boolean; atOnce?: boolean },
  ): Promise<T>
  /**
   * One statement instead of a transaction, for the shortest of readings: proves like `forBearer`, and runs `reading`
   * only after that, because it hangs on the proof's row. Resolves to the proof's columns and the reading's first
   * row, whose columns are null when there is none.
   */
  readForBearer<Proven, Row>(
    proof: Sql,
    check: (row: Proven | undefined) => void,
    reading: Sql,
  ): Promise<Proven & { [Name in keyof Row]: Row[Name] | null }>
  readonly pool: pg.Pool
  readonly clock: Clock
  close(): Promise<void>
}

export interface DatabaseOptions {
  connection: pg.PoolConfig
  max_connections?: number
  clock?: Clock
  onError?: (error: Error) => void
}

/** Opens a pool. Connections work as the role `foyer_firm`, which sees nothing until a firm is set. */
export function openDatabase({
  connection,
  max_connections = 10,
  clock = systemClock,
  onError,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connection,
    max: max_connections,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 60_000,
    options:
      "-c role=foyer_firm -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s -c timezone=UTC",
    ...({ pipeline: true } as pg.PoolConfig),
  })
  let isClosing = false
  pool.on("error", (error) => {
    // A database that ends right after us may cut connections that are just saying goodbye.
    if (!isClosing) onError?.(error)
  })
  // Whoever uses a connection that is cut hears of it from the statement; unheard, the event would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined))

  const shared = openSharedConnections(() => connect(pool))

  async function share<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    try {
      return await shared.share(work)
    } catch (error) {
      throw isConnectionLoss(error) ? unavailable(error) : error
    }
  }

  /** For `work` that sends its own end along with everything else. */
  const transactAtOnce = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    share((client) => {
      void send(client, "begin")
      return work(client)
    })

  async function transact<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await connect(pool)
    let broken: Error | undefined
    try {
      const begun = send(client, "begin")
      const result = await work(client)
      await begun
      await query(client, "commit")
      return result
    } catch (error) {
      try {
        await query(client, "rollback")
      } catch (rollbackError) {
        broken = rollbackError as Error
      }
      throw isConnectionLoss(error) || broken ? unavailable(error) : error
    } finally {
      client.release(broken)
    }
  }

  return {
    pool,
    clock,
    forFirm: (firmId, work, actor) =>
      transact(async (client) => {
        const set = send(client, settings(firmId, actor?.user_id ?? ""))
        const result = await work(openTx(client, clock()))
        await set
        return result
      }),
    forPlatform: (work) =>
      transact(async (client) => {
        void send(client, "set local role foyer_platform")
        return work(openTx(client, clock()))
      }),
    forBearer: (proof, check, work, { eager = false, atOnce = false } = {}) =>
      (atOnce ? transactAtOnce : transact)(async (client) => {
        const tx = openTx(client, clock())
        const proven = tx.maybe<Parameters<typeof check>[0]>(proof).then(check)
        if (!eager && !atOnce) {
          await proven
          return work(tx)
        }
        const working = work(tx)
        const ended = atOnce ? end(client, tx) : undefined
        const [proof_, result] = await Promise.allSettled([proven, working, ended])
        if (proof_.status === "rejected") throw proof_.reason
        if (result.status === "rejected") throw result.reason
        return result.value
      }),
    readForBearer: async (proof, check, reading) => {
      const { rows } = await share((client) => query(client, proveAndRead(proof, reading)))
      check(rows[0])
      return rows[0]
    },
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}

// "offset 0" keeps the reading a part of its own, which cannot begin before the proof's row is there.
function proveAndRead(proof: Sql, reading: Sql): Sql {
  return sql`
    select proof.*, reading.* from (${proof}) as proof
      left join lateral (select * from (${reading}) as found where proof.firm_id is not null offset 0) as reading on true`
}

function settings(firmId: string, userId: string): Sql {
  return sql`select set_config('foyer.firm_id', ${firmId}, true), set_config('foyer.user_id', ${userId}, true)`
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw unavailable(error)
  }
}

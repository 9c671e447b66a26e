// Each transaction is opened for one firm, and PostgreSQL's row-level security filters its rows. The firm, actor, and
// viewer are settings of the transaction, so no query has to repeat them.
import type pg from "pg"
import { type Clock, systemClock } from "../clock.ts"
import { openConnectionSource } from "./connections/acquire-connection.ts"
import { openPool } from "./connections/pool.ts"
import { canConnect, dropIdle } from "./connections/probe.ts"
import { checkReplicated } from "./connections/replication.ts"
import { openSharedConnections } from "./connections/shared-connections.ts"
import { afterProof, openSharedReads } from "./connections/shared-reads.ts"
import { databaseUnavailable, failureOf, isAway, throwFirst } from "./database-faults.ts"
import type { Sql, Tx } from "./sql.ts"
import {
  beginStatement,
  firmSettings,
  openTx,
  type QueryOptions,
  query,
  queryOptions,
  type Role,
  runAtOnce,
  send,
  subtractWait,
  type Work,
} from "./statements.ts"

export type { Tx } from "./sql.ts"

/** The user recorded in every event and audit entry of a transaction (`current_actor()` in SQL). */
export interface Actor {
  user_id: string
  /** Limits the transaction to the restricted matters this member of staff may see, as their session does. */
  is_viewer?: boolean
}

/** The firm and user that a credential (a key or session) authenticates. */
export interface Identity {
  firm_id: string
  user_id: string
}

export interface Database {
  /** Runs `work` in one transaction that sees and writes `firmId`'s rows only. */
  forFirm<T>(firmId: string, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T>
  /** Runs `work` in one transaction across firms: for sign-in, jobs, and commands only. */
  forPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` as the identity that `proof` authenticates. `proof` calls an `authenticate_…` function, which also sets
   * the transaction's firm; `check` throws unless the identity may do this. With `eager`, `work` is sent together with
   * the proof, which saves a round trip: if the proof fails, the transaction sees no rows and the result is dropped.
   * With `atOnce`, the commit is sent along too, on a shared connection: for short queries whose `work` sends all its
   * statements before it awaits the first result. It may share the transaction with other reads of the same proof, and
   * run again if one of them fails.
   */
  forBearer<Row, T>(
    proof: Sql,
    check: (row: Row | undefined) => void,
    work: (tx: Tx) => Promise<T>,
    options?: { eager?: boolean; atOnce?: boolean },
  ): Promise<T>
  /** Runs one statement outside any transaction and firm: for functions that authenticate their caller. */
  readOnce<Row>(statement: Sql): Promise<Row[]>
  /** The same database with a statement timeout other than the default 30 seconds. */
  withTimeout(statement_timeout_ms: number): Database
  /** Whether a new connection reaches the database; if so, closes idle ones, which may lead to a server that is gone. */
  probe(): Promise<boolean>
  readonly pool: pg.Pool
  readonly clock: Clock
  close(): Promise<void>
}

export interface DatabaseOptions {
  connection: pg.PoolConfig
  max_connections?: number
  clock?: Clock
  /** Off behind a pooler that drops prepared statements between transactions. */
  named_statements?: boolean
  onError?: (error: Error) => void
}

/** Opens a pool. A firm's transactions run as the role `foyer_firm`, which sees nothing until a firm is set. */
export function openDatabase({
  connection,
  max_connections = 10,
  clock = systemClock,
  named_statements = true,
  onError,
}: DatabaseOptions): Database {
  const { pool, close } = openPool(connection, max_connections, onError)
  const { connect } = openConnectionSource(pool)
  const shared = openSharedConnections(connect)

  /** The database with these timeouts. */
  function viewWith(options: QueryOptions): Database {
    const open = (client: pg.PoolClient, role: Role, left: QueryOptions, keeps_plans = false) =>
      send(client, beginStatement(role, options.statement_timeout_ms, keeps_plans), left)

    async function share<T>(work: Work<T>): Promise<T> {
      const started_ms = performance.now()
      try {
        return await shared.share(async (client) => {
          const left = subtractWait(options, performance.now() - started_ms)
          const begun = open(client, "foyer_firm", left, options.named_statements)
          return work(client, left).catch((error: unknown) => throwFirst(begun, error))
        })
      } catch (error) {
        throw failureOf(error)
      }
    }

    async function transact<T>(work: Work<T>, role: Role = "foyer_firm"): Promise<T> {
      const started_ms = performance.now()
      const client = await connect(options.statement_timeout_ms)
      const left = subtractWait(options, performance.now() - started_ms)
      let broken: Error | undefined
      const begun = open(client, role, left)
      try {
        const result = await work(client, left)
        await begun
        await query(client, "commit", left)
        checkReplicated(client)
        return result
      } catch (error) {
        broken = await query(client, "rollback", left).then(
          () => undefined,
          (rollbackError: Error) => rollbackError,
        )
        if (broken) throw databaseUnavailable(isAway(error) ? error : broken)
        return throwFirst(begun, error).catch((first: unknown) => {
          throw failureOf(first)
        })
      } finally {
        client.release(broken)
      }
    }

    const readTogether = openSharedReads((proof, work) =>
      share((client, left) => runAtOnce(client, clock(), left, (tx) => work(tx, tx.maybe(proof)))),
    )

    return {
      pool,
      clock,
      forPlatform: (work) =>
        transact((client, left) => work(openTx(client, clock(), left)), "foyer_platform"),
      withTimeout: (statement_timeout_ms) => viewWith(queryOptions(statement_timeout_ms, named_statements)),
      forFirm: (firmId, work, actor) =>
        transact(async (client, left) => {
          const set = send(client, firmSettings(firmId, actor?.user_id, actor?.is_viewer), left)
          const result = await work(openTx(client, clock(), left))
          await set
          return result
        }),
      forBearer: (proof, check, work, { eager = false, atOnce = false } = {}) => {
        if (atOnce) return readTogether({ proof, check, work }) as ReturnType<typeof work>
        return transact(async (client, left) => {
          const tx = openTx(client, clock(), left)
          const proven = tx.maybe<Parameters<typeof check>[0]>(proof).then(check)
          return eager ? afterProof(proven, work(tx)) : proven.then(() => work(tx))
        })
      },
      readOnce: async (statement) => {
        const started_ms = performance.now()
        const client = await connect(options.statement_timeout_ms)
        let broken: Error | undefined
        try {
          return (await query(client, statement, subtractWait(options, performance.now() - started_ms))).rows
        } catch (error) {
          broken = error as Error
          throw failureOf(error)
        } finally {
          client.release(broken)
        }
      },
      probe: async () => {
        const isThere = await canConnect(connection)
        if (isThere) await dropIdle(pool).catch(() => undefined)
        return isThere
      },
      close,
    }
  }

  return viewWith(queryOptions(30_000, named_statements))
}

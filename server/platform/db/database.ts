// A transaction is opened for one firm, and PostgreSQL's row-level security does the filtering: who reads and
// who acts are settings of the transaction, so that no query has to remember them.
import type pg from "pg"
import { type Clock, systemClock } from "../clock.ts"
import type { Failure } from "../errors.ts"
import { openConnectionSource } from "./acquire-connection.ts"
import { beginStatement, firmSettings, placeProven, type Role, requireFirmHere } from "./begin-transaction.ts"
import { failureOf, throwFirst, unavailable } from "./database-faults.ts"
import { openPool } from "./pool.ts"
import { checkReplicated } from "./replication.ts"
import { openSharedConnections } from "./shared-connections.ts"
import type { Sql } from "./sql.ts"
import {
  end,
  openTx,
  type QueryOptions,
  query,
  queryOptions,
  send,
  subtractWait,
  type Work,
} from "./statements.ts"
import type { Tx } from "./tx.ts"

export type { Tx } from "./tx.ts"

/** Who acts: written into every trace a transaction leaves (`current_actor()` in SQL). */
export interface Actor {
  user_id: string
  /** Sees no more of restricted matters than this member of staff may, as a session of theirs does. */
  is_viewer?: boolean
}

/** What a proof of identity (a key, a session) opens: one firm, perhaps one matter of it. */
export interface Identity {
  firm_id: string
  user_id: string
}

/** What several servers answered. */
export interface Answers<T> {
  answers: T[]
  /** Why one of them said nothing: what is in no answer may be there. */
  fault?: Failure | undefined
  /** The names of those that said nothing. */
  silent?: string[]
}

export interface Database {
  /** Runs `work` in one transaction that sees and writes `firmId`'s rows only. */
  forFirm<T>(firmId: string, work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T>
  /**
   * Runs `work` in one transaction across firms: for sign-in, jobs and commands only. Where several servers hold firms,
   * that is at the server of the firm with the id or place `firm`, else at the first that answers.
   */
  forPlatform<T>(work: (tx: Tx) => Promise<T>, firm?: string): Promise<T>
  /** What `work` gives across the firms of each server that answers. Throws where none does. */
  askEach<T>(work: (tx: Tx) => Promise<T>): Promise<Answers<T>>
  /** The server that is known to hold the firm with this id or place; any where none is known to. */
  serverOf(firm: string): Database
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
  /** The rows of one statement outside any transaction and firm: for functions that prove for themselves who asks. */
  readOnce<Row>(statement: Sql): Promise<Row[]>
  /** The same database for callers who wait for another time than half a minute for a statement. */
  withTimeout(statement_timeout_ms: number): Database
  readonly pool: pg.Pool
  readonly clock: Clock
  close(): Promise<void>
}

export interface DatabaseOptions {
  connection: pg.PoolConfig
  max_connections?: number
  clock?: Clock
  /** Off where the connection leads to a pooler that forgets names between transactions. */
  named_statements?: boolean
  /** Other servers hold firms too: each transaction of a firm asks whether that one is still here. */
  is_one_of_several?: boolean
  onError?: (error: Error) => void
}

/** Opens a pool. Every transaction works as the role `foyer_firm`, which sees nothing until a firm is set. */
export function openDatabase({
  connection,
  max_connections = 10,
  clock = systemClock,
  named_statements = true,
  is_one_of_several = false,
  onError,
}: DatabaseOptions): Database {
  const { pool, close } = openPool(connection, max_connections, onError)
  const { connect } = openConnectionSource(pool)
  const shared = openSharedConnections(connect)

  /** The database as callers see it who wait this long for a statement. */
  function viewWith(options: QueryOptions): Database {
    const open = (client: pg.PoolClient, role: Role, left: QueryOptions, firm = "", keeps_plans = false) => {
      const opening = beginStatement(role, options.statement_timeout_ms, keeps_plans)
      return send(client, is_one_of_several ? requireFirmHere(opening, firm) : opening, left)
    }

    async function share<T>(work: Work<T>, firm: string): Promise<T> {
      const started_ms = performance.now()
      try {
        return await shared.share(async (client) => {
          const left = subtractWait(options, performance.now() - started_ms)
          const begun = open(client, "foyer_firm", left, firm, options.named_statements)
          return work(client, left).catch((error: unknown) => throwFirst(begun, error))
        })
      } catch (error) {
        throw failureOf(error)
      }
    }

    async function transact<T>(work: Work<T>, firm: string, role: Role = "foyer_firm"): Promise<T> {
      const started_ms = performance.now()
      const client = await connect(options.statement_timeout_ms)
      const left = subtractWait(options, performance.now() - started_ms)
      let broken: Error | undefined
      const begun = open(client, role, left, firm)
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
        if (broken) throw unavailable(error)
        return throwFirst(begun, error).catch((first: unknown) => {
          throw failureOf(first)
        })
      } finally {
        client.release(broken)
      }
    }

    const forPlatform: Database["forPlatform"] = (work) =>
      transact((client, left) => work(openTx(client, clock(), left)), "", "foyer_platform")

    const view: Database = {
      pool,
      clock,
      forPlatform,
      askEach: async (work) => ({ answers: [await forPlatform(work)] }),
      serverOf: () => view,
      withTimeout: (statement_timeout_ms) => viewWith(queryOptions(statement_timeout_ms, named_statements)),
      forFirm: (firmId, work, actor) =>
        transact(async (client, left) => {
          const set = send(
            client,
            firmSettings(firmId, actor?.user_id ?? "", actor?.is_viewer ? actor.user_id : ""),
            left,
          )
          const result = await work(openTx(client, clock(), left))
          await set
          return result
        }, firmId),
      forBearer: (proof, check, work, { eager = false, atOnce = false } = {}) =>
        // At once, `work` sends its own end along with everything else.
        (atOnce ? share : transact)(async (client, left) => {
          const tx = openTx(client, clock(), left)
          const proven = tx.maybe<Parameters<typeof check>[0]>(proof).then(check)
          if (!eager && !atOnce) {
            await proven
            return work(tx)
          }
          const working = work(tx)
          const ended = atOnce ? end(client, tx, left) : undefined
          const [proof_, result] = await Promise.allSettled([proven, working, ended])
          if (proof_.status === "rejected") throw proof_.reason
          if (result.status === "rejected") throw result.reason
          return result.value
        }, placeProven(proof)),
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
      close,
    }
    return view
  }

  return viewWith(queryOptions(30_000, named_statements))
}

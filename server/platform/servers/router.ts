// Presents several servers as one database. Each server has complete firms, and no transaction spans two, so the server
// is chosen before the transaction begins: by the firm's id, or by the place that prefixes its keys, links and cookies.

import { isFirmName, placeProven } from "../db/begin-transaction.ts"
import type { Answers, Database, Tx } from "../db/database.ts"
import { hasMoved, unavailable } from "../db/database-faults.ts"
import { Failure } from "../errors.ts"
import { type Directory, findServer, openDirectory } from "./directory.ts"
import type { Server } from "./server.ts"

/** Opens the database of all servers. A server that is down affects only its own firms. */
export function openRouter(servers: readonly Server[]): Database {
  return route(servers, openDirectory())
}

function route(servers: readonly Server[], directory: Directory): Database {
  const first = firstOf(servers)
  const listOpen = () => servers.filter((server) => server.isOpen())

  /** Runs on the firm's cached server and, if the firm is no longer there, on its current one. */
  async function atFirm<T>(firm: string, work: (db: Database) => Promise<T>): Promise<T> {
    const known = servers.find(({ name }) => name === directory.get(firm))
    if (known) {
      try {
        return await work(known.db)
      } catch (error) {
        if (!hasMoved(error)) throw error
        directory.delete(firm)
      }
    }
    const server = await findServer(servers, directory, firm)
    return work((server ?? first).db)
  }

  /** Runs on the first server that is up. */
  async function atFirst<T>(work: (db: Database) => Promise<T>): Promise<T> {
    let fault: unknown = unavailable(new Error("No server is open."))
    for (const { db } of listOpen()) {
      try {
        return await work(db)
      } catch (error) {
        fault = error
        if (!isSilence(error)) throw error
      }
    }
    throw fault
  }

  /** Runs on the server that recognizes a credential without a place. */
  const byAnyone: Database["forBearer"] = async (proof, check, work, options) => {
    let isKnown = false
    const attempt = (db: Database) =>
      db.forBearer(
        proof,
        (row: Parameters<typeof check>[0]) => {
          isKnown = row !== undefined
          check(row)
        },
        work,
        options,
      )
    const [last, ...before] = listOpen().toReversed()
    for (const { db } of before.toReversed()) {
      try {
        const result = await attempt(db)
        if (isKnown) return result
      } catch (error) {
        if (isKnown || !(error instanceof Failure)) throw error
      }
    }
    return attempt((last ?? first).db)
  }

  return {
    pool: first.db.pool,
    clock: first.db.clock,
    withTimeout: (statement_timeout_ms) =>
      route(
        servers.map((server) => ({ ...server, db: server.db.withTimeout(statement_timeout_ms) })),
        directory,
      ),
    serverOf: (firm) => (servers.find(({ name }) => name === directory.get(firm)) ?? first).db,
    forFirm: (firm, work, actor) => atFirm(firm, (db) => db.forFirm(firm, work, actor)),
    forPlatform: (work, firm) =>
      firm ? atFirm(firm, (db) => db.forPlatform(work)) : atFirst((db) => db.forPlatform(work)),
    askEach: (work) => askEach(servers, work),
    forBearer: (proof, check, work, options) => {
      const place = placeProven(proof)
      if (isFirmName(place)) return atFirm(place, (db) => db.forBearer(proof, check, work, options))
      return byAnyone(proof, check, work, options)
    },
    readOnce: (statement) => first.db.readOnce(statement),
    close: async () => {
      await Promise.all(servers.map(({ db }) => db.close()))
    },
  }
}

function firstOf(servers: readonly Server[]): Server {
  const [first] = servers
  if (!first) throw new Error("There is no server.")
  return first
}

async function askEach<T>(servers: readonly Server[], work: (tx: Tx) => Promise<T>): Promise<Answers<T>> {
  const outcomes = await Promise.allSettled(
    servers.map(async (server) => {
      if (!server.isOpen()) throw unavailable(new Error(`The server ${server.name} is not open.`))
      return server.db.forPlatform(work)
    }),
  )
  const answers = outcomes.filter((one) => one.status === "fulfilled").map(({ value }) => value)
  let fault: Failure | undefined
  const silent: string[] = []
  for (const [index, one] of outcomes.entries()) {
    if (one.status === "fulfilled") continue
    // Any other error is the query's fault.
    if (!isSilence(one.reason)) throw one.reason
    fault = one.reason
    silent.push(servers[index]?.name ?? "")
  }
  if (answers.length === 0 && fault) throw fault
  return { answers, fault, silent }
}

function isSilence(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === "unavailable"
}

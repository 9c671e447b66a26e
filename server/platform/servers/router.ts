// Several servers as one database. Each holds whole firms, and no transaction needs two of them: so it is chosen before
// the transaction begins, by the firm's id, or by the place with which its keys, links and cookies begin.
import type { Answers, Database, Tx } from "../db/database.ts"
import { hasMoved, unavailable } from "../db/database-faults.ts"
import { isFirmName, placeProven } from "../db/opening.ts"
import { Failure } from "../errors.ts"
import { type Directory, findServer, openDirectory } from "./directory.ts"
import type { Server } from "./server.ts"

/** The database of all of them; a server that does not answer is missed by its own firms only. */
export function openRouter(servers: readonly Server[]): Database {
  return route(servers, openDirectory())
}

function route(servers: readonly Server[], directory: Directory): Database {
  const first = firstOf(servers)
  const listOpen = () => servers.filter((server) => server.isOpen())

  /** Where the firm is as far as anybody knows, and where it is found to be once it is there no longer. */
  async function atFirm<T>(firm: string, work: (db: Database) => Promise<T>): Promise<T> {
    const known = servers.find(({ name }) => name === directory.get(firm))
    if (known) {
      try {
        return await work(known.db)
      } catch (error) {
        if (!hasMoved(error)) throw error
        directory.forget(firm)
      }
    }
    const server = await findServer(servers, directory, firm)
    return work((server ?? first).db)
  }

  /** At the first server that answers. */
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

  /** At whichever server knows whom a proof names that does not say where it belongs. */
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
    // What is no silence is a fault of the question.
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

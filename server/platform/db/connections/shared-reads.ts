// Reads with the same credential that arrive in the same turn of the event loop share a transaction: it begins, proves
// the credential, and commits once for all of them (docs/decisions/0014-connections-plans-and-one-postgresql.md).
import { Failure } from "../../errors.ts"
import { type Sql, statementName, type Tx } from "../sql.ts"

export interface Read {
  /** The statement that proves the credential and opens its firm. */
  proof: Sql
  /** Gets the row of the proof; throws unless the bearer may do this. */
  check(row: unknown): void
  /** Sends all its statements before it awaits the first result. May run twice. */
  work(tx: Tx): Promise<unknown>
}

interface WaitingRead extends Read, PromiseWithResolvers<unknown> {}

/** Bounds how long a read waits for others, and how many run again after a failed statement. */
const max_together = 8

/**
 * Collects reads with the same proof until the end of the turn. `transact` opens a transaction, sends the proof and the
 * statements of `work`, and commits.
 */
export function openSharedReads(
  transact: (proof: Sql, work: (tx: Tx, proven: Promise<unknown>) => Promise<void>) => Promise<void>,
): (read: Read) => Promise<unknown> {
  const groups = new Map<string, WaitingRead[]>()

  function run(proof: Sql, reads: readonly WaitingRead[]): void {
    const waiting = new Set(reads)
    const work = async (tx: Tx, proven: Promise<unknown>) => {
      const finishing = reads.map(async (read) => {
        await finish(read, tx, proven)
        waiting.delete(read)
      })
      await Promise.allSettled(finishing)
      await Promise.all(finishing)
    }
    transact(proof, work).catch((error: unknown) => {
      // After a failed statement, PostgreSQL skips those behind it: each read runs again alone.
      const isRepeated = reads.length > 1 && !(error instanceof Failure)
      for (const read of waiting)
        if (isRepeated) run(proof, [read])
        else read.reject(error)
    })
  }

  return (read) => {
    const name = nameOf(read.proof)
    const waiting = { ...read, ...Promise.withResolvers<unknown>() }
    const group = groups.get(name)
    if (group && group.length < max_together) group.push(waiting)
    else {
      const started = [waiting]
      groups.set(name, started)
      setImmediate(() => {
        if (groups.get(name) === started) groups.delete(name)
        run(read.proof, started)
      })
    }
    return waiting.promise
  }
}

/** Resolves a read, or rejects it if it was refused; throws if a statement failed. */
async function finish(read: WaitingRead, tx: Tx, proven: Promise<unknown>): Promise<void> {
  try {
    read.resolve(await afterProof(proven.then(read.check), read.work(tx)))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    read.reject(error)
  }
}

/** The result of work sent along with a proof. Throws what the proof threw, if it did: without it the work saw no rows. */
export async function afterProof<T>(proven: Promise<void>, working: Promise<T>): Promise<T> {
  await Promise.allSettled([proven, working])
  await proven
  return working
}

/** Equal for proofs that differ in nothing but the time. */
function nameOf({ text, values }: Sql): string {
  const parts = values.map((value) => {
    if (value instanceof Date) return null
    return Buffer.isBuffer(value) ? value.toString("base64") : value
  })
  return JSON.stringify([statementName(text), ...parts])
}

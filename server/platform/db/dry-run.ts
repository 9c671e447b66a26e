import { sql, type Tx } from "./sql.ts"

/** Runs `work` and returns its result, then rolls back everything it wrote, whether it succeeds or throws. */
export async function dryRun<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await tx.run(sql`savepoint rehearsal`)
  try {
    return await work()
  } finally {
    await tx.run(sql`rollback to savepoint rehearsal`)
  }
}

// Runs tests through PgBouncer in transaction mode, without their knowledge, on the oldest PostgreSQL of this machine:
// bin/dev test/through-pooler.ts test/contract

import { buildTests } from "./build-tests.ts"
import { startPgBouncer, without_pgbouncer } from "./harness/pgbouncer.ts"
import { findTestFilesIn, runTests } from "./run-tests.ts"
import { findSystemPostgres, withTemporaryDatabase } from "./temporary-database.ts"

const binaries = findSystemPostgres()
const missing =
  without_pgbouncer || (binaries ? false : "there is no PostgreSQL 15 or later in /usr/lib/postgresql")
const sources = process.argv.slice(2).flatMap(findTestFilesIn)
if (missing || sources.length === 0) {
  console.error(`Nothing was run: ${missing || "no folder with tests was named"}.`)
  process.exit(1)
}
const tests = await buildTests(sources)
const { passed, counts } = await withTemporaryDatabase({ binaries, prepare: tests.prepare }, async () => {
  const direct_url = process.env.DATABASE_URL ?? ""
  const pooler = await startPgBouncer(direct_url, "transaction")
  Object.assign(process.env, { DATABASE_URL: pooler.url, FOYER_DIRECT_DATABASE_URL: direct_url })
  return runTests(sources, tests, AbortSignal.timeout(30 * 60_000)).finally(pooler.stop)
}).finally(tests.remove)
console.log(
  `\n${counts.pass} of ${counts.tests} passed through PgBouncer, on PostgreSQL ${binaries?.major_version}`,
)
process.exit(passed ? 0 : 1)

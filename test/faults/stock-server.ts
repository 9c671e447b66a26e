// foyer doctor on the system's own PostgreSQL, with the default settings of its packages (JIT is on), right after the
// first start, and through PgBouncer while others use it.
import { rmSync } from "node:fs"
import pg from "pg"
import { application } from "../../server/database-connections.ts"
import { connectionUrl } from "../../server/platform/db/connections/connection-url.ts"
import { startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded.ts"
import { runFoyer } from "../harness/foyer-program.ts"
import { startPgBouncer, without_pgbouncer } from "../harness/pgbouncer.ts"
import { findSystemPostgres } from "../temporary-database.ts"
import { leftOut, type Outcome } from "./outcome.ts"
import { newFolder } from "./own-postgres.ts"

const max_doctor_ms = 30_000

export async function examineStockServer({ times }: { times: number }): Promise<Outcome> {
  const binaries = findSystemPostgres()
  if (!binaries) return leftOut("there is no PostgreSQL 15 or later in /usr/lib/postgresql")
  const [cluster_dir, data_dir] = [newFolder("stock"), newFolder("stock-data")]
  const { connection, stop } = await startEmbeddedPostgres({ data_dir: cluster_dir, application, binaries })
  const url = connectionUrl(connection)
  const settings = { NODE_ENV: "production", FOYER_DATA: data_dir, DATABASE_URL: url }
  const wrong: string[] = []
  const slow: string[] = []
  try {
    const created = await runFoyer(
      ["firm", "create", "Stock & Partners", "--admin", "ada@example.com"],
      settings,
    )
    if (created.code !== 0) wrong.push(`firm create: ${created.stderr}`)
    const { jit, version } = await readServer(url)
    const begun_ms = performance.now()
    const { code, stdout, stderr } = await runFoyer(["doctor"], settings)
    const doctor_ms = Math.round(performance.now() - begun_ms)
    if (code !== 0) wrong.push(`doctor exited with ${code}: ${stdout}${stderr}`)
    if (doctor_ms > max_doctor_ms) slow.push(`doctor took ${doctor_ms} ms`)
    const commands = without_pgbouncer ? 0 : await runThroughBusyPooler(url, settings, { times, wrong })
    return {
      acknowledged: 0,
      kills: 0,
      lost: [],
      wrong,
      slow,
      figures: {
        PostgreSQL: version,
        JIT: jit,
        "doctor, ms": doctor_ms,
        "commands through a busy PgBouncer": without_pgbouncer || commands,
      },
    }
  } finally {
    await stop()
    for (const folder of [cluster_dir, data_dir]) rmSync(folder, { recursive: true, force: true })
  }
}

async function readServer(url: string): Promise<{ jit: string; version: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query("select current_setting('jit') as jit, current_setting('server_version') as version")
    .finally(() => client.end())
  return rows[0] as { jit: string; version: string }
}

/** Runs a command again and again while other clients keep every connection of the pooler changing hands. */
async function runThroughBusyPooler(
  url: string,
  settings: Record<string, string>,
  { times, wrong }: { times: number; wrong: string[] },
): Promise<number> {
  const pooler = await startPgBouncer(url, "transaction")
  let isDone = false
  const others = Array.from({ length: 8 }, async () => {
    const client = new pg.Client({ connectionString: pooler.url })
    await client.connect()
    while (!isDone) await client.query("begin; select pg_sleep(random() / 200); commit")
    await client.end()
  })
  try {
    for (let time = 0; time < times; time += 1) {
      const words = time % 2 === 0 ? ["firm", "list"] : ["doctor"]
      const { code, stdout, stderr } = await runFoyer(words, {
        ...settings,
        DATABASE_URL: pooler.url,
        FOYER_DIRECT_DATABASE_URL: url,
      })
      if (code !== 0) wrong.push(`foyer ${words.join(" ")} through the pooler: ${stdout}${stderr}`)
    }
  } finally {
    isDone = true
    await Promise.allSettled(others)
    await pooler.stop()
  }
  return times
}

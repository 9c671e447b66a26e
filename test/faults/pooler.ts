// A pooler that drops start-up options and hands each transaction to another connection, as PgBouncer does where it is
// told to ignore them.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { findFreePort } from "../../server/platform/http/free_port.ts"
import { prepareInstallation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { newFolder, withPostgres } from "./own_postgres.ts"
import type { Outcome } from "./run.ts"
import { newServerProcess } from "./server_process.ts"
import { verify } from "./verify.ts"
import { write } from "./writers.ts"

const program = "/usr/sbin/pgbouncer"

/** Writes through PgBouncer in transaction mode for so long, then reads one firm's matter with another firm's key. */
export function writeThroughPooler({ write_ms }: { write_ms: number }): Promise<Outcome> {
  if (!existsSync(program)) {
    return Promise.resolve({ faults: [], counts: {}, left_out: "PgBouncer is not installed" })
  }
  return withPostgres(async ({ url, socket_folder }) => {
    const folder = newFolder("pooler")
    const port = await findFreePort("127.0.0.1")
    const { user, database, port: database_port } = new pg.Client({ connectionString: url })
    const settingsFile = join(folder, "pgbouncer.ini")
    const usersFile = join(folder, "users.txt")
    writeFileSync(usersFile, `"${user}" ""\n`)
    writeFileSync(
      settingsFile,
      `[databases]
${database} = host=${socket_folder} port=${database_port} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${usersFile}
pool_mode = transaction
ignore_startup_parameters = extra_float_digits,options
default_pool_size = 8
user = nobody
`,
    )
    for (const path of [settingsFile, usersFile]) chmodSync(path, 0o644)
    const pooler = spawn(program, [settingsFile], { stdio: "ignore" })
    const settings = {
      NODE_ENV: "test",
      FOYER_DATA: join(folder, "data"),
      DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${database}`,
      FOYER_DIRECT_DATABASE_URL: url,
      FOYER_API_RATE_LIMIT: "0",
    }
    const server = await newServerProcess(settings)
    const ledger = newLedger()
    const ending = new AbortController()
    try {
      await sleep(500)
      await server.start()
      const [ours, theirs] = [await prepareInstallation(settings), await prepareInstallation(settings)]
      const writing = write({
        installation: ours,
        ledger,
        base_url: () => server.base_url,
        signal: ending.signal,
      })
      await sleep(write_ms)
      ending.abort()
      await writing
      const { faults, counts } = await verify(server.base_url, ours, ledger)
      const headers = { authorization: `Token ${theirs.token}` }
      let foreign = 0
      for (const id of [...ledger.created.keys()].slice(0, 50)) {
        const response = await fetch(`${server.base_url}/v1/matters/${id}`, { headers })
        await response.arrayBuffer()
        if (response.status !== 404) foreign += 1
      }
      const list = (await (await fetch(`${server.base_url}/v1/matters`, { headers })).json()) as {
        count: number
      }
      if (foreign > 0) faults.push(`another firm's key read ${foreign} matters`)
      if (list.count !== 0) faults.push(`another firm's key counts ${list.count} matters`)
      return { faults, counts: { ...counts, "foreign matters read": foreign } }
    } finally {
      ending.abort()
      await server.end()
      pooler.kill("SIGTERM")
      if (pooler.exitCode === null) await once(pooler, "exit")
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

// A real PgBouncer in front of the tests' database, if the machine has one.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { application } from "../../server/database-connections.ts"
import { accountFor, asAccount } from "../../server/platform/embedded-postgres/account.ts"
import { findFreePort } from "../../server/platform/http/free-port.ts"

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(existsSync)

/** Why tests with PgBouncer are skipped; false if it is installed. */
export const without_pgbouncer = program
  ? false
  : "there is no pgbouncer on this machine (apt install pgbouncer)"

export interface PgBouncer {
  url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer as docs/operating.md configures it, plus extra lines, in front of the database at `database_url`.
 */
export async function startPgBouncer(
  database_url: string,
  pool_mode: "session" | "transaction",
  lines: readonly string[] = [],
): Promise<PgBouncer> {
  const { host, port, user, database } = new pg.Client({ connectionString: database_url })
  const folder = mkdtempSync(join(tmpdir(), "foyer-pgbouncer-"))
  chmodSync(folder, 0o755)
  const listen_port = await findFreePort("127.0.0.1")
  const config = join(folder, "pgbouncer.ini")
  writeFileSync(
    config,
    [
      "[databases]",
      `${database} = host=${host} port=${port} dbname=${database} user=${user}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${listen_port}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${pool_mode}`,
      "max_client_conn = 200",
      "default_pool_size = 10",
      ...lines,
    ].join("\n"),
  )
  const child = spawn(program ?? "pgbouncer", [config], {
    ...asAccount(accountFor("/nowhere", application)),
    stdio: "ignore",
  })
  const url = `postgres://${user}@127.0.0.1:${listen_port}/${database}`
  await untilAnswers(url, child)
  return {
    url,
    stop: async () => {
      const ended = once(child, "exit")
      if (child.kill("SIGKILL")) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswers(connectionString: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt += 1) {
    const client = new pg.Client({ connectionString })
    client.on("error", () => undefined)
    const answers = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answers) return
    await delay(100)
  }
  throw new Error("PgBouncer does not answer.")
}

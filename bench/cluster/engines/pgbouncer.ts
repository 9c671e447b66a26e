import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { application } from "../../../server/database-connections.ts"
import { accountFor } from "../../../server/platform/embedded-postgres/account.ts"
import { findFreePort } from "../../../server/platform/http/free-port.ts"
import { type Engine, newEngine } from "./engine.ts"

export const pgbouncer_paths = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"]

export interface Pooler {
  engine: Engine
  /** Starts a new process that takes the sockets, as `pgbouncer -R` does. */
  reload(): Promise<void>
}

/** Pools transactions to the database behind `database_port`, as docs/operating.md configures it. */
export async function newPooler(folder: string, database_port: number): Promise<Pooler> {
  const port = await findFreePort("127.0.0.1")
  const own = join(folder, "pgbouncer")
  mkdirSync(own)
  chmodSync(own, 0o777)
  const file = join(own, "pgbouncer.ini")
  const lines = [
    "[databases]",
    `foyer = host=127.0.0.1 port=${database_port} dbname=foyer user=foyer`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    `unix_socket_dir = ${own}`,
    "auth_type = any",
    "admin_users = foyer, nobody",
    "pool_mode = transaction",
    "max_client_conn = 200",
    "default_pool_size = 20",
    "server_login_retry = 1",
  ]
  writeFileSync(file, `${lines.join("\n")}\n`)
  const engine = newEngine({
    port,
    paths: pgbouncer_paths,
    words: [file],
    account: accountFor("/nowhere", application),
    stop_signal: "SIGINT",
  })
  return { engine, reload: () => engine.takeOver("-R") }
}

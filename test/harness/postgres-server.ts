// Separate PostgreSQL servers from the bundled binaries, with arbitrary settings. Nothing restarts them when they die.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { application } from "../../server/database-connections.ts"
import { asAccount } from "../../server/platform/embedded-postgres/account.ts"
import {
  findPackage,
  prepareBinaries,
  tryBinaries,
} from "../../server/platform/embedded-postgres/binaries.ts"
import { ensureCluster, ensureDatabase } from "../../server/platform/embedded-postgres/cluster.ts"
import {
  type ClusterLocation,
  chooseLocation,
  programsHome,
} from "../../server/platform/embedded-postgres/location.ts"
import { waitUntil } from "./wait-until.ts"

export interface PostgresServer {
  /** The folder with its files and its socket. */
  folder: string
  url: string
  /** Runs the statements as the superuser; returns the last one's rows. */
  asAdministrator(...statements: string[]): Promise<Record<string, string>[]>
  /** Kills it, like a power cut. */
  kill(): Promise<void>
}

/** Creates an empty cluster in a temporary folder; `remove` deletes it. */
export async function newCluster(): Promise<ClusterLocation & { remove(): void }> {
  const home = mkdtempSync(join(tmpdir(), "foyer-postgres-"))
  chmodSync(home, 0o755)
  const location = chooseLocation(join(home, "data"), application)
  await ensureCluster(location, binariesFor(location), false)
  appendFileSync(join(location.cluster, "pg_hba.conf"), "local replication all trust\n")
  const remove = () => {
    for (const folder of [location.home, home]) rmSync(folder, { recursive: true, force: true })
  }
  return { ...location, remove }
}

const port = 5432

/** Starts a server on the cluster; if it is not a replica, creates Foyer's role and database. */
export async function startPostgresServer(
  location: ClusterLocation,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const { cluster: folder, account } = location
  const values = {
    listen_addresses: "",
    unix_socket_directories: folder,
    shared_buffers: "64MB",
    timezone: "UTC",
    ...settings,
  }
  const words = Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(join(binariesFor(location).folder, "postgres"), ["-D", folder, ...words], {
    ...asAccount(account),
    stdio: ["ignore", "ignore", "pipe"],
  })
  let lines = ""
  child.stderr?.on("data", (text: Buffer) => {
    lines = (lines + text).slice(-2_000)
  })
  const answers = () => connectTo(folder).then((client) => client.end().then(() => true))
  await waitUntil(
    () => answers().catch(() => false),
    () => `PostgreSQL does not answer: ${lines}`,
  )
  const asAdministrator: PostgresServer["asAdministrator"] = async (...statements) => {
    const client = await connectTo(folder)
    try {
      let rows: Record<string, string>[] = []
      for (const statement of statements) rows = (await client.query(statement)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  const [state] = await asAdministrator("select pg_is_in_recovery()::text as is_replica")
  if (state?.is_replica === "false") await ensureDatabase(folder, application.name)
  const { name } = application
  return {
    folder,
    url: `postgres://${name}@${encodeURIComponent(folder)}:${port}/${name}`,
    asAdministrator,
    kill: () => kill(child),
  }
}

async function connectTo(folder: string): Promise<pg.Client> {
  const client = new pg.Client({ host: folder, port, user: "postgres", database: application.name })
  client.on("error", () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    if ((error as { code?: string }).code !== "3D000") throw error
    const first = new pg.Client({ host: folder, port, user: "postgres", database: "postgres" })
    await first.connect()
    return first
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  const others = childrenOf(child.pid)
  child.kill("SIGKILL")
  // Its other processes notice after a moment that the postmaster is gone, and answer until then.
  for (const pid of others) tryKill(pid)
  await exited
}

/** On Linux; elsewhere none. */
function childrenOf(pid = 0): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? (readFileSync(list, "utf8").match(/\d+/g) ?? []).map(Number) : []
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended.
  }
}

/** The binaries this run uses if it names any: `npm test -- --oldest-postgres`. */
function binariesFor(location: ClusterLocation) {
  const folder = process.env.TEST_POSTGRES_BINARIES
  const given = folder ? tryBinaries(folder, location.account) : undefined
  if (given) return given
  return prepareBinaries(findPackage(application), programsHome(location), location.account, application)
}

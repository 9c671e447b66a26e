// Two PostgreSQL servers from the programs that come along: a primary, and a replica without which nothing is
// acknowledged. The replica can take the primary's place.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { application } from "../../server/database-ways.ts"
import { asAccount } from "../../server/embedded-postgres/account.ts"
import { type Binaries, findPackage, prepareBinaries } from "../../server/embedded-postgres/binaries.ts"
import { ensureCluster, ensureDatabase } from "../../server/embedded-postgres/cluster.ts"
import {
  type ClusterLocation,
  chooseLocation,
  programsHome,
} from "../../server/embedded-postgres/location.ts"
import { waitUntil } from "./wait-until.ts"

export interface ReplicatedPostgres {
  /** Names both servers. */
  url: string
  /** Ends the primary as a power cut does; it does not come back. */
  killPrimary(): Promise<void>
  /** Ends the replica likewise. */
  killReplica(): Promise<void>
  /** Makes the replica the primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

interface Server {
  folder: string
  child: ChildProcess
}

/** Starts both in a temporary folder; with `fsync` what they acknowledge is on their disks, as in production. */
export async function startReplicatedPostgres({ fsync = false } = {}): Promise<ReplicatedPostgres> {
  const home = mkdtempSync(join(tmpdir(), "foyer-replicated-"))
  chmodSync(home, 0o755)
  const location = chooseLocation(join(home, "data"), application)
  const { account, cluster } = location
  const binaries = prepareBinaries(findPackage(application), programsHome(location), account, application)
  await ensureCluster(location, binaries, fsync)
  appendFileSync(join(cluster, "pg_hba.conf"), "local replication all trust\n")
  const primary = await startServer(location, binaries, fsync)
  await ensureDatabase(cluster, application.name)
  const replica_location = { ...location, cluster: join(location.home, "replica") }
  await copyCluster(cluster, replica_location.cluster)
  const replica = await startServer(replica_location, binaries, fsync)
  await asAdministrator(primary, [
    "alter system set synchronous_standby_names = 'replica'",
    "select pg_reload_conf()",
  ])
  await waitUntil(async () => {
    const [row] = await asAdministrator(primary, ["select sync_state from pg_stat_replication"])
    return row?.sync_state === "sync"
  }, "the replica does not follow")
  const hosts = [primary, replica].map(({ folder }) => `${encodeURIComponent(folder)}:5432`)
  return {
    url: `postgres://${application.name}@${hosts.join(",")}/${application.name}`,
    killPrimary: () => kill(primary),
    killReplica: () => kill(replica),
    promote: async () => {
      await asAdministrator(replica, ["select pg_promote()"])
    },
    stop: async () => {
      await Promise.all([kill(primary), kill(replica)])
      rmSync(home, { recursive: true, force: true })
      if (!location.home.startsWith(home)) rmSync(location.home, { recursive: true, force: true })
    },
  }
}

/** As a program for base backups does it: the files as they are, between two words to the server. */
async function copyCluster(from: string, to: string): Promise<void> {
  const client = await connectTo(from)
  await client.query("select pg_backup_start('replica', true)")
  // With its owner, as which PostgreSQL runs.
  spawnSync("cp", ["-a", from, to])
  for (const name of ["postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"]) rmSync(join(to, name))
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)")
  await client.end()
  writeFileSync(join(to, "backup_label"), rows[0]?.labelfile ?? "")
  writeFileSync(join(to, "standby.signal"), "")
  appendFileSync(
    join(to, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${from} port=5432 user=postgres application_name=replica'\n`,
  )
}

async function startServer(
  { cluster, account }: ClusterLocation,
  { folder }: Binaries,
  fsync: boolean,
): Promise<Server> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: cluster,
    shared_buffers: "64MB",
    timezone: "UTC",
    fsync: fsync ? "on" : "off",
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(join(folder, "postgres"), ["-D", cluster, ...words], {
    ...asAccount(account),
    stdio: ["ignore", "ignore", "pipe"],
  })
  let lines = ""
  child.stderr?.on("data", (text: Buffer) => {
    lines = (lines + text).slice(-2_000)
  })
  const isThere = () =>
    connectTo(cluster)
      .then((client) => client.end().then(() => true))
      .catch(() => false)
  await waitUntil(isThere, () => `PostgreSQL does not answer: ${lines}`)
  return { folder: cluster, child }
}

async function kill({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  // Its other processes end by themselves when the first is gone; they hold no data that counts.
  child.kill("SIGKILL")
  await exited
}

async function connectTo(folder: string): Promise<pg.Client> {
  const client = new pg.Client({ host: folder, port: 5432, user: "postgres", database: "postgres" })
  client.on("error", () => undefined)
  await client.connect()
  return client
}

async function asAdministrator({ folder }: Server, statements: readonly string[]) {
  const client = await connectTo(folder)
  try {
    let rows: Record<string, string>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

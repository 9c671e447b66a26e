// The cluster: its files, and the application's role and database.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { type Account, asAccount } from "./account.ts"
import type { Binaries } from "./binaries.ts"
import type { ClusterLocation } from "./location.ts"
import { port } from "./postmaster.ts"

/** Creates the cluster if there is none. Starts over after an interrupted creation. */
export async function ensureCluster(
  { cluster, account }: ClusterLocation,
  binaries: Binaries,
  fsync: boolean,
): Promise<void> {
  if (!existsSync(cluster)) {
    const unfinished = `${cluster}.new`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    if (account) chownSync(unfinished, account.uid, account.gid)
    await initialize(unfinished, account, binaries, fsync)
    writeFileSync(join(unfinished, "pg_hba.conf"), gate)
    renameSync(unfinished, cluster)
  }
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()
  if (version !== String(binaries.major_version)) {
    throw new Error(
      `The database in ${cluster} is of PostgreSQL ${version}; this is ${binaries.major_version}. Restore a backup into an empty data folder.`,
    )
  }
}

/** Trust authentication is safe because only the owner and root can enter the socket's folder, and there is no other way to connect. */
const gate = "local all all trust\n"

async function initialize(
  folder: string,
  account: Account | undefined,
  binaries: Binaries,
  fsync: boolean,
): Promise<void> {
  const locale =
    binaries.major_version >= 17
      ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
      : ["--locale=C.UTF-8"]
  const words = ["-D", folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-instructions", ...locale]
  const child = spawn(join(binaries.folder, "initdb"), fsync ? words : [...words, "--no-sync"], {
    ...asAccount(account),
    stdio: ["ignore", "ignore", "pipe"],
  })
  let complaint = ""
  child.stderr.on("data", (chunk) => {
    complaint += chunk
  })
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`initdb could not create a database in ${folder}: ${complaint.trim()}`)
}

/** Creates a role and a database of the same name. Not a superuser, because row-level security does not apply to superusers. */
export async function ensureDatabase(socket_folder: string, name: string): Promise<void> {
  const client = new pg.Client({ host: socket_folder, port, user: "postgres", database: "postgres" })
  const role = client.escapeIdentifier(name)
  await client.connect()
  try {
    const roles = await client.query("select from pg_roles where rolname = $1", [name])
    if (roles.rowCount === 0) await client.query(`create role ${role} login createrole`)
    const databases = await client.query("select from pg_database where datname = $1", [name])
    if (databases.rowCount === 0) await client.query(`create database ${role} owner ${role}`)
  } finally {
    await client.end()
  }
}

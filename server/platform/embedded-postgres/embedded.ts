// The embedded database: a real PostgreSQL on a Unix socket in the data folder, for installations without another one.
// It is supervised: it restarts when it dies, and stops when its process exits. Independent of the application.
import { chownSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { type Application, canPass } from "./account.ts"
import { type Binaries, findPackage, prepareBinaries } from "./binaries.ts"
import { ensureCluster, ensureDatabase } from "./cluster.ts"
import {
  type ClusterLocation,
  chooseLocation,
  clusterPath,
  findHome,
  lockPath,
  programsHome,
} from "./location.ts"
import { lockHolder, takeLock } from "./lock.ts"
import { endOrphan, isTemporary, port, readPostmasterFile, temporaryPrefix } from "./postmaster.ts"
import { superviseServer } from "./supervisor.ts"

export interface EmbeddedConnection {
  /** A folder: PostgreSQL listens only on a Unix socket in it. */
  host: string
  port: number
  user: string
  database: string
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection
  /** Stops the database and leaves no process behind. Idempotent. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  data_dir: string
  application: Application
  log?: (line: string) => void
  /** False only in tests: a power failure would lose committed writes. */
  fsync?: boolean
  /** Programs of a PostgreSQL other than the bundled one. */
  binaries?: Binaries
}

/** Starts the database of `data_dir` and creates it if needed. Throws if another process runs it. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const location = chooseLocation(resolve(options.data_dir), options.application)
  const release = await takeLockSoon(location, options)
  try {
    return await startLocked(options, location, release)
  } catch (error) {
    release()
    throw error
  }
}

/** Returns the database of `data_dir` if another process runs it; waits while that one is starting. */
export async function findEmbeddedPostgres({
  data_dir,
  application,
}: EmbeddedOptions): Promise<EmbeddedConnection | undefined> {
  const until_ms = Date.now() + 30_000
  while (Date.now() < until_ms) {
    const home = findHome(resolve(data_dir))
    const release = home === undefined ? () => undefined : takeLock(lockPath(home))
    release?.()
    if (home === undefined || release) return undefined
    const running = readPostmasterFile(clusterPath(home))
    if (running?.ready) return connectionIn(running.socket_folder, application)
    await delay(100)
  }
  throw new Error(
    `The database in ${data_dir} has been starting for half a minute. See what its process says.`,
  )
}

/** Joins the running database of `data_dir`, or else starts it: for commands that run next to a server or alone. */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const connection = await findEmbeddedPostgres(options)
  return connection ? { connection, stop: async () => undefined } : startEmbeddedPostgres(options)
}

async function startLocked(
  options: EmbeddedOptions,
  location: ClusterLocation,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const { fsync = true, log = () => undefined, application } = options
  const { cluster, account } = location
  const binaries =
    options.binaries ??
    prepareBinaries(findPackage(application), programsHome(location), account, application)
  await ensureCluster(location, binaries, fsync)
  await endOrphan(cluster)
  const socket_folder = chooseSocketFolder(location)
  const server = await superviseServer({ binaries, cluster, account, socket_folder, fsync, log })
  const stop = async () => {
    await server.stop()
    if (isTemporary(socket_folder)) rmSync(socket_folder, { recursive: true, force: true })
    release()
  }
  try {
    await ensureDatabase(socket_folder, application.name)
  } catch (error) {
    await stop()
    throw error
  }
  let stopped: Promise<void> | undefined
  return {
    connection: connectionIn(socket_folder, application),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** A command that is about to exit may still hold the lock, so retry briefly. */
async function takeLockSoon(
  location: ClusterLocation,
  { data_dir, application }: EmbeddedOptions,
): Promise<() => void> {
  const path = lockPath(location.home)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const release = takeLock(path)
    if (release) return release
    await delay(100)
  }
  throw new Error(
    `Another ${application.title} is already running on the data folder ${data_dir} (${lockHolder(path)}). Stop it first, or use another folder.`,
  )
}

/** The path of a socket is limited to 107 bytes, and to 103 on macOS. */
const longestFolder_bytes = 103 - `/.s.PGSQL.${port}`.length

function chooseSocketFolder({ cluster, account }: ClusterLocation): string {
  if (Buffer.byteLength(cluster) <= longestFolder_bytes) return cluster
  const parents = [tmpdir(), "/tmp", "/var/tmp"]
  const fitting = parents.find(
    (parent) =>
      Buffer.byteLength(join(parent, `${temporaryPrefix}XXXXXX`)) <= longestFolder_bytes &&
      canPass(account, parent),
  )
  if (fitting === undefined) {
    throw new Error(
      "There is no temporary folder for the database's socket. Set TMPDIR, or use a shorter data folder.",
    )
  }
  const folder = mkdtempSync(join(fitting, temporaryPrefix))
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

function connectionIn(socket_folder: string, { name }: Application): EmbeddedConnection {
  return { host: socket_folder, port, user: name, database: name }
}

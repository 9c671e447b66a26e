// Where a data folder's cluster is: inside it if the database's account has access, otherwise under /var/lib, with a
// note of the location in the data folder.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { type Account, type Application, accountFor, canPass, openFor } from "./account.ts"

export interface ClusterLocation {
  /** Contains the cluster, its lock and, if needed, a copy of the programs. */
  home: string
  cluster: string
  account: Account | undefined
  /** Every account on this machine may pass through it; created on demand. */
  elsewhere: string
}

/** Returns the location of `data_dir`'s cluster; undefined if there has never been one and none is being created. */
export function findHome(data_dir: string): string | undefined {
  const note = join(data_dir, noteName)
  if (existsSync(note)) {
    const home = readFileSync(note, "utf8").trim()
    if (existsSync(home)) return home
    throw new Error(
      `${note} says that the database is in ${home}, but it is not there. Bring it back, or start on an empty data folder.`,
    )
  }
  return existsSync(lockPath(data_dir)) ? realpathSync(data_dir) : undefined
}

const noteName = "postgres.location"

export function clusterPath(home: string): string {
  return join(home, "postgres")
}

export function lockPath(home: string): string {
  return join(home, "postgres.lock")
}

/** Returns the location of `data_dir`'s cluster. Chooses a new location so that its account has access. */
export function chooseLocation(data_dir: string, application: Application): ClusterLocation {
  // Only the folder itself is private; its parents get default permissions.
  mkdirSync(dirname(data_dir), { recursive: true })
  mkdirSync(data_dir, { recursive: true, mode: 0o700 })
  const folder = realpathSync(data_dir)
  const known = findHome(folder) ?? folder
  const cluster = clusterPath(known)
  const account = accountFor(cluster, application)
  const elsewhere = join("/var/lib", application.name)
  if (!account) {
    const owner = statSync(cluster, { throwIfNoEntry: false })?.uid
    if (owner === undefined || owner === process.getuid?.())
      return { home: known, cluster, account, elsewhere }
    throw new Error(`The database in ${cluster} belongs to another user. Start as that user or as root.`)
  }
  if (canPass(account, known) || openFor(account, known)) return { home: known, cluster, account, elsewhere }
  if (!existsSync(cluster)) {
    const home = createHomeElsewhere(folder, elsewhere)
    return { home, cluster: clusterPath(home), account, elsewhere }
  }
  throw new Error(
    `${account.name}, who owns the database in ${cluster}, cannot reach it. Open the folders above it to that user (chmod o+x).`,
  )
}

/** Uses a new name each time, so that an emptied data folder never finds its old database. */
function createHomeElsewhere(data_dir: string, elsewhere: string): string {
  openElsewhere(elsewhere)
  const home = mkdtempSync(join(elsewhere, `${basename(data_dir)}-`))
  chmodSync(home, 0o755)
  try {
    writeFileSync(join(data_dir, noteName), `${home}\n`, { flag: "wx" })
    return home
  } catch (error) {
    // Another process was faster; its note counts.
    rmdirSync(home)
    const noted = findHome(data_dir)
    if (noted === undefined) throw error
    return noted
  }
}

/** Where to copy programs that `account` cannot run from npm's folder: one copy for all data folders. */
export function programsHome({ home, account, elsewhere }: ClusterLocation): string {
  if (!account) return home
  try {
    openElsewhere(elsewhere)
    return elsewhere
  } catch {
    return home
  }
}

function openElsewhere(elsewhere: string): void {
  // Root's umask may be strict.
  if (mkdirSync(elsewhere, { recursive: true })) chmodSync(elsewhere, 0o755)
}

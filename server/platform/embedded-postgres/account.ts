// PostgreSQL refuses to run as root. If root starts Foyer, PostgreSQL runs as an unprivileged account instead, which
// must be able to access every path it needs.
import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, readFileSync, statSync } from "node:fs"
import { dirname } from "node:path"

/** The application that owns the database. */
export interface Application {
  /** The display name. */
  title: string
  /** Names its role, its database, its folder in /var/lib, and the optional account to run it. */
  name: string
  /** The setting that selects another PostgreSQL. */
  database_setting: string
}

export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * Returns the account that runs the cluster at `path`; undefined if this process can run it itself. Operators can
 * create an account with the application's name to separate the database from other programs that run as `nobody`.
 */
export function accountFor(path: string, { name, database_setting }: Application): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(path, { throwIfNoEntry: false })?.uid ?? 0
  const accounts = readAccounts()
  const account =
    owner === 0
      ? (accounts.find((one) => one.name === name) ?? accounts.find((one) => one.name === "nobody"))
      : accounts.find((one) => one.uid === owner)
  if (account) return account
  throw new Error(
    owner === 0
      ? `PostgreSQL does not run as root, and /etc/passwd knows no user ${name} or no one to run it as. Add one, or set ${database_setting}.`
      : `The database in ${path} belongs to user ${owner}, which is not in /etc/passwd. Change the owner of the folder to a user that is.`,
  )
}

/** Returns the options for `spawn` to run a program as `account`, in a folder that every account can access. */
export function asAccount(account: Account | undefined): {
  uid?: number
  gid?: number
  cwd: string
  env: NodeJS.ProcessEnv
} {
  // The operator's PGDATA, PGPORT or LC_ALL must not affect our server.
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }
  return account ? { uid: account.uid, gid: account.gid, cwd: "/", env } : { cwd: "/", env }
}

/** Whether `account` can pass through `folder` to its own files inside. Tested rather than computed, because of ACLs and mounts. */
export function canPass(account: Account | undefined, folder: string): boolean {
  const probe = ["-c", 'cd "$1"', "sh", folder]
  return spawnSync("/bin/sh", probe, { ...asAccount(account), stdio: "ignore" }).status === 0
}

/**
 * Lets only `account`'s group pass through a private folder of root's with accessible parents. Returns whether that was
 * sufficient.
 */
export function openFor(account: Account, folder: string): boolean {
  const { uid, gid, mode } = statSync(folder)
  if (uid !== 0 || gid !== 0 || !canPass(account, dirname(folder))) return false
  chownSync(folder, uid, account.gid)
  chmodSync(folder, (mode & 0o7707) | 0o010)
  return canPass(account, folder)
}

function readAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .filter((line) => line.includes(":") && !line.startsWith("#"))
    .map((line) => {
      const [name = "", , uid, gid] = line.split(":")
      return { name, uid: Number(uid), gid: Number(gid) }
    })
}

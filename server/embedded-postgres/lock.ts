// One process per cluster. The lock is an exclusive transaction on an empty SQLite file, which comes down to a
// lock of the operating system: taken atomically, seen across containers, gone the moment its holder dies.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/** Takes the lock at `path` and answers with what gives it back; undefined when another process holds it. */
export function takeLock(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec("pragma journal_mode = memory; begin exclusive")
  } catch (error) {
    file.close()
    // SQLITE_BUSY; anything else is no answer about the lock.
    if ((error as { errcode?: number }).errcode === 5) return undefined
    throw error
  }
  writeFileSync(holderFile(path), `${process.pid}\n`)
  return () => {
    rmSync(holderFile(path), { force: true })
    file.close()
  }
}

/** Who holds the lock, for a sentence to a person; never for a decision. */
export function lockHolder(path: string): string {
  try {
    return `process ${readFileSync(holderFile(path), "utf8").trim()}`
  } catch {
    return "another process"
  }
}

function holderFile(path: string): string {
  return path.replace(/\.lock$/, ".holder")
}

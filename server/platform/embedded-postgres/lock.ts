// One process per cluster. The lock is an exclusive transaction on an empty SQLite file, that is, an operating system
// lock: acquired atomically, visible across containers, released when its holder dies.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/** Acquires the lock at `path` and returns the function that releases it; undefined if another process holds it. */
export function takeLock(path: string): (() => void) | undefined {
  const file = new DatabaseSync(path)
  try {
    file.exec("pragma journal_mode = memory; begin exclusive")
  } catch (error) {
    file.close()
    // SQLITE_BUSY; any other error says nothing about the lock.
    if ((error as { errcode?: number }).errcode === 5) return undefined
    throw error
  }
  writeFileSync(holderFile(path), `${process.pid}\n`)
  return () => {
    rmSync(holderFile(path), { force: true })
    file.close()
  }
}

/** Returns the holder of the lock for messages only, never for decisions. */
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

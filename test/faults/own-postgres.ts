// A separate PostgreSQL with fsync on, which servers use through DATABASE_URL.
import { chmodSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FreezingPostgres, startFreezingPostgres } from "../harness/paused-postgres.ts"

export async function withPostgres<T>(work: (postgres: FreezingPostgres) => Promise<T>): Promise<T> {
  const postgres = await startFreezingPostgres({ fsync: true })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** A temporary folder that PostgreSQL's own account can traverse. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `foyer-faults-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** The settings of a server in this folder, which never waits because of its limits. */
export function settingsOf(url: string, data_dir: string) {
  return { NODE_ENV: "test", FOYER_DATA: data_dir, DATABASE_URL: url, FOYER_API_RATE_LIMIT: "0" }
}

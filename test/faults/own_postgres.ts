// A PostgreSQL of the run's own, with everything flushed to disk, that servers reach by DATABASE_URL.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connectionUrl } from "../../server/platform/db/connection_url.ts"
import { startEmbeddedPostgres } from "../../server/platform/db/embedded.ts"

export interface OwnPostgres {
  url: string
  /** The folder of its socket. */
  socket_folder: string
  /** Signals every one of its processes. */
  signal(name: NodeJS.Signals): void
}

export async function withPostgres<T>(work: (postgres: OwnPostgres) => Promise<T>): Promise<T> {
  const data_dir = newFolder("postgres")
  const { connection, stop } = await startEmbeddedPostgres({ data_dir })
  const postmaster = () =>
    Number(readFileSync(join(data_dir, "postgres", "postmaster.pid"), "utf8").split("\n")[0])
  try {
    return await work({
      url: connectionUrl(connection),
      socket_folder: connection.host,
      signal: (name) => {
        const first = postmaster()
        for (const pid of [...childrenOf(first), first]) signalIfThere(pid, name)
      },
    })
  } finally {
    await stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

/** A temporary folder that PostgreSQL's own account can pass through. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `foyer-faults-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
  } catch {
    return undefined
  }
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in the meantime.
  }
}

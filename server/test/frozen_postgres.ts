// An embedded PostgreSQL of a test's own that can be frozen: all its processes stand still, and every connection stays
// open, as when a machine hangs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connectionUrl } from "../platform/db/connection_url.ts"
import { startEmbeddedPostgres } from "../platform/db/embedded.ts"
import { clusterPath, findHome } from "../platform/db/embedded_place.ts"
import { readPostmasterFile } from "../platform/db/embedded_postmaster.ts"

export interface FreezingPostgres {
  url: string
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Where there is no /proc the processes cannot be found. */
export const without_processes = process.platform === "linux" ? false : "processes are found in /proc only"

export async function startFreezingPostgres(): Promise<FreezingPostgres> {
  const data_dir = mkdtempSync(join(tmpdir(), "foyer-frozen-"))
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, fsync: false })
  const home = findHome(data_dir) ?? data_dir
  const postmaster = readPostmasterFile(clusterPath(home))?.pid
  const signal = (name: NodeJS.Signals) => {
    if (postmaster === undefined) throw new Error("PostgreSQL does not run.")
    // The postmaster first: it must not start others meanwhile.
    for (const pid of [postmaster, ...listChildren(postmaster)]) process.kill(pid, name)
  }
  return {
    url: connectionUrl(connection),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    stop: async () => {
      signal("SIGCONT")
      await stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

function listChildren(parent: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

/** The second word behind the name, which stands in brackets; undefined when the process has ended. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1])
  } catch {
    return undefined
  }
}

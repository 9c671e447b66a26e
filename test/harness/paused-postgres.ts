// An embedded PostgreSQL of a test's own that can be frozen: all its processes stand still, and every connection stays
// open, as when a machine hangs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { application } from "../../server/database-connections.ts"
import { startEmbeddedPostgres } from "../../server/embedded-postgres/embedded.ts"
import { clusterPath, findHome } from "../../server/embedded-postgres/location.ts"
import { readPostmasterFile } from "../../server/embedded-postgres/postmaster.ts"
import { connectionUrl } from "../../server/platform/db/connection-url.ts"

export interface FreezingPostgres {
  url: string
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Where there is no /proc the processes cannot be found. */
export const without_processes = process.platform === "linux" ? false : "processes are found in /proc only"

/** Starts one in a temporary folder; with `fsync` what it acknowledges is on the disk, as in production. */
export async function startFreezingPostgres({ fsync = false } = {}): Promise<FreezingPostgres> {
  const data_dir = mkdtempSync(join(tmpdir(), "foyer-frozen-"))
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, application, fsync })
  const signal = (name: NodeJS.Signals) => {
    const postmaster = postmasterOf(data_dir)
    // The postmaster first: it must not start others meanwhile.
    signalIfThere(postmaster, name)
    if (name === "SIGSTOP") waitUntilStopped(postmaster)
    const children = listChildren(postmaster)
    for (const pid of children) signalIfThere(pid, name)
    if (name === "SIGSTOP") children.forEach(waitUntilStopped)
  }
  return {
    url: connectionUrl(connection),
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    stop: async () => {
      signal("SIGCONT")
      await stop()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

/** The first process of the embedded database of `data_dir`; throws when it does not run. */
export function postmasterOf(data_dir: string): number {
  const pid = readPostmasterFile(clusterPath(findHome(data_dir) ?? data_dir))?.pid
  if (pid === undefined) throw new Error(`PostgreSQL does not run in ${data_dir}.`)
  return pid
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in the meantime.
  }
}

/** A signal is on its way for a moment, on a busy machine for a longer one. */
function waitUntilStopped(pid: number): void {
  const moment = new Int32Array(new SharedArrayBuffer(4))
  while (!["T", "Z", undefined].includes(wordsOf(pid)?.[0])) Atomics.wait(moment, 0, 0, 5)
}

function listChildren(parent: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
}

function parentOf(pid: number): number {
  return Number(wordsOf(pid)?.[1])
}

/** What stands behind the name, which stands in brackets: state, parent …; undefined when the process has ended. */
function wordsOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")
  } catch {
    return undefined
  }
}

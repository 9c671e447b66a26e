// A separate embedded PostgreSQL that can be paused: all its processes stop and every connection stays open, as when a
// machine hangs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { application } from "../../server/database-connections.ts"
import { connectionUrl } from "../../server/platform/db/connections/connection-url.ts"
import { startEmbeddedPostgres } from "../../server/platform/embedded-postgres/embedded.ts"
import { clusterPath, findHome } from "../../server/platform/embedded-postgres/location.ts"
import { readPostmasterFile } from "../../server/platform/embedded-postgres/postmaster.ts"

export interface FreezingPostgres {
  url: string
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** Without /proc, the processes cannot be found. */
export const without_processes = process.platform === "linux" ? false : "processes are found in /proc only"

/** Starts one in a temporary folder; `fsync` makes acknowledged writes durable, as in production. */
export async function startFreezingPostgres({ fsync = false } = {}): Promise<FreezingPostgres> {
  const data_dir = mkdtempSync(join(tmpdir(), "foyer-frozen-"))
  const { connection, stop } = await startEmbeddedPostgres({ data_dir, application, fsync })
  const signal = (name: NodeJS.Signals) => {
    const postmaster = postmasterOf(data_dir)
    // Stops the postmaster first, so that it starts no other process meanwhile.
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

/** Returns the postmaster's process id for the embedded database in `data_dir`. Throws if it is not running. */
export function postmasterOf(data_dir: string): number {
  const pid = readPostmasterFile(clusterPath(findHome(data_dir) ?? data_dir))?.pid
  if (pid === undefined) throw new Error(`PostgreSQL does not run in ${data_dir}.`)
  return pid
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended meanwhile.
  }
}

/** Signals take time to arrive, especially on a busy machine. */
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

/** Returns the fields after the name in parentheses: state, parent, …; undefined if the process has ended. */
function wordsOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")
  } catch {
    return undefined
  }
}

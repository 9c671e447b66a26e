// The server process of a cluster: start, readiness, stop. `postmaster.pid` is where PostgreSQL describes itself.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as delay } from "node:timers/promises"
import { type Account, asAccount } from "./account.ts"
import type { Binaries } from "./binaries.ts"

export interface Postmaster {
  exited: Promise<string>
  /** Stops it, gracefully if possible; no process remains. */
  stop(): Promise<void>
  /** Stops it synchronously, for when this process is exiting. */
  kill(): void
}

export interface PostmasterOptions {
  binaries: Binaries
  cluster: string
  account: Account | undefined
  socket_folder: string
  fsync: boolean
  log: (line: string) => void
}

export const port = 5432

/** Starts PostgreSQL and resolves once it accepts connections. Throws with its last output if it exits instead. */
export async function startPostmaster(options: PostmasterOptions, signal: AbortSignal): Promise<Postmaster> {
  const { binaries, cluster, account, log } = options
  const child = spawn(join(binaries.folder, "postgres"), ["-D", cluster, ...settings(options)], {
    ...asAccount(account),
    // Ctrl-C signals the whole process group, but the database must outlive the requests that use it.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  })
  const lastWords: string[] = []
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (lastWords.push(line) > 20) lastWords.shift()
    log(line)
  })
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("exit", (code, killedBy) => resolve(killedBy ? `killed by ${killedBy}` : `exit code ${code}`))
  })
  const postmaster = { exited, stop: () => stopChild(child, exited), kill: () => void child.kill("SIGINT") }
  signal.addEventListener("abort", postmaster.kill, { once: true })
  try {
    const ended = exited.then((how) => ({ how }))
    while (!isReady(cluster, child)) {
      const end = await Promise.race([ended, delay(20)])
      if (end) throw new Error(`PostgreSQL did not start (${end.how}): ${lastWords.join(" ")}`)
    }
  } finally {
    signal.removeEventListener("abort", postmaster.kill)
  }
  return postmaster
}

/** Small on purpose: for one firm or fifty on one machine. Larger installations bring their own PostgreSQL. */
function settings({ socket_folder, fsync }: PostmasterOptions): string[] {
  const values: Record<string, string> = {
    listen_addresses: "",
    port: String(port),
    unix_socket_directories: `"${socket_folder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    max_connections: "60",
    shared_buffers: "64MB",
    max_wal_size: "512MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    log_line_prefix: "",
    // The test processes hold many more connections than any server.
    ...(fsync ? {} : { fsync: "off", full_page_writes: "off", max_connections: "200" }),
  }
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

async function stopChild(child: ChildProcess, exited: Promise<string>): Promise<void> {
  for (const [signal, timeout_ms] of stopLadder) {
    child.kill(signal)
    if (await Promise.race([exited, delay(timeout_ms, undefined, { ref: false })])) return
  }
  child.kill("SIGKILL")
  await exited
}

/** Tries a fast shutdown first (with a checkpoint, so no recovery), then an immediate one (also without loss). */
const stopLadder = [
  ["SIGINT", 5_000],
  ["SIGQUIT", 10_000],
] as const

/** Stops a server orphaned by a killed process, and removes the files of a dead one. */
export async function endOrphan(cluster: string): Promise<void> {
  const left = readPostmasterFile(cluster)
  if (!left) return
  for (const [signal, timeout_ms] of stopLadder) {
    if (!runsCluster(left.pid, cluster)) break
    process.kill(left.pid, signal)
    const until_ms = Date.now() + timeout_ms
    while (runsCluster(left.pid, cluster) && Date.now() < until_ms) await delay(20)
  }
  if (runsCluster(left.pid, cluster)) {
    throw new Error(
      `The database in ${cluster} is still running as process ${left.pid} and does not stop. End it, then start again.`,
    )
  }
  // The pids in these files may meanwhile belong to another process, which would make PostgreSQL refuse to start.
  rmSync(join(cluster, "postmaster.pid"), { force: true })
  rmSync(join(cluster, `.s.PGSQL.${port}.lock`), { force: true })
  if (isTemporary(left.socket_folder)) rmSync(left.socket_folder, { recursive: true, force: true })
}

/** The prefix of socket folders outside the cluster, for paths too long for a socket. */
export const temporaryPrefix = "embedded-postgres-"

export function isTemporary(socket_folder: string): boolean {
  return basename(socket_folder).startsWith(temporaryPrefix)
}

export interface PostmasterFile {
  pid: number
  socket_folder: string
  ready: boolean
}

/** Reads `postmaster.pid`; undefined if there is none. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
    const [pid, , , , socket_folder = "", , , status = ""] = lines
    return { pid: Number(pid), socket_folder, ready: status.trim() === "ready" }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

function isReady(cluster: string, child: ChildProcess): boolean {
  const file = readPostmasterFile(cluster)
  return file !== undefined && file.pid === child.pid && file.ready
}

/** Whether `pid` is a PostgreSQL server on this cluster, and not a process that reused the pid. */
function runsCluster(pid: number, cluster: string): boolean {
  if (process.platform === "linux") {
    const words = readCommandLine(pid)
    return basename(words[0] ?? "") === "postgres" && words.includes(cluster)
  }
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" })
  return stdout.includes("postgres") && stdout.includes(cluster)
}

function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
  } catch {
    return []
  }
}

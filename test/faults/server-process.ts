// A server in a separate process, to be killed, stopped, and restarted.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { findFreePort } from "../../server/platform/http/free-port.ts"
import { program } from "../harness/foyer-program.ts"
import { underLoad } from "../harness/wait-until.ts"

export interface ServerProcess {
  base_url: string
  /** Starts it, and resolves with the time taken once it is ready for requests. */
  start(): Promise<number>
  /** Kills it like a power cut: nothing is finished. */
  kill(): Promise<void>
  /** Stops it like an operator; resolves to the exit code. */
  end(): Promise<number | null>
  /** Sends the process a signal, to pause and resume it. */
  signal(name: NodeJS.Signals): void
  isRunning(): boolean
  /** The last lines of its standard output and error. */
  tail(): string
}

const ready_timeout_ms = 90_000

/** Prepares a server with these settings on a free port; `start` starts it. */
export async function newServerProcess(
  settings: Record<string, string>,
  words: readonly string[] = ["serve"],
  started_program: readonly string[] = program,
): Promise<ServerProcess> {
  const port = Number(settings.PORT ?? (await findFreePort("127.0.0.1")))
  const base_url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let lines = ""
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const exited = async (running: ChildProcess) => {
    if (running.exitCode === null && running.signalCode === null) await once(running, "exit")
    return running.exitCode
  }
  return {
    base_url,
    isRunning,
    tail: () => lines.slice(-4_000),
    start: async () => {
      const started_ms = performance.now()
      const started = spawn(process.execPath, [...started_program, ...words], {
        env: { ...process.env, FOYER_LOG_LEVEL: "warn", ...settings, PORT: String(port) },
        stdio: ["ignore", "pipe", "pipe"],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) {
        stream?.on("data", (text: Buffer) => {
          lines = (lines + text).slice(-20_000)
        })
      }
      // Longer on a busy machine, and on one that gets busy meanwhile.
      while (performance.now() - started_ms < underLoad(ready_timeout_ms)) {
        if (!isRunning()) throw new Error(`The server ended while it started:\n${lines.slice(-2_000)}`)
        if (await isReady(base_url)) return performance.now() - started_ms
        await sleep(25)
      }
      throw new Error(
        `The server was not ready within ${Math.round((performance.now() - started_ms) / 1000)} s:\n${lines.slice(-2_000)}`,
      )
    },
    kill: async () => {
      if (!child) return
      child.kill("SIGKILL")
      await exited(child)
    },
    end: async () => {
      if (!child) return null
      child.kill("SIGTERM")
      return exited(child)
    },
    signal: (name) => child?.kill(name),
  }
}

export async function isReady(base_url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${base_url}/health/ready`, { signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

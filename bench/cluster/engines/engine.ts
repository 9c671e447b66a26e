// An engine of the cluster in a process of its own: Debian's program with a configuration written for it.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { connect } from "node:net"
import { asAccount } from "../../../server/platform/embedded-postgres/account.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"

export interface Engine {
  port: number
  start(): Promise<void>
  /** Kills the process, like a power cut. */
  kill(): Promise<void>
  /** Stops it like an operator: by the signal that lets it finish. */
  stop(): Promise<void>
  /** Starts a second process that takes over from this one, for engines that can. */
  takeOver(...words: string[]): Promise<void>
}

export interface Program {
  port: number
  /** Its candidates, as Debian and others place it. */
  paths: readonly string[]
  words: readonly string[]
  /** The user it runs as, if not the caller; see /etc/passwd. */
  account?: { name: string; uid: number; gid: number } | undefined
  env?: Record<string, string>
  stop_signal?: NodeJS.Signals
}

/** Prepares the program; `start` starts it and waits until its port accepts connections. */
export function newEngine({ port, paths, words, account, env, stop_signal = "SIGTERM" }: Program): Engine {
  const path = paths.find(existsSync) ?? ""
  /** The running process, after those it took over from, which may still serve their last connections. */
  let children: ChildProcess[] = []
  let lines = ""
  const run = async (all: readonly string[]) => {
    const options = asAccount(account)
    const started = spawn(path, all, {
      ...options,
      env: { ...options.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    for (const stream of [started.stdout, started.stderr])
      stream?.on("data", (text: Buffer) => {
        lines = (lines + text).slice(-4_000)
      })
    children.push(started)
    await waitUntil(
      async () => {
        if (started.exitCode !== null) throw new Error(`${path} ended:\n${lines}`)
        return accepts(port)
      },
      () => `${path} does not listen on port ${port}:\n${lines}`,
      60_000,
    )
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    children = []
    const ended = running.map((child) => once(child, "exit"))
    for (const child of running) child.kill(signal)
    await Promise.all(ended)
  }
  return {
    port,
    start: () => run(words),
    kill: () => end("SIGKILL"),
    stop: () => end(stop_signal),
    takeOver: (...more) => {
      const pid = String(children.at(-1)?.pid)
      return run([...words, ...more.map((word) => word.replace("{pid}", pid))])
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.end())
  })
}

// Servers for the benchmarks: Foyer on a separate folder with 20,000 matters, and the servers it is compared with.
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { loadDemo } from "../demo/load.ts"
import { withCore, withNewCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { addManyMatters, cleanUp } from "./matters.ts"

export interface Server {
  child: ChildProcess
  url: string
  /** Stops it, and waits until it has exited. */
  stop(): Promise<void>
}

/** The settings for a Foyer with its data in `folder`. */
export function environmentOf(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: "development",
    FOYER_DATA: folder,
    FOYER_LOG_LEVEL: "error",
    FOYER_API_RATE_LIMIT: process.env.FOYER_API_RATE_LIMIT ?? "10000000",
    PORT: "0",
  }
}

/** Loads the demo and 20,000 additional matters. */
export async function fillFolder(environment: NodeJS.ProcessEnv) {
  const config = readConfig(environment)
  const demo = await withNewCore(loadDemo, config)
  // Opens new connections, because those that loaded the demo have cached plans for small tables.
  await withCore(
    ({ db }) =>
      db
        .withTimeout(600_000)
        .forFirm(demo.firm_id, (tx) => addManyMatters(tx, demo.questionnaires.planning, 20_000)),
    config,
  )
  await withCore(({ db }) => cleanUp(db), config)
  return { firm_id: demo.firm_id, token: demo.api_token, matter_id: demo.matters.couple }
}

/** Foyer without background work. */
export function startFoyer(env: NodeJS.ProcessEnv): Promise<Server> {
  return startServer(process.execPath, ["bin/foyer", "serve", "--no-work"], { env })
}

/** A bare node:http server that sends a body of this many bytes, with the options Foyer gives Node. */
export function startBare(bytes: number): Promise<Server> {
  return startServer(process.execPath, [...process.execArgv, "bench/bare.ts", String(bytes)])
}

/** A bare node:http server that verifies the key and the matter's revision before each response of this many bytes. */
export function startFloor(bytes: number, matter_id: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const args = [...process.execArgv, "bench/floor.ts", String(bytes), matter_id]
  return startServer(process.execPath, args, { env })
}

/** Starts a program that prints its URL or port once it listens. */
export function startServer(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Server> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "inherit"] })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = () => {
    child.kill("SIGTERM")
    return ended
  }
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`${program} ${args.join(" ")} ended before it listened.`)))
    // Reads to the end, because a program may exit if no one reads its output.
    child.stdout.on("data", (chunk: Buffer) => {
      const [, url, port] = /(http:\/\/[\d.:]+\d)|port (\d+)/.exec(String(chunk)) ?? []
      if (url ?? port) resolve({ child, url: url ?? `http://127.0.0.1:${port}`, stop })
    })
  })
}

/** A response's size in bytes and its ETag. Throws if it was not successful. */
export async function probe(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body}`)
  return { url, bytes: Buffer.byteLength(body), etag: answer.headers.get("etag") ?? "" }
}

export function residentMegabytes({ child }: Server): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

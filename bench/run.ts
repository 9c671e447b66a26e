// Requests a second of one matter and of a page of 100, by key, beside a bare node:http server with a body of the
// same size: interleaved in one run, because machines are noisy and only the ratio travels.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import autocannon from "autocannon"
import { loadDemo } from "../demo/load.ts"
import { withCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { median } from "./figures.ts"
import { addManyMatters } from "./matters.ts"

const rounds = 5
const seconds = 4
const connections = 16
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"))
const environment = {
  ...process.env,
  NODE_ENV: "development",
  FOYER_DATA: folder,
  FOYER_LOG_LEVEL: "error",
  FOYER_API_RATE_LIMIT: process.env.FOYER_API_RATE_LIMIT ?? "0",
  PORT: "0",
}

const { token, matter_id } = await fill()
const started_ms = performance.now()
const foyer = await startProcess(["serve", "--no-work"], "bin/foyer")
const startup_ms = performance.now() - started_ms
try {
  const headers = { authorization: `Token ${token}` }
  const one = await probe(`${foyer.url}/v1/matters/${matter_id}`, headers)
  const page = await probe(`${foyer.url}/v1/matters?page_size=100`, headers)
  const bareOne = await startProcess(["bench/bare.ts", String(one.bytes)])
  const barePage = await startProcess(["bench/bare.ts", String(page.bytes)])
  try {
    await delay(3_000)
    console.log(`start-up ${Math.round(startup_ms)} ms, idle memory ${residentMegabytes(foyer.child)} MB`)
    const measured: Record<string, number[]> = {}
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, url] of Object.entries({
        "bare one": bareOne.url,
        "one matter": one.url,
        "bare page": barePage.url,
        "page of 100": page.url,
      })) {
        const rate = await load(url, headers)
        // The first round warms up.
        if (round > 0) measured[name] = [...(measured[name] ?? []), rate]
      }
    }
    report("one matter", measured, "bare one", one.bytes, 0.15)
    report("page of 100", measured, "bare page", page.bytes, 0.04)
    console.log(`memory after load ${residentMegabytes(foyer.child)} MB`)
  } finally {
    bareOne.child.kill()
    barePage.child.kill()
  }
} finally {
  foyer.child.kill("SIGTERM")
  await new Promise((resolve) => foyer.child.once("exit", resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function fill(): Promise<{ token: string; matter_id: string }> {
  const config = readConfig(environment)
  const demo = await withCore(loadDemo, config)
  // On fresh connections: those that loaded the demo remember plans for small tables.
  await withCore(
    ({ db }) => db.forFirm(demo.firm_id, (tx) => addManyMatters(tx, demo.questionnaires.planning, 20_000)),
    config,
  )
  return { token: demo.api_token, matter_id: demo.matters.couple }
}

async function startProcess(args: string[], program?: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, program ? [program, ...args] : ["--import", "tsx", ...args], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  })
  for await (const chunk of child.stdout) {
    const [, url, port] = /serves (http\S+)|port (\d+)/.exec(String(chunk)) ?? []
    if (url ?? port) return { child, url: url ?? `http://127.0.0.1:${port}` }
  }
  throw new Error(`${args.join(" ")} ended before it listened.`)
}

async function probe(url: string, headers: Record<string, string>): Promise<{ url: string; bytes: number }> {
  const answer = await fetch(url, { headers })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body}`)
  return { url, bytes: Buffer.byteLength(body) }
}

async function load(url: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} failed.`)
  return requests.average
}

function report(
  name: string,
  measured: Record<string, number[]>,
  bareName: string,
  bytes: number,
  least: number,
): void {
  const ours = measured[name] ?? []
  const bare = measured[bareName] ?? []
  const ratio = median(ours.map((rate, round) => rate / (bare[round] ?? Number.NaN)))
  console.log(
    `${name.padEnd(12)} ${Math.round(median(ours))}/s, bare ${Math.round(median(bare))}/s at ${bytes} bytes: ratio ${ratio.toFixed(3)} (wanted ≥ ${least})`,
  )
}

function residentMegabytes(child: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

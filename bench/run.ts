// Readings of a firm with 20,000 matters beside a bare node:http server with a body of the same size: interleaved in one
// run, because machines are noisy and only the ratio travels.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { loadDemo } from "../demo/load.ts"
import { withCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { addManyMatters } from "./matters.ts"
import { describeRates, measureAlone, measureQueries } from "./reads.ts"

const rounds = { rounds: 5, seconds: 4, connections: 16 }
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
    const unchanged = { ...headers, "if-none-match": one.etag }
    const bare304 = { url: bareOne.url, headers: { "if-none-match": '"bare"' } }
    const [bare1, bare100] = [bareOne, barePage].map(({ url }) => ({ url, headers }))
    if (!bare1 || !bare100) throw new Error("The bare servers did not start.")
    const rates = await measureQueries(
      [
        { name: "one matter", url: one.url, headers, bare: bare1, wanted: 0.35 },
        { name: "repeated page", url: page.url, headers, bare: bare100, wanted: 0.35 },
        { name: "first page", url: page.url, headers, bare: bare100, wanted: 0.09, is_new: true },
        { name: "304", url: one.url, headers: unchanged, bare: bare304, wanted: 0.4 },
      ],
      rounds,
    )
    for (const rate of rates) console.log(describeRates(rate))
    const [alone, bareAlone] = [
      await measureAlone(one.url, headers, 3_000),
      await measureAlone(bareOne.url, headers, 3_000),
    ]
    console.log(
      `one matter over one connection: p50 ${alone.toFixed(2)} ms, bare ${bareAlone.toFixed(2)} ms (wanted ≤ 1.5)`,
    )
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

async function probe(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${body}`)
  return { url, bytes: Buffer.byteLength(body), etag: answer.headers.get("etag") ?? "" }
}

function residentMegabytes(child: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

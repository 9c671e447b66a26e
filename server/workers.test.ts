import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { program, runFoyer } from "../test/harness/foyer-program.ts"
import { createOwnDatabase } from "../test/harness/own-database.ts"
import { findFreePort } from "./platform/http/free-port.ts"

test("workers share one port, a killed worker is replaced, and all report not ready before they shut down together", async () => {
  const database = await createOwnDatabase()
  const folder = await mkdtemp(join(tmpdir(), "foyer-workers-"))
  const [port, metrics_port] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")]
  const parent = spawn(process.execPath, [...program, "serve", "--no-work"], {
    env: {
      ...process.env,
      NODE_ENV: "development",
      DATABASE_URL: database.url,
      WORKERS: "2",
      PORT: String(port),
      FOYER_METRICS_PORT: String(metrics_port),
      FOYER_DATA: folder,
      FOYER_DRAIN_SECONDS: "3",
      FOYER_LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    const lines = parent.stdout[Symbol.asyncIterator]()
    assert.match(String((await lines.next()).value), /^Foyer is running at/)
    assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200)
    const figures = await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text()
    assert.match(figures, /foyer_http_request_duration_seconds_count\{.*\/health\/ready.*\} [1-9]/)

    const [victim] = await workersOf(parent.pid)
    process.kill(victim ?? assert.fail("there is no worker"), "SIGKILL")
    assert.match(String((await lines.next()).value), /a worker ended; starting another/)
    assert.equal((await fetch(`http://127.0.0.1:${port}/health/live`)).status, 200)

    const ended = once(parent, "exit")
    parent.kill("SIGTERM")
    // Each worker learns of the shutdown separately, so one may still be ready.
    let ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
    while (ready.status === 200) ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
    assert.deepEqual([ready.status, ready.headers.get("connection")], [503, "close"])
    assert.equal(((await ready.json()) as { code: string }).code, "server_ending")
    const [code] = await ended
    assert.equal(code, 0)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`))
  } finally {
    parent.kill("SIGKILL")
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  }
})

test("a start whose workers can't listen ends, with the setting's name", async () => {
  const database = await createOwnDatabase()
  const folder = await mkdtemp(join(tmpdir(), "foyer-workers-"))
  const occupied = createServer()
  await new Promise<void>((resolve) => occupied.listen(0, "127.0.0.1", resolve))
  try {
    const { code, stderr } = await runFoyer(["serve", "--no-work"], {
      DATABASE_URL: database.url,
      WORKERS: "2",
      PORT: String((occupied.address() as AddressInfo).port),
      FOYER_DATA: folder,
    })
    assert.match(stderr, /already listens on 127\.0\.0\.1.*\(PORT=/)
    assert.match(stderr, /A server process could not start; its reason is above\.\s*$/)
    assert.equal(code, 1)
  } finally {
    occupied.close()
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  }
})

test("a signal ends a start that waits for its database, and that is no failure", async () => {
  const child = spawn(process.execPath, [...program, "work"], {
    env: { ...process.env, DATABASE_URL: "postgres://ada@127.0.0.1:1/foyer", FOYER_DATA: tmpdir() },
    stdio: ["ignore", "ignore", "pipe"],
  })
  const ended = once(child, "exit")
  await once(child.stderr, "data")
  child.kill("SIGTERM")
  assert.deepEqual(await ended, [0, null])
})

async function workersOf(pid: number | undefined): Promise<number[]> {
  const child = spawn("pgrep", ["-P", String(pid), "-f", "cli\\.(ts|mjs) serve"])
  const chunks: Buffer[] = []
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString().split("\n").filter(Boolean).map(Number)
}

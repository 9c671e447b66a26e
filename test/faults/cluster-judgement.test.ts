import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { allowedFaults, findCarriedLoad, judgeDisturbance } from "../../bench/cluster/judgement.ts"
import { waitUntil } from "../harness/wait-until.ts"
import type { Installation } from "./installation.ts"
import { newLedger } from "./ledger.ts"
import { startLoad } from "./load.ts"

const unavailable = "a request was answered with 503 database_unavailable"
const times = (count: number) => Array.from({ length: count }, () => unavailable)

test("a restart of anything but the primary may fail no request", () => {
  for (const part of [
    "node a",
    "node b",
    "worker",
    "HAProxy",
    "PgBouncer",
    "S3 gateway",
    "etcd 1",
    "PostgreSQL replica",
  ]) {
    const restart = { part, how: "restart", per_second: 50 } as const
    assert.deepEqual(judgeDisturbance({ ...restart, faults: [] }), [])
    assert.deepEqual(judgeDisturbance({ ...restart, faults: times(1) }), [
      `restart of ${part}: 1 requests failed, and at most 0 may`,
    ])
  }
})

test("a switchover, and kills, may fail a stated number of requests", () => {
  const disturbances = [
    ["PostgreSQL primary", "restart", 500],
    ["PostgreSQL primary", "kill", 3_000],
    ["node a", "kill", 150],
    ["worker", "kill", 0],
    ["etcd 3", "kill", 0],
    ["a part that no one has named", "kill", 0],
  ] as const
  for (const [part, how, allowed] of disturbances) {
    const disturbance = { part, how, per_second: 50 }
    assert.equal(allowedFaults(disturbance), allowed)
    assert.deepEqual(judgeDisturbance({ ...disturbance, faults: times(allowed) }), [])
    assert.equal(judgeDisturbance({ ...disturbance, faults: times(allowed + 1) }).length, 1)
  }
})

test("what the absence of a part doesn't explain is wrong, however few", () => {
  for (const fault of [
    "a request was answered with 500 internal",
    "a request was answered with 404 not_found",
    "a request failed: The operation was aborted due to timeout",
  ])
    assert.deepEqual(
      judgeDisturbance({
        part: "PostgreSQL primary",
        how: "kill",
        per_second: 50,
        faults: [unavailable, fault],
      }),
      [`kill of PostgreSQL primary: ${fault}`],
    )
})

test("records of real runs are judged as they were: good, and with HAProxy that asks no node", () => {
  const socket = "a request failed: UND_ERR_SOCKET"
  const by_haproxy = "a request was answered with 503 <html><body><h1>503 Service Unavailable</h1>"
  const records = [
    ["kill", "node a", 50, [socket, 6], true],
    ["restart", "PostgreSQL primary", 50, [unavailable, 208], true],
    ["kill", "PostgreSQL primary", 50, [unavailable, 962], true],
    ["restart", "node a", 25, [by_haproxy, 96], false],
    ["kill", "node b", 50, [unavailable, 184], false],
  ] as const
  for (const [how, part, per_second, [fault, count], held] of records) {
    const faults = times(count).map(() => fault)
    assert.equal(
      judgeDisturbance({ part, how, per_second, faults }).length,
      held ? 0 : 1,
      `${how} of ${part}`,
    )
  }
})

test("the load is a quarter of the highest that the undisturbed machine carries", async () => {
  const carries = (max: number) => async (per_second: number) =>
    per_second > max ? { faults: 0, slowest_ms: 9_000 } : { faults: 0, slowest_ms: 40 }
  assert.equal(await findCarriedLoad(carries(1_000)), 25)
  assert.equal(await findCarriedLoad(carries(20)), 3)
  await assert.rejects(findCarriedLoad(carries(1)), /doesn't carry 12 requests a second/)
  await assert.rejects(
    findCarriedLoad(async () => ({ faults: 1, slowest_ms: 1 })),
    /nothing can be judged/,
  )
})

test("two loads on one installation share no name, so that a doubled matter can't hide", async (t) => {
  const names: string[] = []
  const server = createServer(async (request, response) => {
    const text = await buffer(request)
    if (request.method === "POST") names.push(JSON.parse(String(text)).matter_name)
    response
      .writeHead(request.method === "POST" ? 201 : 200)
      .end(JSON.stringify({ id: String(names.length) }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const installation = { token: "", questionnaire_id: "" } as Installation
  const loads = [1, 2].map(() => startLoad(url, installation, newLedger(), 500))
  await waitUntil(() => names.length >= 10, "nothing was written")
  await Promise.all(loads.map((load) => load.end()))
  assert.equal(new Set(names).size, names.length)
})

// The primary fails, and a replica is promoted.

import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { type TestContext, test } from "node:test"
import pg from "pg"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { startReplicatedPostgres } from "../../../../test/harness/replicated-postgres.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService } from "../../../../test/harness/service.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { startWebhookReceiver } from "../../../../test/harness/webhook-receiver.ts"
import { readConfig } from "../../../config.ts"
import { openJobs } from "../../../jobs.ts"
import { sql } from "../sql.ts"
import { connectDatabase } from "./connect-database.ts"
import { openPool } from "./pool.ts"
import { connectionTo, listServers, newClient } from "./primary.ts"

async function openOnTwo(t: TestContext) {
  const postgres = await startReplicatedPostgres()
  t.after(postgres.stop)
  const service = await openTestService({ database_url: postgres.url })
  t.after(service.close)
  return { postgres, service, firm: await service.newFirm() }
}

test("a promoted replica has every acknowledged write and serves requests and background work", async (t) => {
  const { postgres, service, firm } = await openOnTwo(t)
  const jobs = await openJobs({ ...service, connection: connectionTo(postgres.url) })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t)
  await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type: "intakeform.created" })
  const { matter_id } = await newIntake(firm)
  await receiver.waitFor(({ length }) => length === 1)
  const statusOf = async () => (await firm.request("GET", `/v1/matters/${matter_id}`)).status
  await postgres.killPrimary()
  // A replica serves no reads, because its rows may be outdated.
  for (let attempt = 0; attempt < 3; attempt += 1) assert.equal(await statusOf(), 503)
  await postgres.promote()
  await waitUntil(async () => (await statusOf()) === 200, "the new primary is not found")
  await newIntake(firm)
  await receiver.waitFor(({ length }) => length === 2)
})

test("a commit the replica has not confirmed is not acknowledged, even if PostgreSQL reports success", async (t) => {
  const { postgres, firm } = await openOnTwo(t)
  const rename = (name: string) => firm.write(sql`update firms set name = ${name} where id = current_firm()`)
  await rename("Before & Partners")
  await postgres.killReplica()
  const renaming = assert.rejects(rename("After & Partners"), { code: "database_unavailable" })
  await waitUntil(async () => (await postgres.cancelWaiting()) > 0, "no commit waits for the replica")
  await renaming
  assert.equal((await firm.request("GET", "/v1/matters")).status, 200)
})

test("a server that shuts down right after the handshake fails the query, not the process", async (t) => {
  const [ready, going] = [
    Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I"),
    Buffer.from("E\0\0\0\x13SFATAL\0C57P01\0\0"),
  ]
  const server = createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => socket.end(Buffer.concat([ready, going])))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection = connectionTo(`postgres://ada@${host},${host}/foyer`)
  const { pool, close } = openPool(connection, 1)
  t.after(close)
  await assert.rejects(pool.query("select 1"))
  const client = newClient(connection)
  await client.connect()
  await assert.rejects(client.query("select 1"))
  await client.end()
})

test("a database URL may name several servers, which share its user, database, and options", () => {
  const address = "postgres://ada:s%40me@one:5432,[::1]:5433,three/foyer?sslmode=require"
  assertEach(listServers(address), (server) => new URL(server).host, ["one:5432", "[::1]:5433", "three"])
  assertEach(listServers(address), (server) => new pg.Client(server).database, ["foyer", "foyer", "foyer"])
  assert.equal(readConfig({ DATABASE_URL: address }).database_url, address)
  assert.throws(
    () => readConfig({ DATABASE_URL: "postgres://ada@one:5432,two:x/foyer" }),
    /DATABASE_URL must/,
  )
})

test("startup tries every server of the URL and names the last if none responds", async () => {
  const target = {
    connection: connectionTo("postgres://ada@127.0.0.1:1,127.0.0.1:2/foyer"),
    setting: "DATABASE_URL",
  }
  await assert.rejects(
    connectDatabase(target),
    /No PostgreSQL responds at 127\.0\.0\.1:2, the address in DATABASE_URL/,
  )
})

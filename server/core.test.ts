// Databases and poolers that do not respond yet, in front of the tests' own.

import assert from "node:assert/strict"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import pg from "pg"
import { newFolder } from "../test/harness/new-folder.ts"
import { createOwnDatabase } from "../test/harness/own-database.ts"
import { readConfig } from "./config.ts"
import { openCore } from "./core.ts"
import { findFreePort } from "./platform/http/free-port.ts"

async function listen(t: TestContext, onSocket: (socket: Socket) => void, port = 0): Promise<Server> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined))
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return server
}

/** Settings whose database is the test's own, by way of this port. */
async function settingsAt(t: TestContext, port: number, wait_s: number) {
  const data_dir = newFolder("foyer-core-", t)
  const database = await createOwnDatabase()
  t.after(() => database.drop())
  const { host, port: own_port, user, database: name } = new pg.Client({ connectionString: database.url })
  const config = readConfig({
    NODE_ENV: "test",
    FOYER_LOG_LEVEL: "silent",
    FOYER_DATA: data_dir,
    DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${name}`,
    FOYER_DATABASE_WAIT_SECONDS: String(wait_s),
  })
  return { config, socket_path: join(host, `.s.PGSQL.${own_port}`) }
}

test("a server waits for a database that is not there yet, says so once with the setting, and then starts", async (t) => {
  const port = await findFreePort("127.0.0.1")
  const { config, socket_path } = await settingsAt(t, port, 300)
  const said: string[] = []
  const core = await openCore(config, {
    owner: true,
    say: (sentence) => {
      said.push(sentence)
      void listen(t, (socket) => socket.pipe(connect(socket_path)).pipe(socket), port)
    },
  })
  await core.close()
  assert.equal(said.length, 1)
  assert.match(
    said[0] ?? "",
    /^No PostgreSQL responds at .* in DATABASE_URL\. .* Waiting up to 300 seconds\.$/,
  )
})

/** What PgBouncer sends: at sign-in, or, having reported success, in response to the first query. */
const failure = (message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from("E\0\0\0\0")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
const success = Buffer.from("R\0\0\0\b\0\0\0\0Z\0\0\0\u0005I", "latin1")

test("what a pooler without a database says ends a start with the setting and the remedy", async (t) => {
  const message = "server login has been failing, try again later (server_login_retry)"
  const cases: [onSocket: (socket: Socket) => void, expected: RegExp][] = [
    [
      (socket) => socket.once("data", () => socket.end(failure(message))),
      /^The pooler at 127.* in DATABASE_URL, .*server_login_retry.*Start PostgreSQL/,
    ],
    [
      (socket) =>
        socket.once("data", () => {
          socket.write(success)
          socket.once("data", () => socket.end(failure(message)))
        }),
      /^The database in DATABASE_URL, or the pooler .*server_login_retry.*Start it, or correct/,
    ],
    [
      (socket) => socket.once("data", () => socket.end()),
      /in DATABASE_URL, closed the connection at once\. Start/,
    ],
    [
      (socket) =>
        socket.once("data", () => {
          socket.write(success)
          socket.once("data", () => socket.end())
        }),
      /^The database in DATABASE_URL, or the pooler .*Connection terminated/,
    ],
  ]
  for (const [onSocket, expected] of cases) {
    const server = await listen(t, onSocket)
    const { config } = await settingsAt(t, (server.address() as AddressInfo).port, 0)
    const said: string[] = []
    await assert.rejects(
      openCore(config, { owner: true, say: (sentence) => said.push(sentence) }),
      (error: Error) => {
        assert.match(error.message, expected)
        return true
      },
    )
    assert.deepEqual(said, [])
  }
})

test("a wrong name is not waited for", async (t) => {
  const server = await listen(t, (socket) =>
    socket.once("data", () => socket.end(failure("no such database: foyr"))),
  )
  const { config } = await settingsAt(t, (server.address() as AddressInfo).port, 300)
  await assert.rejects(openCore(config, { owner: true }), /no such database: foyr/)
})

// Several servers as one installation: two databases act as two servers, and a port where nothing listens as a third.
import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { runFoyer } from "../../../test/harness/foyer-program.ts"
import {
  createEmptyDatabase,
  createOwnDatabase,
  type OwnDatabase,
} from "../../../test/harness/own-database.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../test/harness/service.ts"
import {
  newDataFolder,
  nowhere,
  openSeveralServers,
  type SeveralServers,
  settingsOf,
} from "../../../test/harness/several-servers.ts"
import { newStaff, test_password } from "../../../test/harness/staff.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { readConfig } from "../../config.ts"
import { findFirmAt, getFirm, listFirms } from "../../firms/firms.ts"
import { openCore, openMetricsServer, openWorkOf } from "../../service.ts"
import { watchSystem } from "../../system/metrics.ts"
import { checkPassword } from "../../users/sign-in.ts"
import { sql } from "../db/sql.ts"
import { checkReady } from "../http/health.ts"
import { chooseServer } from "./choosing.ts"

let databases: OwnDatabase[]
let folder: Awaited<ReturnType<typeof newDataFolder>>
let service: SeveralServers
let firms: TestFirm[]
before(async () => {
  databases = [await createOwnDatabase(), await createOwnDatabase()]
  folder = await newDataFolder()
  service = await open({ west: databases[1]?.url ?? "" })
  firms = [await service.newFirmAt("first"), await service.newFirmAt("west")]
})
after(async () => {
  await service.close()
  await folder.remove()
  for (const database of databases) await database.drop()
})

const open = (more: Record<string, string>) =>
  openSeveralServers(databases[0]?.url ?? "", more, folder.data_dir)

const source = { network: "192.0.2.1", browserOf: () => undefined }
const signIn = (at: SeveralServers, email: string, password = test_password) =>
  checkPassword(at, { email, password, ...source })

async function statusOf({ app }: SeveralServers, token: string): Promise<number> {
  const headers = { authorization: `Token ${token}` }
  return (await app.inject({ url: "/v1/matters", headers })).statusCode
}

test("each firm works on its own server, and a key is recognized on whichever server its firm is", async () => {
  for (const [index, firm] of firms.entries()) {
    const { matter_id } = await newIntake(firm)
    for (let round = 0; round < 2; round += 1) {
      const { status, headers } = await firm.request("GET", `/v1/matters/${matter_id}`)
      assert.equal(status, 200)
      const known = await firm.request("GET", `/v1/matters/${matter_id}`, undefined, {
        "if-none-match": String(headers.etag),
      })
      assert.equal(known.status, 304)
    }
    const other = firms[1 - index]
    assert.equal((await other?.request("GET", `/v1/matters/${matter_id}`))?.status, 404)
    const { place } = await service.db.forFirm(firm.firm_id, getFirm)
    assert.equal((await findFirmAt(service.db, place))?.id, firm.firm_id)
  }
  assert.deepEqual(
    await Promise.all(
      service.servers.map(async ({ db }) => (await db.forPlatform(listFirms)).map(({ id }) => id)),
    ),
    firms.map(({ firm_id }) => [firm_id]),
  )
  assert.equal(await statusOf(service, "foyer_0123456789_unknown"), 401)
  assert.equal(await statusOf(service, `${firms[1]?.token.slice(0, -1)}~`), 401)
  const parts = firms.map(({ token }) => token.split("_"))
  for (const [index, [prefix, , ...secret]] of parts.entries())
    assert.equal(await statusOf(service, [prefix, parts[1 - index]?.[1], ...secret].join("_")), 401)
})

test("an address signs in at every server where its password matches", async () => {
  const [one, two] = firms
  assert.ok(one && two)
  const { email } = await newStaff(one)
  await newStaff(two, { email })
  const { signed_in } = await signIn(service, email)
  assert.deepEqual(signed_in.map(({ firm_id }) => firm_id).sort(), [one.firm_id, two.firm_id].sort())
  assert.deepEqual((await signIn(service, email, "not it")).signed_in, [])
})

test("each server's jobs run from its own queue", async (t) => {
  const jobs = await openWorkOf(service)
  t.after(() => jobs.close())
  const receiver = await startWebhookReceiver()
  t.after(receiver.close)
  for (const firm of firms) {
    await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type: "intakeform.created" })
    await newIntake(firm)
  }
  await receiver.waitFor(({ length }) => length === 2)
})

test("a new firm goes to the server with the fewest firms", async () => {
  assert.equal((await chooseServer(service.servers)).name, "first")
  await service.newFirmAt("first")
  assert.equal((await chooseServer(service.servers)).name, "west")
  assert.equal((await chooseServer(service.servers, "first")).name, "first")
  await assert.rejects(chooseServer(service.servers, "south"), /no server south.*first, west/)
})

test("while a server is down, its firms wait, and all others work and sign in", async (t) => {
  const west = databases[1]?.url ?? ""
  const own_firm = firms[0]
  assert.ok(own_firm)
  const { email } = await newStaff(own_firm)
  // The same installation, with the server called west down.
  const half = await open({ west: nowhere })
  t.after(() => half.close())
  assert.equal(await statusOf(half, own_firm.token), 200)
  const elsewhere = await half.app.inject({
    url: "/v1/matters",
    headers: { authorization: `Token ${firms[1]?.token}` },
  })
  assert.equal(elsewhere.statusCode, 503)
  assert.ok(elsewhere.headers["retry-after"])
  assert.equal((await signIn(half, email)).signed_in.length, 1)
  // All servers have to respond before we know whose password it is.
  await assert.rejects(signIn(half, email, "not it"), { code: "database_unavailable" })
  assert.deepEqual(await checkReady(half.db, { is_ending: false }), ["west"])
  const told = await half.app.inject("/health/ready")
  assert.deepEqual([told.statusCode, told.json()], [200, { status: "ok" }])
  const watched = watchSystem(half)
  const config = { ...half.config, metrics_port: 0, metrics_host: "127.0.0.1" }
  const forOperators = await openMetricsServer({ ...half, config }, watched)
  assert.ok(forOperators)
  t.after(() => forOperators.close())
  const ready = await fetch(`http://127.0.0.1:${forOperators.port}/health/ready`)
  assert.deepEqual(await ready.json(), { status: "ok", silent_servers: ["west"] })
  const figures = await watched.metrics()
  assert.match(figures, /foyer_database_up\{server="first"\} 1\nfoyer_database_up\{server="west"\} 0/)
  assert.match(figures, /foyer_firms\{server="first"\} 2/)
  assert.ok(west)
})

test("one command backs up every server, and one server can be restored while the others run", async (t) => {
  const empty = await createEmptyDatabase()
  const own = await newDataFolder()
  t.after(async () => {
    await own.remove()
    await empty.drop()
  })
  const [first = "", west = ""] = databases.map(({ url }) => url)
  const run = (words: string[], url: string, more: string) =>
    runFoyer(words, {
      NODE_ENV: "test",
      DATABASE_URL: url,
      FOYER_MORE_DATABASES: more,
      FOYER_DATA: folder.data_dir,
      FOYER_LOG_LEVEL: "silent",
    })
  const created = await run(["backup", own.data_dir], first, `west=${west}`)
  assert.equal(created.code, 0, created.stderr)
  assert.match(created.stdout, /Server first\n.*Server west\n/s)
  const restored = await run(["restore", join(own.data_dir, "west")], empty.url, "")
  assert.equal(restored.code, 0, restored.stderr)
  const again = await open({ west: empty.url })
  for (const { token } of firms) assert.equal(await statusOf(again, token), 200)
  await again.close()
})

test("a start that names too few servers, or a server by another's name, is refused with the names", async () => {
  const [first = "", west = ""] = databases.map(({ url }) => url)
  const start = (url: string, more: Record<string, string>) =>
    openCore(settingsOf(url, more, folder.data_dir))
  await assert.rejects(start(first, {}), /FOYER_MORE_DATABASES lacks west\. .*west=gone/)
  await assert.rejects(start(west, {}), /is the server “west” of its installation.*call it “first”/)
  await assert.rejects(
    start(first, { west, east: west }),
    /is the server “west” .*call it “east”|“east”.*call it “west”/,
  )
  await (await start(first, { west: "gone" })).close()
})

test("another installation's server is refused, and an empty one joins", async (t) => {
  const stranger = await createOwnDatabase()
  const empty = await createEmptyDatabase()
  const own = await newDataFolder()
  t.after(async () => {
    await own.remove()
    await stranger.drop()
    await empty.drop()
  })
  await (await openCore(settingsOf(stranger.url, {}, own.data_dir))).close()
  await assert.rejects(
    open({ west: databases[1]?.url ?? "", south: stranger.url }),
    /\(south\)\) belongs to another installation/,
  )
  const joined = await open({ west: databases[1]?.url ?? "", north: empty.url })
  t.after(() => joined.close())
  const firm = await joined.newFirmAt("north")
  assert.equal((await firm.request("GET", "/v1/matters")).status, 200)
  const { count } = await joined.db.forPlatform(
    (tx) => tx.one<{ count: number }>(sql`select count(*) as count from master_keys where state = 'seals'`),
    firm.firm_id,
  )
  assert.equal(count, 1)
})

test("errors about malformed server names do not reveal passwords", () => {
  const read = (text: string) => readConfig({ FOYER_MORE_DATABASES: text })
  for (const text of [
    "west",
    "first=postgres://a:secret@b/c",
    "West=postgres://a:secret@b/c",
    "a=http://secret",
  ])
    assert.throws(
      () => read(text),
      (error: Error) => /FOYER_MORE_DATABASES must/.test(error.message) && !error.message.includes("secret"),
    )
  assert.throws(() => read("a=gone a=gone"), /a different name/)
  assert.deepEqual(read("a=postgres://x@y/z  b=gone").more_databases, [
    { name: "a", url: "postgres://x@y/z" },
    { name: "b", url: undefined },
  ])
})

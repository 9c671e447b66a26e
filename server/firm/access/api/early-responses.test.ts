import assert from "node:assert/strict"
import { Agent, get, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import { Registry } from "prom-client"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { createApp } from "../../../app.ts"
import type { Database } from "../../../platform/db/database.ts"
import { databaseUnavailable } from "../../../platform/db/database-faults.ts"
import { rawSql, sql } from "../../../platform/db/sql.ts"
import { watchRequests } from "../../../platform/http/metrics.ts"
import { openLog } from "../../../platform/log.ts"
import { changeSuspension } from "../../firms/firms.ts"
import { createKey, revokeKey } from "./keys.ts"

// As in production: the test setting would read every cached response again to compare it.
const service = provideService({ settings: { NODE_ENV: "development" } })

interface Answer {
  status: number
  /** The headers, without values that differ between any two requests. */
  fields: Record<string, unknown>
  body: string
}

/** The service on a real port, with rate limits; `early` counts the responses sent before Fastify. */
async function openEarly(t: TestContext, { db = service.db, api_rate_limit = 1_000 } = {}) {
  const lines: Record<string, unknown>[] = []
  const log = openLog("info", { write: (line) => lines.push(JSON.parse(line)) })
  const config = { ...service.config, api_rate_limit, failure_rate_limit: 1_000 }
  const app = await createApp({ ...service, config, db, log })
  const registry = new Registry()
  watchRequests(app, registry)
  const counted = { early: 0 }
  app.early_response.listeners.push(() => {
    counted.early += 1
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(async () => {
    agent.destroy()
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  const ask = async (token: string, path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const options = { port, path, agent, headers: { authorization: `Token ${token}`, ...headers } }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(options, resolve).on("error", reject)
    })
    const { headers: fields } = response
    const varying = { "request-id": "", date: "", ratelimit: "" }
    return { status: response.statusCode ?? 0, fields: { ...fields, ...varying }, body: await text(response) }
  }
  return { app, ask, counted, lines, registry }
}

/** Makes a request fall through to Fastify. */
const passing = { "content-length": "0" }

async function newMatter(): Promise<{ firm: TestFirm; path: string }> {
  const { firm, matter_id } = await newFirmWithIntake(service)
  return { firm, path: `/v1/matters/${matter_id}` }
}

test("an early response equals Fastify's: status, headers, body, log and metrics", async (t) => {
  const { ask, counted, lines, registry } = await openEarly(t)
  const { firm, path } = await newMatter()
  for (const url of [path, "/v1/matters?page_size=100", "/v1/events", "/v1/matters?color=red&updated=%22"]) {
    const first = await ask(firm.token, url)
    const etag = String(first.fields.etag)
    for (const [named, coding] of [
      [undefined, undefined],
      ['W/"another"', undefined],
      [etag, undefined],
      [undefined, "br"],
      ['W/"another"', "gzip, deflate"],
      [etag, "br"],
    ]) {
      const headers = {
        ...(named && { "if-none-match": named }),
        ...(coding && { "accept-encoding": coding }),
      }
      const passed = await ask(firm.token, url, { ...headers, ...passing })
      assert.equal(counted.early, 0, "nobody has read it, or it was let pass")
      const known = await ask(firm.token, url, headers)
      assert.equal(counted.early, 1, `${url} ${named}`)
      assert.deepEqual(known, passed)
      assert.equal(known.status, named === etag ? 304 : 200)
      const [one, other] = lines.splice(0).slice(-2)
      assert.deepEqual(Object.keys(other ?? {}), Object.keys(one ?? {}))
      assert.deepEqual(
        { ...other, request_id: "", time: "", ms: 0 },
        { ...one, request_id: "", time: "", ms: 0 },
      )
      assert.notEqual(other?.request_id, one?.request_id)
      counted.early = 0
    }
  }
  const figures = await registry.metrics()
  assert.match(
    figures,
    /duration_seconds_count\{method="GET",route="\/v1\/matters\/:matter_id",status="200"\} 9/,
  )
  assert.match(
    figures,
    /duration_seconds_count\{method="GET",route="\/v1\/matters\/:matter_id",status="304"\} 4/,
  )
})

test("a response with sensitive values is not cached; unchanged, it gets 304 for the same scopes only", async (t) => {
  const { ask, counted } = await openEarly(t)
  const { firm, path } = await newMatter()
  const url = `${path}/answers`
  const { etag } = (await ask(firm.token, url)).fields
  const named = { "if-none-match": String(etag) }
  const masked = await firm.newKey(["matters:read"])
  assert.notEqual((await ask(masked, url)).fields.etag, etag)
  await ask(firm.token, url)
  const answers = [
    await ask(firm.token, url),
    await ask(firm.token, url, named),
    await ask(masked, url, named),
  ]
  assertEach(
    answers,
    ({ status, fields }) => [status, fields["cache-control"]],
    [200, 304, 200].map((status) => [status, "no-store"]),
  )
  assert.equal(counted.early, 1)
})

test("verified keys get early responses without a limit for keys too", async (t) => {
  const { ask, counted } = await openEarly(t, { api_rate_limit: 0 })
  const { firm, path } = await newMatter()
  const passed = await ask(firm.token, path)
  assert.deepEqual([(await ask(firm.token, path)).body, counted.early], [passed.body, 1])
})

test("once the database says otherwise, no early response is sent", async (t) => {
  const { ask, counted } = await openEarly(t)
  const set = ({ firm, key }: Changed, assignment: string) =>
    firm.write(sql`update api_keys set ${rawSql(assignment)} where id = ${key.id}`)
  const suspend = ({ firm: { firm_id } }: Changed) =>
    service.db.forPlatform((tx) => changeSuspension(tx, firm_id, true))
  const changes: [name: string, status: number, change: (changed: Changed) => Promise<unknown>][] = [
    ["the matter has changed", 200, ({ firm }) => firm.write(sql`update matters set name = 'Smythe'`)],
    ["the key is revoked", 401, ({ firm, key }) => firm.run((tx) => revokeKey(tx, key.id))],
    ["the key has expired", 401, (changed) => set(changed, "expires_at = created_at")],
    ["the key has lost its scope", 403, (changed) => set(changed, "scopes = '{events:read}'")],
    ["the firm is suspended", 403, suspend],
  ]
  for (const [name, status, change] of changes) {
    const { firm, path } = await newMatter()
    const key = await firm.run((tx) => createKey(tx, { name }))
    const { body } = await ask(key.token, path)
    counted.early = 0
    assert.equal((await ask(key.token, path)).body, body)
    assert.equal(counted.early, 1, name)
    await change({ firm, key })
    const next = await ask(key.token, path)
    assert.deepEqual([next.status, counted.early], [status, 1], name)
    assert.notEqual(next.body, body, name)
  }
})

interface Changed {
  firm: TestFirm
  key: { id: string; token: string }
}

test("a key of another firm, or without the scope, does not get another key's cached response", async (t) => {
  const { ask, counted } = await openEarly(t)
  const [mine, theirs] = [await newMatter(), await newMatter()]
  const narrow = await mine.firm.newKey(["events:read"])
  for (const token of [mine.firm.token, theirs.firm.token, narrow]) await ask(token, "/v1/events")
  await ask(mine.firm.token, mine.path)
  counted.early = 0
  assert.equal((await ask(theirs.firm.token, mine.path)).status, 404)
  assert.equal((await ask(narrow, mine.path)).status, 403)
  assert.equal((await ask(`${mine.firm.token}x`, mine.path)).status, 401)
  assert.equal(counted.early, 0)
})

test("early responses count toward the key's limit, and the request after it gets 429", async (t) => {
  const { ask, counted } = await openEarly(t, { api_rate_limit: 3 })
  const { firm, path } = await newMatter()
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await ask(firm.token, path)).status)
  assert.deepEqual([statuses, counted.early], [[200, 200, 200, 429], 2])
})

test("while the database is databaseUnavailable, it is queried once, and the response is 503", async (t) => {
  let [questions, isAway] = [0, false]
  const watched = (db: Database): Database => ({
    ...db,
    withTimeout: (ms) => watched(db.withTimeout(ms)),
    readOnce: (statement) => {
      questions += 1
      return isAway ? Promise.reject(databaseUnavailable(new Error("away"))) : db.readOnce(statement)
    },
  })
  const { ask } = await openEarly(t, { db: watched(service.db) })
  const { firm, path } = await newMatter()
  await ask(firm.token, path)
  ;[questions, isAway] = [0, true]
  assert.deepEqual([(await ask(firm.token, path)).status, questions], [503, 1])
})

test("a server that is shutting down says so in every response, cached ones included", async (t) => {
  const { app, ask } = await openEarly(t)
  const { firm, path } = await newMatter()
  await ask(firm.token, path)
  const drained = Promise.withResolvers<void>()
  const ended = app.graceful_shutdown.end({
    drained: drained.promise,
    latecomers: async () => undefined,
    waiting_time: async () => undefined,
  })
  const { status, fields } = await ask(firm.token, path)
  assert.deepEqual([status, fields.connection], [200, "close"])
  drained.resolve()
  await ended
})

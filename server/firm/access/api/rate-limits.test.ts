import assert from "node:assert/strict"
import { test } from "node:test"
import { assertNone } from "../../../../test/harness/assert-each.ts"
import { inviteClient } from "../../../../test/harness/portal-browser.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { createApp } from "../../../app.ts"
import { sql } from "../../../platform/db/sql.ts"
import type { App } from "../../../platform/http/app.ts"
import { hashToken } from "../../../platform/secrets/tokens.ts"
import { renewKey } from "./keys.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
let now = new Date("2026-03-02T12:00:00Z")

/** The service with its own limits; trusts the client address that a request states. */
async function openLimited(api_rate_limit: number, failure_rate_limit: number): Promise<App> {
  const config = { ...service.config, api_rate_limit, failure_rate_limit, trust_proxy: "127.0.0.1" }
  return createApp({ ...service, config })
}

const ask = (app: App, token: string, url = "/v1/matters", from = "192.0.2.1") =>
  app.inject({ url, headers: { authorization: `Token ${token}`, "x-forwarded-for": from } })

test("a key has a limit per minute; every response says how many requests are left, and the one after gets 429", async () => {
  const app = await openLimited(3, 0)
  now = new Date("2026-03-02T12:00:00Z")
  const left: unknown[] = []
  for (let count = 0; count < 3; count += 1) {
    const { statusCode, headers } = await ask(app, firm.token, ["/v1/matters", "/v1/events/x"][count % 2])
    left.push([statusCode, headers.ratelimit])
    assert.equal(headers["ratelimit-policy"], '"key";q=3;w=60')
    now = new Date(now.getTime() + 10_000)
  }
  assert.deepEqual(left, [
    [200, '"key";r=2;t=60'],
    [404, '"key";r=1;t=50'],
    [200, '"key";r=0;t=40'],
  ])
  const refused = await ask(app, firm.token)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "rate_limited"])
  assert.equal(refused.headers["retry-after"], "30")
  assert.equal(refused.headers.ratelimit, '"key";r=0;t=30')
  assert.ok(refused.headers["request-id"])
  const other = await firm.newKey(["matters:read"])
  assert.equal((await ask(app, other)).statusCode, 200, "another key has its own")
  now = new Date(now.getTime() + 30_000)
  assert.equal((await ask(app, firm.token)).headers.ratelimit, '"key";r=2;t=60')
  await app.close()
})

test("a key that gets another token has no other limit", async () => {
  const app = await openLimited(2, 0)
  now = new Date("2026-03-02T12:30:00Z")
  const first = await firm.newKey(["matters:read"])
  const { id } = await firm.one<{ id: string }>(
    sql`select id from api_keys where token_hash = ${hashToken(first)}`,
  )
  const renew = () => firm.call(renewKey, id, new Date("2026-03-02T13:30:00Z"))
  assert.equal((await ask(app, first)).headers.ratelimit, '"key";r=1;t=60')
  const second = await renew()
  assert.equal((await ask(app, first)).statusCode, 401)
  const last = await renew()
  assert.notEqual(last, second)
  const refused = await ask(app, last)
  assert.deepEqual([refused.statusCode, refused.headers.ratelimit], [429, '"key";r=0;t=60'])
  assert.equal(refused.headers["retry-after"], "60")
  assert.equal((await ask(app, last)).statusCode, 429)
  await app.close()
})

test("a network that sends wrong codes and tokens of apps, or unknown apps, is refused for a minute", async () => {
  now = new Date("2026-03-02T13:30:00Z")
  const metadata = { client_name: "Scribe", redirect_uris: ["https://scribe.example/"] }
  const { client_id } = (
    await service.app.inject({ method: "POST", url: "/oauth/register", payload: metadata })
  ).json()
  const wrong: [url: string, form: Record<string, string>, status: number][] = [
    ["/oauth/token", { client_id: "app_x", grant_type: "refresh_token" }, 401],
    ["/oauth/token", { client_id, grant_type: "refresh_token", refresh_token: "x" }, 400],
    ["/oauth/token", { client_id, grant_type: "authorization_code", code: "x" }, 400],
    ["/oauth/revoke", { client_id, token: "x" }, 200],
  ]
  for (const [url, form, status] of wrong) {
    const app = await openLimited(0, 2)
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const { statusCode } = await app.inject({
        method: "POST",
        url,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-forwarded-for": `192.0.2.${10 + wrong.findIndex(([, each]) => each === form)}`,
        },
        payload: new URLSearchParams(form).toString(),
      })
      statuses.push(statusCode)
    }
    assert.deepEqual(statuses, [status, status, 429, 429], url)
    await app.close()
  }
})

test("a network that sends wrong keys or links is refused for a minute; a /64 is one network, and a verified key still works", async () => {
  const app = await openLimited(100, 3)
  now = new Date("2026-03-02T13:00:00Z")
  const [here, neighbor, elsewhere] = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"]
  assert.equal((await ask(app, firm.token, "/v1/matters", here)).statusCode, 200)
  assert.equal((await ask(app, "foyer_wrong", "/v1/matters", here)).statusCode, 401)
  assert.equal(
    (await app.inject({ url: "/invite/wrong", headers: { "x-forwarded-for": neighbor } })).statusCode,
    404,
  )
  const third = await ask(app, "foyer_wrong", "/v1/matters", here)
  assert.equal(third.headers["ratelimit-policy"], '"key";q=100;w=60, "network";q=3;w=60')
  assert.match(String(third.headers.ratelimit), /"network";r=1;t=60$/)
  const fresh = await firm.newKey(["matters:read"])
  const refused = await ask(app, fresh, "/v1/matters", neighbor)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "too_many_failures"])
  assert.equal((await ask(app, firm.token, "/v1/matters", here)).statusCode, 200, "proven before")
  assert.equal((await ask(app, fresh, "/v1/matters", elsewhere)).statusCode, 200, "another network")

  const { invite_key } = await inviteClient(service, firm, { email: "ana@example.com" })
  for (const url of [`/invite/${invite_key}`, "/console/setup/wrong", "/download/firm_x/document_x"]) {
    const answer = await app.inject({ url, headers: { "x-forwarded-for": here } })
    assert.equal(answer.statusCode, 429, url)
    assert.match(String(answer.headers["retry-after"]), /^\d+$/)
    const there = await app.inject({ url, headers: { "x-forwarded-for": elsewhere } })
    assert.notEqual(there.statusCode, 429, url)
  }
  now = new Date("2026-03-02T13:01:00Z")
  assert.equal(
    (await app.inject({ url: `/invite/${invite_key}`, headers: { "x-forwarded-for": here } })).statusCode,
    200,
  )
  await app.close()
})

test("a revoked key counts as a wrong one", async () => {
  const app = await openLimited(100, 1)
  now = new Date("2026-03-02T14:00:00Z")
  const token = await firm.newKey(["matters:read"])
  assert.equal((await ask(app, token)).statusCode, 200)
  await firm.write(sql`update api_keys set revoked_at = ${now} where token_hash = ${hashToken(token)}`)
  assert.equal((await ask(app, token)).statusCode, 401)
  assert.equal((await ask(app, token)).statusCode, 429)
  await app.close()
})

test("wrong keys and links count for all processes: each other one answers at most one beyond the limit", async () => {
  const apps = await Promise.all([openLimited(100, 3), openLimited(100, 3), openLimited(100, 3)])
  now = new Date("2026-03-02T15:00:00Z")
  const from = "198.51.100.7"
  const statuses = []
  for (let round = 0; round < 5; round++)
    for (const app of apps) {
      const { statusCode } = await app.inject({ url: "/invite/wrong", headers: { "x-forwarded-for": from } })
      statuses.push(statusCode)
    }
  // One each; then the first two know of three, and the third of none beyond its own.
  assert.deepEqual(statuses.filter((status) => status === 404).length, 5)
  assertNone(statuses.slice(5), (status) => status !== 429)
  now = new Date("2026-03-02T15:01:00Z")
  assert.equal((await ask(apps[1] as App, "foyer_wrong", "/v1/matters", from)).statusCode, 401)
  for (const app of apps) await app.close()
})

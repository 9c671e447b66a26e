import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { createApp } from "../../server/app.ts"
import { type Database, openDatabase } from "../../server/platform/db/database.ts"
import type { App } from "../../server/platform/http/app.ts"
import { provideService } from "../harness/service.ts"
import { assertConforms, problem } from "./api.ts"

const service = provideService()
/** The same application, with nothing listening at its database's address. */
let app: App
let db: Database
before(async () => {
  db = openDatabase({ connection: { host: "127.0.0.1", port: 1 } })
  app = await createApp({ ...service, db })
})
after(async () => {
  await app.close()
  await db.close()
})

test("while the database is down, every endpoint answers 503 with Retry-After", async () => {
  const endpoints = app.routes.filter(({ config }) => config.scope)
  assert.ok(endpoints.length > 50)
  for (const { method, url } of endpoints) {
    const answer = await app.inject({
      method: method as "GET",
      url: url.replace(/:[a-z_]+/, "x"),
      headers: { authorization: "Token foyer_x" },
      payload: method === "POST" ? {} : undefined,
    })
    assert.equal(answer.statusCode, 503, `${method} ${url} ${answer.body}`)
    if (method !== "HEAD") {
      assertConforms(problem, answer.json())
      assert.equal(answer.json().code, "database_unavailable")
    }
    assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/)
  }
})

test("while the database is down, the process is live but not ready, and users see a page", async () => {
  assert.equal((await app.inject("/health/live")).statusCode, 200)
  assert.equal((await app.inject("/health/ready")).statusCode, 503)
  for (const [url, cookie] of [
    ["/portal", "foyer_client=x"],
    ["/console/matters", "foyer_staff=x"],
  ]) {
    const answer = await app.inject({ url, headers: { cookie } })
    assert.equal(answer.statusCode, 503, url)
    assert.match(String(answer.headers["content-type"]), /^text\/html/)
    assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/, url)
    assert.doesNotMatch(answer.body, /sign-in page/)
  }
})

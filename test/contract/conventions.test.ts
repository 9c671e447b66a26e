import assert from "node:assert/strict"
import { test } from "node:test"
import { createKey, revokeKey, type Scope, scopes } from "../../server/firm/access/api/keys.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { assertConforms, problem } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()

const ask = (authorization: string | undefined, url = "/v1/matters") =>
  sample.service.app.inject({ url, headers: authorization === undefined ? {} : { authorization } })

test("the key is accepted after Token and Bearer, in any case", async () => {
  const { token } = sample.firm
  for (const word of ["Token", "token", "TOKEN", "Bearer", "bearer"])
    assert.equal((await ask(`${word} ${token}`)).statusCode, 200, word)
})

test("without a live key every response is 401, with the same message", async () => {
  const { firm } = sample
  const { token } = firm
  const created = await firm.run(async (tx) => {
    const expired = await createKey(tx, { name: "Old", expires_at: new Date(tx.now.getTime() - 1000) })
    const revoked = await createKey(tx, { name: "Gone" })
    await revokeKey(tx, revoked.id)
    return { expired: expired.token, revoked: revoked.token }
  })
  const changed = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a")
  const wrong = [
    undefined,
    "",
    "Token",
    "Token ",
    token,
    `Basic ${token}`,
    `Token ${changed}`,
    `Token ${token} ${token}`,
    `Token ${token}x`,
    `Token ${token.toUpperCase()}`,
    `Token ${created.expired}`,
    `Token ${created.revoked}`,
    `Token ${"x".repeat(5_000)}`,
    "Token \u00e9",
  ]
  const bodies = new Set<string>()
  for (const authorization of wrong) {
    const answer = await ask(authorization)
    assert.equal(answer.statusCode, 401, String(authorization))
    assert.equal(answer.headers["www-authenticate"], "Token")
    assertConforms(problem, answer.json())
    bodies.add(JSON.stringify({ ...answer.json(), request_id: "" }))
  }
  assert.equal(bodies.size, 1)
})

test("a key can access what its scopes allow and nothing else", async () => {
  const { firm, couple, service } = sample
  type Needed = [method: "GET" | "POST" | "DELETE", url: string]
  // What answers:sensitive shows is tested with the answers.
  const needs: Record<Exclude<Scope, "answers:sensitive">, Needed> = {
    "matters:read": ["GET", `/v1/matters/${couple.matter_id}`],
    "matters:write": ["POST", "/v1/matters/create"],
    "documents:read": ["GET", `/matters/${couple.matter_id}/documents`],
    "questionnaires:read": ["GET", "/v1/questionnaires"],
    "events:read": ["GET", "/v1/events"],
    "users:read": ["GET", `/v1/users/${firm.admin.user_id}`],
    "webhooks:write": ["DELETE", "/v1/subscriptions/ep_0192F0C47B3A7C11A0B1C2D3E4F50607"],
  }
  for (const [scope, [method, url]] of Object.entries(needs) as [keyof typeof needs, Needed][]) {
    const status = async (granted: readonly Scope[]) => {
      const headers = { authorization: `Token ${await firm.newKey(granted)}` }
      const payload = method === "POST" ? {} : undefined
      const answer = await service.app.inject({ method, url, headers, payload })
      if (answer.statusCode === 403) assertConforms(problem, answer.json())
      return answer.statusCode
    }
    assert.equal(await status([scope]), { GET: 200, POST: 400, DELETE: 404 }[method], scope)
    assert.equal(await status(scopes.filter((other) => other !== scope)), 403, scope)
  }
})

test("a key of a suspended firm is refused with 403", async () => {
  const firm = await sample.service.newFirm()
  await sample.service.db.forPlatform((tx) =>
    tx.run(sql`update firms set suspended_at = ${tx.now} where id = ${firm.firm_id}`),
  )
  const { status, body } = await firm.request("GET", "/v1/matters")
  assert.deepEqual([status, body.code], [403, "firm_suspended"])
  assertConforms(problem, body)
})

test("every response has a Request-Id, and every error repeats it", async () => {
  const { firm, get } = sample
  const seen = new Set<unknown>()
  for (const url of ["/v1/matters", "/v1/matters?page=0", "/v1/nothing", "/v1/matters/x", "/nowhere"]) {
    const { headers, body, status } = await get(url)
    assert.match(String(headers["request-id"]), /^[0-9a-f-]{36}$/)
    if (status >= 400) assert.equal(body.request_id, headers["request-id"])
    seen.add(headers["request-id"])
  }
  assert.equal(seen.size, 5)
  const own = await firm.request("GET", "/v1/matters", undefined, { "request-id": "mine" })
  assert.notEqual(own.headers["request-id"], "mine", "strangers do not choose ids of our log")
})

test("an error has exactly the members of RFC 9457", async () => {
  const { service, get } = sample
  const { status, headers, body } = await get("/v1/matters?page=0&page_size=x")
  assert.equal(status, 400)
  assert.match(String(headers["content-type"]), /^application\/json\b/)
  assert.deepEqual(body, {
    type: `${service.base_url}/docs#error-bad_request`,
    title: "Bad Request",
    status: 400,
    detail: body.errors.map(({ message }: { message: string }) => message).join(" "),
    code: "bad_request",
    request_id: headers["request-id"],
    errors: [
      { param: "page", code: "not_a_page", message: body.errors[0].message },
      { param: "page_size", code: "not_a_page_size", message: body.errors[1].message },
    ],
  })
  const unknown = await get("/v1/nothing")
  assert.deepEqual(unknown.body, {
    type: `${service.base_url}/docs#error-not_found`,
    title: "Not Found",
    status: 404,
    detail: "There is nothing at this address.",
    code: "not_found",
    request_id: unknown.headers["request-id"],
  })
})

test("a response is JSON in UTF-8 that no shared cache may store", async () => {
  const { headers } = await sample.get(`/v1/matters/${sample.couple.matter_id}`)
  assert.match(String(headers["content-type"]), /^application\/json; charset=utf-8$/)
  assert.equal(headers["x-content-type-options"], "nosniff")
  assert.match(String(headers["cache-control"]), /no-store|private/)
})

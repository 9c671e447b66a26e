// Checks that apply to every route of the product. A route without a line in the table fails here.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import { gzipSync } from "node:zlib"
import type { FastifyContextConfig } from "fastify"
import { createApp } from "../server/app.ts"
import { scopesOf } from "../server/firm/access/api/key-verification.ts"
import { scopes } from "../server/firm/access/api/keys.ts"
import { sql } from "../server/platform/db/sql.ts"
import { type IdKind, newId } from "../server/platform/ids.ts"
import { hashToken } from "../server/platform/secrets/tokens.ts"
import type { Operation } from "../server/sites/reference/document.ts"
import { assertConforms, problem } from "./contract/api.ts"
import { type Documented, readDocumented } from "./every-route/documented.ts"
import { withFullDisk } from "./every-route/full-disk.ts"
import { apiLines, type Guard, guardOf, linesOf, namesOf, routes } from "./every-route/routes.ts"
import { addressOf, parametersOf, provideTwoFirms, type Received, send } from "./every-route/two-firms.ts"
import { assertEach } from "./harness/assert-each.ts"
import { turnIntoTestFirm } from "./harness/test-firm.ts"

const fixtures = provideTwoFirms()
let documented: Documented
before(async () => {
  // Its key may also do what only test firms' keys may.
  await turnIntoTestFirm(fixtures.ours.firm)
  documented = await readDocumented(fixtures.service.app)
})

test("every route has a line in the table, every line has a route, and each has the guard of its URL", () => {
  const found = fixtures.service.app.routes
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, url, config }) => ({ method, url: url || "/", guard: guardBy(config) }))
    .map((route) => ({ ...route, name: `${route.method} ${route.url}` }))
  const names = namesOf(routes)
  const missing = found.filter(({ name }) => !names.includes(name))
  assertEach(missing, ({ name }) => `add "${name}" to test/every-route/routes.ts`, [])
  const gone = names.filter((name) => !found.some((route) => route.name === name))
  assert.deepEqual(gone, [], "lines of routes that are gone")
  const misplaced = found.filter(({ url, guard }) => guardOf(url) !== guard)
  assertEach(misplaced, ({ name, guard }) => `${name} is guarded as ${guard}`, [])
})

function guardBy({ scope, guard }: FastifyContextConfig): Guard {
  return scopesOf({ scope }).length > 0 ? "api" : (guard ?? "open")
}

interface Endpoint {
  method: string
  route_url: string
  /** The URL with our own records. */
  url: string
  operation: Operation
  params: Record<string, string>
  payload: Record<string, unknown> | undefined
  /** Its body is this file, with these headers. */
  file: { headers: Record<string, string>; content: string } | undefined
}

function endpoints(): Endpoint[] {
  return Object.entries(apiLines).flatMap(([route_url, line]) => {
    return line.methods.map((method) => {
      const params = { ...fixtures.ours.params, ...line.params?.(fixtures.ours, method) }
      const hasBody = method === "POST" || method === "PATCH"
      return {
        method,
        route_url,
        operation: documented.operationOf(method, route_url),
        params,
        url: addressOf(route_url, params),
        payload: hasBody ? line.body?.(fixtures) : undefined,
        file:
          line.file && hasBody
            ? {
                headers: { ...line.file, "content-type": "application/octet-stream" },
                content: "A whole file".slice(0, 9),
              }
            : undefined,
      }
    })
  })
}

const assertDocumented = ({ operation }: Endpoint, received: Received) =>
  documented.assertDocumented(operation, received)

function ask(
  endpoint: Endpoint,
  changes: Partial<{
    url: string
    token: string
    payload: unknown
    authorization: string
    headers: Record<string, string>
  }> = {},
) {
  const authorization = changes.authorization ?? `Token ${changes.token ?? fixtures.ours.firm.token}`
  return send(fixtures, {
    method: endpoint.method,
    url: changes.url ?? endpoint.url,
    headers: {
      ...(authorization === "" ? {} : { authorization }),
      ...endpoint.file?.headers,
      ...changes.headers,
    },
    payload: (changes.payload as object | undefined) ?? endpoint.payload ?? endpoint.file?.content,
  })
}

test("endpoints: 401 without a live key, 403 without the scope", async () => {
  for (const endpoint of endpoints()) {
    for (const authorization of [
      "",
      "Token x",
      fixtures.ours.firm.token,
      `Basic ${fixtures.ours.firm.token}`,
    ]) {
      const answer = await ask(endpoint, { authorization })
      assert.equal(answer.status, 401, `${endpoint.method} ${endpoint.url}`)
      assert.equal(answer.headers["www-authenticate"], "Token")
      assertConforms(problem, JSON.parse(answer.text))
      assertDocumented(endpoint, answer)
    }
    const route = fixtures.service.app.routes.find(
      ({ url, method }) => url === endpoint.route_url && method === endpoint.method,
    )
    for (const scope of scopesOf(route?.config ?? {})) {
      const token = await fixtures.ours.firm.newKey(scopes.filter((other) => other !== scope))
      const refused = await ask(endpoint, { token })
      assert.equal(refused.status, 403, `${endpoint.method} ${endpoint.url}`)
      assert.match(JSON.parse(refused.text).detail, new RegExp(`"${scope}"`))
      assertDocumented(endpoint, refused)
    }
  }
})

test("endpoints: another firm's record, a record of another kind, and an unknown one get the same 404", async () => {
  for (const endpoint of endpoints()) {
    const { route_url, params } = endpoint
    for (const name of parametersOf(route_url)) {
      const requestFor = (id: string) =>
        ask(endpoint, { url: addressOf(route_url, { ...params, [name]: id }) })
      const own = params[name] ?? ""
      const fresh = own.slice(0, -32) + newId("matter").slice(-32)
      const unknown = await requestFor(fresh)
      assert.equal(unknown.status, 404)
      assertDocumented(endpoint, unknown)
      const expected = withoutRequestId(unknown)
      const strangers = [
        fixtures.theirs.params[name] ?? "",
        newId((name === "matter_id" ? "contact" : "matter") satisfies IdKind),
        own.toLowerCase(),
        `${own}0`,
        "x",
        "%00",
        "%zz",
        "%ED%A0%80",
        "..%2f..%2fetc%2fpasswd",
        "x".repeat(3_000),
        "__proto__",
      ]
      for (const id of strangers)
        assert.deepEqual(
          withoutRequestId(await requestFor(id)),
          expected,
          `${endpoint.method} ${route_url} ${id}`,
        )
    }
  }
})

test("endpoints: another firm's record in a body is refused like an unknown one", async () => {
  for (const endpoint of endpoints().filter(({ payload }) => payload && "questionnaire_id" in payload)) {
    const requestFor = async (questionnaire_id: string) =>
      withoutRequestId(await ask(endpoint, { payload: { ...endpoint.payload, questionnaire_id } }))
    const unknown = await requestFor(newId("questionnaire"))
    assert.equal(unknown.status, 400)
    assert.deepEqual(await requestFor(fixtures.theirs.params.questionnaire_id ?? ""), unknown)
  }
})

function withoutRequestId({ status, headers, text }: Received) {
  const { "request-id": _, date, ...others } = headers
  return { status, headers: others, body: { ...JSON.parse(text), request_id: "" } }
}

test("endpoints: an unsupported method gets 405 with the supported ones", async () => {
  for (const { url, route_url } of endpoints()) {
    const methods = endpoints()
      .filter((other) => other.route_url === route_url)
      .map(({ method }) => method)
    if (methods.includes("GET")) methods.push("HEAD")
    const isTus = route_url.includes("/uploads")
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", ...(isTus ? [] : ["OPTIONS"])]) {
      if (methods.includes(method)) continue
      for (const slash of ["", "/"]) {
        const answer = await send(fixtures, { method, url: url + slash })
        assert.equal(answer.status, 405, `${method} ${url}`)
        assert.equal(answer.headers.allow, methods.toSorted().join(", "))
        assertConforms(problem, JSON.parse(answer.text))
      }
    }
  }
})

test("endpoints: an unacceptable field or parameter is named", async () => {
  for (const endpoint of endpoints()) {
    if (endpoint.payload) {
      const answer = await ask(endpoint, { payload: { ...endpoint.payload, zzz: 1, __unknown: null } })
      assert.equal(answer.status, 400)
      assertDocumented(endpoint, answer)
      const params = JSON.parse(answer.text).errors.map(({ param }: { param: string }) => param)
      assert.deepEqual(params.toSorted(), ["__unknown", "zzz"])
      const missing = await ask(endpoint, { payload: {} })
      assert.equal(missing.status, 400)
    }
    const strict = await ask(endpoint, {
      url: `${endpoint.url}?zzz=1`,
      headers: { prefer: "handling=strict" },
    })
    assert.equal(strict.status, 400)
    assertDocumented(endpoint, strict)
    if (endpoint.method !== "GET") continue
    const query = parametersIn(endpoint)
    for (const [name, wrong] of Object.entries(wrongParameters)) {
      const answer = await ask(endpoint, { url: `${endpoint.url}?${name}=${wrong}` })
      assert.equal(answer.status, query.includes(name) ? 400 : 200, `${endpoint.url}?${name}=${wrong}`)
      if (query.includes(name)) assertDocumented(endpoint, answer)
    }
    if (query.includes("page"))
      assertDocumented(endpoint, await ask(endpoint, { url: `${endpoint.url}?page=999` }))
  }
})

const wrongParameters = {
  page: "0",
  page_size: "x",
  submission: "x",
  uploaded_since: "2026-02-30",
  from: "x",
  until: "x",
  is_submitted: "x",
  quest_approach: "x",
}

function parametersIn({ operation }: Endpoint): string[] {
  return operation.parameters.filter((one) => one.in === "query").map(({ name }) => name)
}

test("endpoints: with a full disk, exactly those that record something are refused", async () => {
  const { service } = fixtures
  const app = await createApp({ ...service, db: withFullDisk(service.db) })
  try {
    for (const endpoint of endpoints()) {
      const { statusCode, headers, body } = await app.inject({
        method: endpoint.method as "GET",
        url: endpoint.url,
        headers: { authorization: `Token ${fixtures.ours.firm.token}`, ...endpoint.file?.headers },
        ...(endpoint.payload && { payload: endpoint.payload }),
        ...(endpoint.file && { payload: endpoint.file.content }),
      })
      const isRecorded = endpoint.operation.errors.some(({ status }) => status === "507")
      assert.equal(statusCode, isRecorded ? 507 : 200, `${endpoint.method} ${endpoint.url}: ${body}`)
      assertDocumented(endpoint, { status: statusCode, headers, text: body })
    }
  } finally {
    await app.close()
  }
})

test("endpoints: an unchanged response, a body too large or no JSON, and a used key are as documented", async () => {
  for (const endpoint of endpoints()) {
    const { method, operation, payload } = endpoint
    if (operation.parameters.some(({ name }) => name === "If-None-Match")) {
      const readAgain = async () => {
        const { headers } = await ask(endpoint)
        return ask(endpoint, { headers: { "if-none-match": String(headers.etag) } })
      }
      // Links to files change every second, which may begin between two requests.
      let unchanged = await readAgain()
      for (let tries = 0; unchanged.status === 200 && tries < 5; tries++) unchanged = await readAgain()
      assert.equal(unchanged.status, 304, endpoint.url)
      assertDocumented(endpoint, unchanged)
    }
    if (payload) {
      const large = await ask(endpoint, { payload: { ...payload, large: "x".repeat(1024 * 1024) } })
      assert.equal(large.status, 413, endpoint.url)
      assertDocumented(endpoint, large)
      const text = await ask(endpoint, { payload: "x", headers: { "content-type": "text/plain" } })
      assert.equal(text.status, 415, endpoint.url)
      assertDocumented(endpoint, text)
    }
    if (endpoint.file) await expectFileRefusals(endpoint)
    if (!operation.parameters.some(({ name }) => name === "Idempotency-Key")) continue
    const headers = { "idempotency-key": `${method} ${endpoint.route_url}`.replace(" ", "") }
    const running = await whileKeyIsHeld(headers["idempotency-key"], () => ask(endpoint, { headers }))
    assert.equal(running.headers["retry-after"], "1")
    assertDocumented(endpoint, running)
    const other = endpoints().find((one) => one.payload && one.route_url !== endpoint.route_url)
    assert.ok(other && (await ask(other, { headers })).status < 300)
    const reused = await ask(endpoint, { headers })
    assert.equal(reused.status, 422, endpoint.url)
    assertDocumented(endpoint, reused)
    if (!operation.parameters.some(({ name }) => name === "If-Match")) continue
    const late = await ask(endpoint, { headers: { "if-match": '"other"' } })
    assert.equal(late.status, 412, endpoint.url)
    assertDocumented(endpoint, late)
  }
})

test("endpoints: a change takes the ETag that a read of its record has", async () => {
  const changes = endpoints().filter(({ operation }) =>
    operation.parameters.some(({ name }) => name === "If-Match"),
  )
  assert.ok(changes.length >= 3)
  for (const endpoint of changes) {
    const getter = endpoints().find(({ method, url }) => method === "GET" && url === endpoint.url)
    assert.ok(getter, `${endpoint.url} has no GET`)
    const { etag } = (await ask(getter)).headers
    const { status } = await ask(endpoint, { headers: { "if-match": String(etag) } })
    assert.equal(status, 200, endpoint.url)
  }
})

/** What a request that sends a file is refused for. */
async function expectFileRefusals(endpoint: Endpoint): Promise<void> {
  const { firm } = fixtures.ours
  const expectStatus = async (status: number, changes: Parameters<typeof ask>[1]) => {
    const answer = await ask(endpoint, changes)
    assert.equal(answer.status, status, `${endpoint.operation.id}: ${answer.text}`)
    assertDocumented(endpoint, answer)
  }
  await expectStatus(413, { headers: { "content-length": "200000000" } })
  await expectStatus(415, { headers: { "content-type": "multipart/form-data; boundary=x" } })
  if (endpoint.method !== "PATCH") return
  await expectStatus(409, { headers: { "upload-offset": "1" } })
  const { matter_id } = endpoint.params
  const other = { size: 9, sha256: "0".repeat(64) }
  const { body } = await firm.request("POST", `/v1/matters/${matter_id}/uploads`, other)
  await expectStatus(422, { url: `/v1/matters/${matter_id}/uploads/${body.id}` })
}

test("endpoints: HEAD is answered as GET, whatever its conditions and encodings", async () => {
  const encodings = [{}, { "accept-encoding": "gzip" }, { "accept-encoding": "br, gzip;q=0.5" }]
  for (const endpoint of endpoints().filter(({ method }) => method === "GET")) {
    const { headers } = await ask(endpoint)
    const tags = [undefined, String(headers.etag ?? '"none"'), "*", '"other"']
    for (const tag of tags)
      for (const encoding of encodings) {
        const conditions = {
          headers: { ...encoding, ...(tag && { "if-none-match": tag }) } as Record<string, string>,
        }
        const shown = `${endpoint.url} ${JSON.stringify(conditions)}`
        const get = await ask(endpoint, conditions)
        const head = await ask({ ...endpoint, method: "HEAD" }, conditions)
        assert.equal(head.text, "", shown)
        // Links to files change every second, and with them the tag of their list.
        if (get.headers["cache-control"] !== "no-store" || tag !== tags[1])
          assert.equal(head.status, get.status, shown)
        if (head.status === get.status)
          assert.equal(head.headers["content-encoding"], get.headers["content-encoding"], shown)
      }
  }
})

test("endpoints: a body that is absent, empty, compressed, no JSON or no object is named", async () => {
  const json = { "content-type": "application/json" }
  for (const endpoint of endpoints().filter(({ payload }) => payload)) {
    const refused = async (status: number, code: string, given: { payload?: Buffer; headers?: object }) => {
      const { method, url } = endpoint
      const authorization = `Token ${fixtures.ours.firm.token}`
      const answer = await send(fixtures, {
        method,
        url,
        ...given,
        headers: { authorization, ...given.headers },
      })
      const shown = `${method} ${url}: ${answer.text}`
      assert.equal(answer.status, status, shown)
      assertDocumented(endpoint, answer)
      const body = JSON.parse(answer.text)
      assert.equal(status === 400 ? body.errors[0].code : body.code, code, shown)
      assert.doesNotMatch(body.detail, /content-type but|FST_|undefined/, shown)
    }
    await refused(400, "empty", {})
    await refused(400, "empty", { headers: json })
    await refused(400, "not_json", { headers: json, payload: Buffer.from('{"a":') })
    await refused(400, "not_an_object", { headers: json, payload: Buffer.from("[1]") })
    const packed = { headers: { ...json, "content-encoding": "gzip" }, payload: gzipSync("{}") }
    await refused(415, "unsupported_media_type", packed)
  }
})

/** Runs `work` while another request with this idempotency key is in progress. */
function whileKeyIsHeld(key: string, work: () => Promise<Received>): Promise<Received> {
  const { firm } = fixtures.ours
  return firm.run(async (tx) => {
    await tx.run(sql`
      select pg_advisory_xact_lock(
               hashtextextended('idempotent_answers ' || current_firm() || ' ' || id || ' ' || ${key}, 0))
        from api_keys where token_hash = ${hashToken(firm.token)}`)
    const refused = await work()
    assert.equal(refused.status, 409, refused.text)
    return refused
  })
}

// After the others: it deletes what can be deleted.
test("endpoints: the response to a valid request matches the documented schema, and its Idempotency-Key brings it again", async () => {
  const order = ["GET", "PATCH", "POST", "DELETE"]
  const sorted = endpoints().toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  for (const endpoint of sorted) {
    const takesKey = endpoint.operation.parameters.some(({ name }) => name === "Idempotency-Key")
    const once = takesKey ? { headers: { "idempotency-key": newId("matter") } } : {}
    const answer = await ask(endpoint, once)
    const expected = Number(endpoint.operation.success.status)
    assert.equal(answer.status, expected, `${endpoint.method} ${endpoint.url}`)
    assertDocumented(endpoint, answer)
    if (takesKey) {
      const { status, text, headers } = await ask(endpoint, once)
      assert.deepEqual([status, text, headers["idempotent-replayed"]], [expected, answer.text, "true"])
    }
    if (endpoint.method === "GET") {
      const slashed = await ask(endpoint, { url: `${endpoint.url}/` })
      assert.equal(slashed.status, 200)
    }
    if (endpoint.operation.id !== "cancelUpload") continue
    const { params } = fixtures.ours
    const arrived = await ask(endpoint, { url: addressOf(endpoint.route_url, params) })
    assert.equal(arrived.status, 409)
    assertDocumented(endpoint, arrived)
  }
})

/** What any request can get: tested at their own places (limits, unforeseen errors, a database that is away). */
const of_every_operation = ["429", "500", "503"]

test("endpoints: no status is documented that never comes", () => {
  const documentedOnly = documented.operations.flatMap(({ id, success, errors }) =>
    [success, ...errors]
      .filter(({ status }) => !of_every_operation.includes(status))
      .map(({ status }) => `${id} ${status}`)
      .filter((one) => !documented.produced.has(one)),
  )
  assert.deepEqual(documentedOnly, [])
  for (const { id, errors } of documented.operations)
    for (const status of of_every_operation)
      assert.ok(
        errors.some((error) => error.status === status),
        `${id} ${status}`,
      )
})

test("open routes: each says why it needs no authentication, and reveals nothing about any firm", async () => {
  for (const [route, { open, status = 200 }] of Object.entries(linesOf("open"))) {
    assert.ok(open && open.because.length > 10, route)
    const answer = await send(fixtures, { method: "GET", url: await open.url(fixtures) })
    assert.equal(answer.status, status, route)
  }
})

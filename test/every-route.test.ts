// Checks that apply to every route of the product. A route without a line in the table fails here.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import Ajv2020 from "ajv/dist/2020.js"
import type { FastifyContextConfig } from "fastify"
import { scopesOf } from "../server/firm/access/api/key-verification.ts"
import { scopes } from "../server/firm/access/api/keys.ts"
import { type IdKind, newId } from "../server/platform/ids.ts"
import { resolveReferences } from "../server/web/reference/document.ts"
import { assertConforms, problem } from "./contract/api.ts"
import { apiLines, type Guard, guardOf, linesOf, namesOf, routes } from "./every-route/routes.ts"
import {
  addressOf,
  openTwoFirms,
  parametersOf,
  type Received,
  send,
  type TwoFirms,
} from "./every-route/two-firms.ts"

let fixtures: TwoFirms
let document: {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, object> }> }>>
}
before(async () => {
  fixtures = await openTwoFirms()
  const described = (await fixtures.service.app.inject("/v1/openapi.json")).json()
  const { paths } = resolveReferences(described, described.components)
  // Under /v1, the paths without a version are the same.
  const underV1 = Object.entries(paths).map(([path, methods]) => [`/v1${path}`, methods])
  document = { ...described, paths: { ...Object.fromEntries(underV1), ...paths } }
})
after(() => fixtures.service.close())

test("every route has a line in the table, every line has a route, and each has the guard of its URL", () => {
  const found = fixtures.service.app.routes
    .filter(({ method }) => method !== "HEAD")
    .map(({ method, url, config }) => ({ method, url: url || "/", guard: guardBy(config) }))
    .map((route) => ({ ...route, name: `${route.method} ${route.url}` }))
  const names = namesOf(routes)
  const missing = found.filter(({ name }) => !names.includes(name))
  assert.deepEqual(
    missing.map(({ name }) => `add "${name}" to test/every-route/routes.ts`),
    [],
  )
  const gone = names.filter((name) => !found.some((route) => route.name === name))
  assert.deepEqual(gone, [], "lines of routes that are gone")
  const misplaced = found.filter(({ url, guard }) => guardOf(url) !== guard)
  assert.deepEqual(
    misplaced.map(({ name, guard }) => `${name} is guarded as ${guard}`),
    [],
  )
})

function guardBy({ scope, guard }: FastifyContextConfig): Guard {
  return scope ? "api" : (guard ?? "open")
}

interface Endpoint {
  method: string
  route_url: string
  /** The URL with our own records. */
  url: string
  /** The operation's name in the OpenAPI document. */
  path: string
  params: Record<string, string>
  payload: Record<string, unknown> | undefined
}

function endpoints(): Endpoint[] {
  return Object.entries(apiLines).flatMap(([route_url, line]) => {
    const params = { ...fixtures.ours.params, ...line.params?.(fixtures.ours) }
    const path = route_url.replace(/:([a-z_]+)/g, "{$1}")
    return line.methods.map((method) => ({
      method,
      route_url,
      path,
      params,
      url: addressOf(route_url, params),
      payload: method === "POST" ? line.body?.(fixtures) : undefined,
    }))
  })
}

const ajv = new Ajv2020.default({ strict: false, allErrors: true })

/** Fails unless the OpenAPI document lists this status for the endpoint and the response matches its schema. */
function assertDocumented({ method, path }: Endpoint, { status, headers, text }: Received): void {
  if (!ajv.getSchema("document")) ajv.addSchema({ ...document, $id: "document" }, "document")
  const shown = `${method} ${path} ${status}`
  const operation = document.paths[path]?.[method.toLowerCase()]
  const response = operation?.responses[status]
  assert.ok(response, `${shown} is not documented`)
  const [type = ""] = String(headers["content-type"]).split(";")
  assert.deepEqual(Object.keys(response.content ?? {}), [type], `${shown} is documented otherwise`)
  if (type !== "application/json") return
  const pointer = [
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    status,
    "content",
    "application/json",
    "schema",
  ]
  const ref = `document#/${pointer.map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`
  const validate = ajv.compile({ $ref: ref })
  assert.ok(validate(JSON.parse(text)), `${shown}: ${ajv.errorsText(validate.errors)}\n${text}`)
}

function ask(
  endpoint: Endpoint,
  changes: Partial<{ url: string; token: string; payload: unknown; authorization: string }> = {},
) {
  const authorization = changes.authorization ?? `Token ${changes.token ?? fixtures.ours.firm.token}`
  return send(fixtures, {
    method: endpoint.method,
    url: changes.url ?? endpoint.url,
    headers: authorization === "" ? {} : { authorization },
    payload: (changes.payload as object | undefined) ?? endpoint.payload,
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
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
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

function isFile({ path }: Endpoint): boolean {
  return !document.paths[path]?.get?.responses["200"]?.content?.["application/json"]
}

function parametersIn({ method, path }: Endpoint): string[] {
  const operation = document.paths[path]?.[method.toLowerCase()] as {
    parameters?: { in: string; name: string }[]
  }
  return (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name)
}

test("endpoints: the response to a valid request matches the documented schema", async () => {
  const order = ["GET", "POST", "DELETE"]
  const sorted = endpoints().toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
  for (const endpoint of sorted) {
    const answer = await ask(endpoint)
    assert.equal(answer.status, endpoint.method === "POST" ? 201 : 200, `${endpoint.method} ${endpoint.url}`)
    assertDocumented(endpoint, answer)
    if (endpoint.method === "GET") {
      const slashed = await ask(endpoint, { url: `${endpoint.url}/` })
      assert.equal(slashed.status, 200)
    }
  }
})

test("endpoints: every possible status is documented", () => {
  for (const endpoint of endpoints()) {
    const { method, path, route_url } = endpoint
    const query = parametersIn(endpoint)
    const can = new Set(["401", "403", "429", "500", "503", "507", method === "POST" ? "201" : "200"])
    if (method === "GET" && !isFile(endpoint)) can.add("304")
    if (route_url.includes(":") || query.includes("page")) can.add("404")
    if (query.length > 0) can.add("400")
    if (method !== "GET") for (const status of ["400", "413", "415"]) can.add(status)
    if (method === "POST") for (const status of ["409", "422"]) can.add(status)
    const documented = Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {})
    assert.deepEqual(documented.toSorted(), [...can].toSorted(), `${method} ${path}`)
  }
})

test("open routes: each says why it needs no authentication, and reveals nothing about any firm", async () => {
  for (const [route, { open }] of Object.entries(linesOf("open"))) {
    assert.ok(open && open.because.length > 10, route)
    const answer = await send(fixtures, { method: "GET", url: await open.url(fixtures) })
    assert.equal(answer.status, route === "/start" ? 303 : 200, route)
  }
})

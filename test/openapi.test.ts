// The OpenAPI document: complete, and in sync with the code.

import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { before, test } from "node:test"
import { promisify } from "node:util"
import Ajv2020 from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { phoneTypes } from "../server/definition/people/contact-types.ts"
import { scopesOf } from "../server/firm/access/api/key-verification.ts"
import {
  type Event,
  type EventType,
  eventMeanings,
  eventTraits,
  eventTypes,
  subscribableTypes,
} from "../server/firm/events/schema.ts"
import { faultCodes } from "../server/platform/fault-codes.ts"
import {
  type Document,
  listOperations,
  listWebhooks,
  resolveReferences,
  type Schema,
} from "../server/sites/reference/document.ts"
import { apiErrors } from "../server/sites/reference/error-codes.ts"
import { exampleAnswers } from "../server/sites/reference/example-responses.ts"
import { printDocument } from "../server/sites/reference/routes.ts"
import { assertEach, assertNone } from "./harness/assert-each.ts"
import { literally } from "./harness/literally.ts"
import { provideService } from "./harness/service.ts"

interface Media {
  content?: Record<string, { schema: object; example?: unknown }>
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { name: string; in: string; description?: string; example?: unknown; schema: object }[]
  requestBody?: Media
  responses: Record<string, { description: string; headers?: Record<string, unknown> } & Media>
}

const service = provideService({ listen: true })
let document: Document & { paths: Record<string, Record<string, Operation>> }
let operations: [name: string, Operation][]
before(async () => {
  document = (await service.app.inject("/v1/openapi.json")).json()
  const resolved = resolveReferences(document.paths, document.components)
  operations = Object.entries(resolved).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
})

test("the table of operations has every route that takes a key, with its scopes and an example", () => {
  const table = listOperations(document)
  const shown = table.map(({ method, path, scopes }) => `${method.toUpperCase()} ${path} ${scopes}`)
  const routes = service.app.routes.filter(
    ({ config, method }) => scopesOf(config).length > 0 && method !== "HEAD",
  )
  const names = routes.map(({ method, url }) => `${method} ${url}`)
  const expected = routes
    // Under /v1, the paths without a version are the same.
    .filter(
      ({ method, url }) =>
        !names.includes(`${method} ${url.replace("/v1/", "/")}`) || !url.startsWith("/v1/"),
    )
    .map(({ method, url, config }) => `${method} ${url.replace(/:([a-z_]+)/g, "{$1}")} ${scopesOf(config)}`)
  assert.deepEqual(shown.toSorted(), expected.toSorted())
  const without = table.filter(({ id, success }) => !success.file && !exampleAnswers[id])
  assert.deepEqual(without, [], "add an example to example-responses.ts")
  const ids = table.map(({ id }) => id)
  assertNone(Object.keys(exampleAnswers), (id) => !ids.includes(id), "examples of nothing")
})

test("the table of webhooks has every type with its headers and an example", () => {
  const table = listWebhooks(document)
  assertEach(table, ({ type }) => type, [...eventTypes, "foyer.test"])
  for (const { type, summary, headers, schema, example } of table) {
    assert.ok(summary.length > 10, type)
    assertEach(headers, ({ name }) => name, ["webhook-id", "webhook-timestamp", "webhook-signature"])
    const { event_type, user } = example as Pick<Event, "user"> & { event_type: string }
    assert.equal(event_type, type)
    assert.notEqual(user.is_firm_staff, user.is_client_user)
    const { by } = type === "foyer.test" ? { by: "firm" } : eventTraits[type as EventType]
    if (by !== "either") assert.equal(user.is_firm_staff, by === "firm", type)
    if (/^(Your firm|Staff) /.test(summary)) assert.ok(user.is_firm_staff, summary)
    if (/^(The|A) client (?!or )/.test(summary)) assert.ok(user.is_client_user, summary)
    assert.ok(schema.properties?.occurred_at, type)
  }
})

test("every record has one name, every value list a type, and every pattern is read by any engine", () => {
  const faults: string[] = []
  const walk = (part: unknown, path: string): void => {
    if (typeof part !== "object" || part === null) return
    const { type, enum: values, pattern } = part as { type?: unknown; enum?: unknown; pattern?: string }
    const isRecord = /^\/components\/schemas\/\w+$/.test(path)
    if (type === "object" && !isRecord) faults.push(`${path} is an object without a name`)
    if (Array.isArray(type)) faults.push(`${path} has two types at once`)
    if (values !== undefined && type === undefined) faults.push(`${path} lists values without a type`)
    if (/\\p|\(\?/.test(pattern ?? "")) faults.push(`${path} has a pattern that few engines know`)
    for (const [key, inner] of Object.entries(part))
      if (!/^examples?$/.test(key)) walk(inner, `${path}/${key}`)
  }
  walk(document, "")
  assert.deepEqual(faults, [])
  const { schemas, responses } = document.components
  assert.ok(Object.keys(schemas).length > 60 && !("Client" in schemas))
  assert.ok(Object.keys(responses).length >= 11)
})

test("moments and days have formats, and the document describes what webhooks post", () => {
  const { Matter, MatterListItem, Message, WebhookEvent } = document.components.schemas as Record<
    string,
    { required: string[]; properties: Record<string, { format?: string; anyOf?: { format?: string }[] }> }
  >
  assert.equal(MatterListItem?.properties.open_date?.format, "date")
  assert.equal(Matter?.properties.close_date?.anyOf?.[0]?.format, "date")
  assert.equal(Message?.properties.created_at?.format, "date-time")
  assert.ok(WebhookEvent?.required.includes("occurred_at") && WebhookEvent.properties.is_test)
})

test("lists of values in responses are open, and those of requests are closed", () => {
  const closed: string[] = []
  const walk = (part: Schema, path: string) => {
    if ((part.enum ?? []).length > 1) closed.push(path)
    for (const one of part.oneOf ?? part.anyOf ?? []) walk(one, path)
    if (part.items) walk(part.items, path)
    for (const [name, one] of Object.entries(part.properties ?? {})) walk(one, `${path}.${name}`)
  }
  const table = listOperations(document)
  for (const { id, success } of table) walk(success.schema, id)
  for (const { type, schema } of listWebhooks(document)) walk(schema, type)
  assert.deepEqual(closed, [])
  const valuesOf = (id: string, ...path: string[]) => {
    const schema = table.find((one) => one.id === id)?.success.schema ?? {}
    return path.reduce((at, name) => (at.items ?? at).properties?.[name] ?? {}, schema)["x-extensible-enum"]
  }
  assert.deepEqual(valuesOf("getMatter", "client_type"), ["self", "representative"])
  assert.deepEqual(valuesOf("listEvents", "results", "event_type"), eventTypes)
  assert.deepEqual(valuesOf("listContacts", "contacts", "phone_numbers", "type"), phoneTypes)
  const { schema } = table.find(({ id }) => id === "createMatterAndInvite")?.body ?? {}
  assert.ok(schema?.properties?.clients?.items?.properties?.party?.enum)
})

test("parameters that are read as numbers say so, with what is taken without them", () => {
  const schemasOf = (id: string) =>
    operations
      .filter(([, { operationId }]) => operationId === id)
      .flatMap(([, { parameters = [] }]) => parameters)
      .filter(({ in: place, schema }) => place === "query" && "type" in schema && schema.type === "integer")
      .map(({ name, schema }) => [name, "default" in schema ? schema.default : undefined])
  assert.deepEqual(schemasOf("listMatters"), [
    ["page", 1],
    ["page_size", 100],
  ])
  assert.deepEqual(schemasOf("listDifferences"), [
    ["from", undefined],
    ["until", undefined],
  ])
})

test("Redocly's recommended rules find no error and no warning", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-openapi-"))
  try {
    const file = join(folder, "openapi.json")
    await writeFile(file, printDocument(service.app))
    const cli = "node_modules/@redocly/cli/bin/cli.js"
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, "lint", file, "--extends=recommended", "--format=json"],
      { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
    ).catch((error: { stdout: string }) => error)
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{")))
    assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems, null, 2))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test("the committed copy matches the code", () => {
  assert.ok(
    readFileSync("docs/api/openapi.json", "utf8") === printDocument(service.app),
    "run: bin/foyer openapi > docs/api/openapi.json",
  )
})

test("every operation documents its purpose, its input, and each response", () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const [name, { summary, description, tags, parameters = [], requestBody, responses }] of operations) {
    assert.match(summary, /^[A-Z].{8,}[^.]$/, name)
    assert.match(description, /^[A-Z].{20,}\.$/, name)
    assert.match(
      description,
      /Needs the (scope `[a-z]+:(read|write)`|scopes (`[a-z]+:(read|write)`( and )?)+)\.$/,
      name,
    )
    assert.equal(tags.length, 1, name)
    for (const one of parameters) {
      assert.ok((one.description ?? "").length > 5, `${name} ${one.name} has no description`)
      assert.notEqual(one.example, undefined, `${name} ${one.name} has no example`)
    }
    for (const [status, response] of Object.entries(responses)) {
      assert.match(response.description, /^[A-Z`].{5,}\.$/, `${name} ${status}`)
      assert.doesNotMatch(response.description, /default response/i)
      if (status !== "304" && status !== "204" && !(status === "200" && isFile(name)))
        assert.ok(response.content?.["application/json"]?.example, `${name} ${status} has no example`)
    }
    if (requestBody && !takesFile(requestBody))
      assert.ok(requestBody.content?.["application/json"]?.example, `${name} has no body`)
  }
})

/** Operations that return a file, generated for every request and therefore without an `ETag`. */
const files = ["memo", "workbook"].map((file) => `GET /v1/matters/{matter_id}/${file}`)
const isFile = (name: string) => files.includes(name)

const takesFile = ({ content }: Media) => content?.["application/octet-stream"] !== undefined

test("response headers are documented", () => {
  for (const [name, { parameters = [], requestBody, responses }] of operations) {
    const isTagged = name.startsWith("GET") && !isFile(name)
    const isPiece = name.startsWith("PATCH") && takesFile(requestBody ?? {})
    const isChange = name.startsWith("PATCH") && !isPiece
    const own = isTagged
      ? ["If-None-Match"]
      : isPiece
        ? ["Upload-Offset"]
        : [...(/^[PD]/.test(name) ? ["Idempotency-Key"] : []), ...(isChange ? ["If-Match"] : [])]
    assert.equal(responses["304"] !== undefined, isTagged, name)
    const headers = parameters.filter((one) => one.in === "header").map((one) => one.name)
    assert.deepEqual(headers, own, name)
    for (const [status, response] of Object.entries(responses)) {
      const named = Object.keys(response.headers ?? {}).toSorted()
      const more =
        {
          200: isTagged
            ? ["ETag", "Cache-Control"]
            : isFile(name)
              ? ["Content-Disposition", "Cache-Control"]
              : [...(isChange ? ["ETag"] : []), ...(/^[PD]/.test(name) ? ["Idempotent-Replayed"] : [])],
          201: ["Idempotent-Replayed"],
          204: isPiece ? [] : ["Idempotent-Replayed"],
          304: ["ETag", "Cache-Control"],
          401: ["WWW-Authenticate"],
          409: ["Retry-After"],
          429: ["Retry-After"],
          503: ["Retry-After"],
        }[status] ?? []
      const always = ["RateLimit", "RateLimit-Policy", "Request-Id"]
      if (Number(status) <= 400) always.push("Preference-Applied")
      if (Number(status) < 400) always.push("Foyer-Ignored-Parameters")
      assert.deepEqual(named, [...more, ...always].toSorted(), `${name} ${status}`)
      assert.ok(responses["429"], name)
    }
  }
})

test("every example matches its schema", () => {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: "document" }, "document")
  const check = (name: string, media: Media | undefined) => {
    const json = media?.content?.["application/json"]
    if (!json) return
    const schema = JSON.parse(JSON.stringify(json.schema).replaceAll('"#/', '"document#/'))
    assert.ok(ajv.validate(schema, json.example), `${name}: ${ajv.errorsText()}`)
  }
  for (const [name, { parameters = [], requestBody, responses }] of operations) {
    check(`${name} body`, requestBody)
    for (const [status, response] of Object.entries(responses)) check(`${name} ${status}`, response)
    for (const { name: parameter, schema, example } of parameters)
      assert.ok(ajv.validate(schema, example), `${name} ${parameter}: ${ajv.errorsText()}`)
  }
})

test("the page and the document explain every event type", async () => {
  const { body } = await service.app.inject("/docs")
  const text = readFileSync("docs/api/openapi.json", "utf8")
  for (const type of subscribableTypes) {
    assert.match(body, literally(`id="event-${type}"><th scope="row"><code>${type}</code></th>`), type)
    assert.match(body, literally(`<p>${eventMeanings[type]}.</p>`), type)
    assert.match(text, literally(`\`${type}\`: ${eventMeanings[type]}.`), type)
  }
})

test("every error code thrown has a line on the page and exactly one status", async () => {
  const thrown = globSync("server/**/*.{ts,tsx}")
    .filter((path) => !/\.test\.|\/test\//.test(path))
    .flatMap((path) => codesIn(readFileSync(path, "utf8")))
  assert.ok(thrown.length > 30, "the search is broken")
  const known = apiErrors.map(({ code }) => code)
  assert.equal(new Set(known).size, known.length, "a code is listed twice")
  assertNone(known, (code) => !thrown.includes(code), "codes that nothing throws anymore")
})

test("every fault code listed is given somewhere, and none is listed that only pages give", () => {
  const sources = globSync("server/**/*.ts")
    .filter((path) => !/\.test\.|\/(console|portal)\/|fault-codes/.test(path))
    .map((path) => readFileSync(path, "utf8"))
  const unused = Object.keys(faultCodes).filter((code) => !sources.some((text) => text.includes(`"${code}"`)))
  assert.deepEqual(unused, [])
})

/** Codes passed to `Failure`, `conflict` and its like, or a subclass, and those of responses without one. */
function codesIn(text: string): string[] {
  const patterns = [
    /new Failure\(\s*"\w+",\s*"(\w+)"/g,
    /\b(?:conflict|forbidden|unavailable|tooMany)\(\s*"(\w+)"/g,
    /super\(\s*"\w+",\s*"(\w+)"/g,
    /status: \d{3},\s*code: "(\w+)",\s*detail/g,
  ]
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = ""]) => code))
}

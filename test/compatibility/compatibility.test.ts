// The API only ever gains features: programs written for the last released document work with today's.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { Document, Operation, Schema } from "../../server/sites/reference/document.ts"
import { breakingChanges } from "./breaking-changes.ts"

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Document

/** Said in the changelog: a key without it could sign events toward the receiver of another key. */
const deliberate = ["rollSubscriptionSecret: needs events:read"]

test("nothing of the last released document is missing today", () => {
  assert.deepEqual(breakingChanges(read("docs/api/released.json"), read("docs/api/openapi.json")), deliberate)
})

const text = { type: "string" }
const schema = (properties: Record<string, object>, required: string[]) =>
  ({ type: "object", additionalProperties: false, properties, required }) as Schema

/** A small API, and its parts for changes. */
function small() {
  const body = schema({ name: { ...text, maxLength: 9 }, party: { ...text, enum: ["a", "b"] } }, ["name"])
  const party = { ...text, "x-extensible-enum": ["a", "b"] } as Schema
  const inner = { type: "array", items: schema({ day: { ...text, format: "date" } }, ["day"]) } as Schema
  const answer = schema({ id: text, party, days: inner, closed: { ...text, enum: ["x"] } }, ["id"])
  const page = { name: "page", in: "query", schema: { type: "integer", minimum: 1 } }
  const media = (one: object) => ({ content: { "application/json": { schema: one, example: {} } } })
  const operation = {
    ...{ operationId: "addThing", summary: "", description: "", tags: ["T"] },
    security: [{ token: ["matters:read"] }],
    parameters: [page],
    requestBody: media(body),
    responses: { 201: { description: "", ...media(answer) } } as Record<string, object>,
  }
  const post = { ...operation, parameters: [{ name: "webhook-id", in: "header", schema: text }] }
  const methods: Record<string, typeof operation> = { post: operation }
  const webhooks: Record<string, object> = { "thing.added": { post } }
  const document = { paths: { "/things": methods }, webhooks, components: { schemas: {}, responses: {} } }
  return {
    document: document as unknown as Document,
    methods,
    webhooks,
    operation,
    page,
    body,
    answer,
    inner,
  }
}

type Small = ReturnType<typeof small>
const properties = (one: Schema) => one.properties as Record<string, Record<string, unknown> | undefined>

/** Each breaks programs, and must be said. */
const breaking: Record<string, (api: Small) => unknown> = {
  "post /things: gone": ({ methods }) => delete methods.post,
  "addThing: another operationId": ({ operation }) => Object.assign(operation, { operationId: "makeThing" }),
  "addThing: needs matters:write": ({ operation }) => operation.security[0]?.token.push("matters:write"),
  "addThing query page: gone": ({ operation }) => operation.parameters.pop(),
  "addThing page: now required": ({ page }) => Object.assign(page, { required: true }),
  "addThing page: narrower maximum": ({ page }) => Object.assign(page.schema, { maximum: 9 }),
  "addThing page: no longer takes integer": ({ page }) => Object.assign(page.schema, { type: "boolean" }),
  "addThing body.name: gone": ({ body }) => delete body.properties?.name,
  "addThing body.name: narrower maxLength": ({ body }) =>
    Object.assign(properties(body).name ?? {}, { maxLength: 8 }),
  "addThing body.name: another format": ({ body }) =>
    Object.assign(properties(body).name ?? {}, { format: "date" }),
  "addThing body.name: takes only some values": ({ body }) =>
    Object.assign(properties(body).name ?? {}, { enum: ["a"] }),
  "addThing body.party: now required": ({ body }) => body.required?.push("party"),
  'addThing body.party: no longer "b"': ({ body }) =>
    Object.assign(properties(body).party ?? {}, { enum: ["a"] }),
  "addThing: another status": ({ operation: { responses } }) => {
    responses["200"] = responses["201"] ?? {}
    delete responses["201"]
  },
  "addThing.id: gone": ({ answer }) => delete answer.properties?.id,
  "addThing.id: no longer always there": ({ answer }) => answer.required?.pop(),
  "addThing.id: can now be null": ({ answer }) =>
    Object.assign(answer.properties ?? {}, { id: { anyOf: [text, { type: "null" }] } }),
  'addThing.party: no longer "b"': ({ answer }) =>
    Object.assign(properties(answer).party ?? {}, { "x-extensible-enum": ["a"] }),
  'addThing.closed: can now be "y"': ({ answer }) =>
    Object.assign(properties(answer).closed ?? {}, { enum: ["x", "y"] }),
  "addThing.days[].day: gone": ({ inner }) => delete inner.items?.properties?.day,
  "addThing.days[].day: another format": ({ inner }) => delete properties(inner.items ?? {}).day?.format,
  "thing.added: gone": ({ webhooks }) => delete webhooks["thing.added"],
}

test("every kind of breaking change is found", () => {
  for (const [expected, change] of Object.entries(breaking)) {
    const after = small()
    change(after)
    const found = breakingChanges(small().document, after.document)
    assert.ok(found.includes(expected), `${expected}, but found: ${found.join("; ") || "nothing"}`)
  }
})

test("what only adds is no breaking change", () => {
  const { document, methods, operation, page, body, answer } = small()
  methods.get = { ...operation, operationId: "listThings" } as Operation & typeof operation
  operation.parameters.push({ ...page, name: "page_size" })
  Object.assign(body.properties ?? {}, { note: text, name: { ...text, maxLength: 10 } })
  Object.assign(answer.properties ?? {}, {
    note: text,
    party: { ...text, "x-extensible-enum": ["a", "b", "c"] },
  })
  assert.deepEqual(breakingChanges(small().document, document), [])
  assert.deepEqual(breakingChanges(document, document), [])
})

import assert from "node:assert/strict"
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import type { App } from "../../server/platform/http/app.ts"
import {
  type Document,
  listOperations,
  type Operation,
  resolveReferences,
  type Schema,
} from "../../server/sites/reference/document.ts"
import type { Received } from "./two-firms.ts"

export interface Documented {
  operations: readonly Operation[]
  /** The operation of a route. */
  operationOf(method: string, route_url: string): Operation
  /** Fails unless the operation lists this status and the response matches its schema. */
  assertDocumented(operation: Operation, received: Received): void
  /** What `assertDocumented` has been given: operation and status. */
  readonly produced: ReadonlySet<string>
}

/** The API's document as a test of responses. */
export async function readDocumented(app: App): Promise<Documented> {
  const document = (await app.inject("/v1/openapi.json")).json<Document>()
  const operations = listOperations(document)
  const ajv = new Ajv2020.default({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: "document" }, "document")
  const compiled = new Map<string, ValidateFunction>()
  const produced = new Set<string>()

  /** Where the document describes the response, and its media type: "" if it has no body. */
  function describedAt(
    { method, path }: Operation,
    status: number,
  ): { at: string; type: string } | undefined {
    const response = document.paths[path]?.[method]?.responses[status]
    if (!response) return undefined
    const { $ref = pointerTo("paths", path, method, "responses", String(status)) } = response as Schema
    const [type = ""] = Object.keys(resolveReferences(response, document.components).content ?? {})
    return { at: $ref, type }
  }

  function validatorOf(at: string): ValidateFunction {
    const validate =
      compiled.get(at) ?? ajv.compile({ $ref: `document${at}/content/${escaped("application/json")}/schema` })
    compiled.set(at, validate)
    return validate
  }

  return {
    operations,
    produced,
    operationOf(method, route_url) {
      const path = route_url.replace(/:([a-z_]+)/g, "{$1}")
      const found = operations.find(
        (one) => one.method === method.toLowerCase() && (one.path === path || `/v1${one.path}` === path),
      )
      assert.ok(found, `${method} ${path} is not documented`)
      return found
    },
    assertDocumented(operation, { status, headers, text }) {
      const shown = `${operation.id} ${status}`
      produced.add(shown)
      const described = describedAt(operation, status)
      assert.ok(described, `${shown} is not documented: ${text.slice(0, 500)}`)
      const [type = ""] = String(headers["content-type"] ?? "").split(";")
      assert.equal(type, described.type, shown)
      if (type !== "application/json") return
      const validate = validatorOf(described.at)
      assert.ok(validate(JSON.parse(text)), `${shown}: ${ajv.errorsText(validate.errors)}\n${text}`)
    },
  }
}

function pointerTo(...parts: readonly string[]): string {
  return `#/${parts.map(escaped).join("/")}`
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))
}

// What routes cannot say about themselves in the OpenAPI document: headers of every response, and examples.
import { example_request_id, example_tag, headers } from "./openapi-headers.ts"
import { type JsonSchema, nameRecords, openLists, simplify } from "./openapi-schemas.ts"
import { callbackOf, type WebhookDescription, webhooksOf } from "./openapi-webhooks.ts"
import { problemOf } from "./responses/problem.ts"

export interface ExampleOf {
  /** Parameters of the URL that the example request uses. */
  query?: Readonly<Record<string, string>>
  body?: unknown
  response: unknown
}

/** Examples are the same in every installation. */
const example_url = "https://foyer.example"

interface Media {
  content?: Record<string, { schema?: JsonSchema; example?: unknown } | undefined>
}
interface Response extends Media {
  $ref?: string
  description?: string
  headers?: Record<string, unknown>
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string; schema: JsonSchema; example?: unknown }[]
  requestBody?: Media
  responses: Record<string, Response>
  callbacks?: object
}
interface Document {
  components?: { schemas?: Record<string, JsonSchema> }
  paths: Record<string, Record<string, Operation>>
}

/** The document with its headers, its examples, its named records, and what webhooks send. */
export function completeDocument(given: object, { examples, errors, webhooks }: ApiDescription): object {
  const document = structuredClone(given) as Document
  const named: Record<string, JsonSchema> = {}
  for (const schema of Object.values(document.components?.schemas ?? {})) nameRecords(schema, named)
  const operations = Object.values(document.paths).flatMap((path) => Object.entries(path))
  for (const [method, operation] of operations) {
    const isTagged =
      method === "get" && operation.responses["200"]?.content?.["application/json"] !== undefined
    if (isTagged) nameTags(operation)
    readNumbers(operation)
    nameBodies(operation, named)
    if (operation.operationId === webhooks.subscription.operationId)
      operation.callbacks = callbackOf(webhooks)
    const { isRepeatable, isChange } = nameHeaders(operation)
    const example = examples[operation.operationId]
    setExample(operation.requestBody, example?.body)
    describeFile(operation.requestBody)
    for (const [status, response] of Object.entries(operation.responses)) {
      response.headers = headersOf(status, { isRead: method === "get", isTagged, isRepeatable, isChange })
      const error = errors.find((one) => String(one.status) === status)
      setExample(response, error ? exampleProblem(error) : example?.response)
    }
  }
  const sent = webhooksOf(webhooks, named)
  const responses = nameErrors(operations.map(([, operation]) => operation))
  const components = { ...document.components, schemas: named, responses, headers }
  return { ...document, webhooks: sent, components }
}

/** Parameters arrive as text, as everything in a URL does; some are read as numbers. */
function readNumbers({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const isNumber = parameter.schema["x-whole-number"] !== undefined
    const plain = simplify(parameter.schema)
    parameter.schema = plain.items ? { ...plain, items: simplify(plain.items) } : plain
    if (isNumber) parameter.example = Number(parameter.example)
  }
}

/** Refers to the named records in the bodies of requests and responses. */
function nameBodies({ requestBody, responses }: Operation, named: Record<string, JsonSchema>): void {
  for (const part of [requestBody ?? {}, ...Object.values(responses)])
    for (const media of Object.values(part.content ?? {})) {
      const isProblem = media?.schema?.$ref !== undefined
      if (!media?.schema || isProblem) continue
      media.schema = nameRecords(part === requestBody ? media.schema : openLists(media.schema), named)
    }
}

/** Moves the error responses, which are the same everywhere, out of the operations, and returns them by name. */
function nameErrors(operations: readonly Operation[]): Record<string, Response> {
  const named: Record<string, Response> = {}
  for (const { responses } of operations)
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const name = `Error${status}`
      named[name] ??= response
      if (JSON.stringify(named[name]) === JSON.stringify(response))
        responses[status] = { $ref: `#/components/responses/${name}` }
    }
  return named
}

/** The header that makes a GET cheap if nothing has changed. */
function nameTags(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), tagParameter]
  operation.responses["304"] = {
    description: "Nothing has changed since the response whose `ETag` you name.",
  }
}

const tagParameter = {
  name: "If-None-Match",
  in: "header",
  description:
    "The `ETag` of the response that you have: while it is the newest, you get a 304 without a body.",
  schema: { type: "string" },
  example: example_tag,
}

/** Header names as people write them, and what the operation takes: an idempotency key, a condition. */
function nameHeaders({ parameters = [] }: Operation): Pick<Manner, "isRepeatable" | "isChange"> {
  const find = (header: string) => {
    const named = parameters.find(
      ({ name, in: place }) => place === "header" && name === header.toLowerCase(),
    )
    if (named) named.name = header
    return named !== undefined
  }
  find("Upload-Offset")
  return { isRepeatable: find("Idempotency-Key"), isChange: find("If-Match") }
}

interface Manner {
  isRead: boolean
  /** The response has an `ETag`; if not, it is a file. */
  isTagged: boolean
  isRepeatable: boolean
  /** It changes a record that has an `ETag`. */
  isChange: boolean
}

function headersOf(status: string, manner: Manner): Record<string, object> {
  const { isRead, isTagged, isRepeatable, isChange } = manner
  const named = ["Request-Id", "RateLimit-Policy", "RateLimit"]
  if (isRead && (status === "200" || status === "304"))
    named.push(isTagged ? "ETag" : "Content-Disposition", "Cache-Control")
  if (Number(status) < 400) named.push("Foyer-Ignored-Parameters")
  if (Number(status) <= 400) named.push("Preference-Applied")
  if (status === "401") named.push("WWW-Authenticate")
  if (["409", "429", "503"].includes(status)) named.push("Retry-After")
  if (status.startsWith("2") && isRepeatable) named.push("Idempotent-Replayed")
  if (status === "200" && isChange) named.push("ETag")
  return Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Validation would look for a text in the stream that such a body is. */
function describeFile(body: Media | undefined): void {
  const file = body?.content?.["application/octet-stream"]
  if (file) file.schema = { type: "string", format: "binary" }
}

function setExample(media: Media | undefined, example: unknown): void {
  const json = media?.content?.["application/json"]
  if (json && example !== undefined) json.example = example
}

function exampleProblem({ status, code, meaning }: ApiDescription["errors"][number]): object {
  const fault = { param: "page", code: "not_a_page", message: '"page" must be a whole number, 1 or more.' }
  const errors = status === 400 ? [fault] : undefined
  const detail = status === 400 ? fault.message : meaning
  return problemOf({ status, code, detail, errors }, example_request_id, example_url)
}

export interface ApiDescription {
  title: string
  version: string
  description: string
  tags: { name: string; description: string }[]
  /** One request and its response, by the operation's id. */
  examples: Readonly<Record<string, ExampleOf | undefined>>
  /** For every error status, the code and sentence of an example. */
  errors: readonly { status: number; code: string; meaning: string }[]
  webhooks: WebhookDescription
}

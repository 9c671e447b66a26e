// What routes cannot say about themselves in the OpenAPI document: headers of every response, and examples.
import { problemOf } from "./responses/problem.ts"

export interface ExampleOf {
  body?: unknown
  answer: unknown
}

/** Examples are the same in every installation. */
const example_url = "https://foyer.example"
const example_request_id = "6f0d8f7e-3a53-4d0f-9d0c-6a5a3a0b7c11"

interface Media {
  content?: Record<string, { schema?: unknown; example?: unknown } | undefined>
}
interface Response extends Media {
  description: string
  headers?: Record<string, unknown>
}
interface Operation {
  operationId: string
  parameters?: { name: string; in: string; schema: unknown; example?: unknown }[]
  requestBody?: Media
  responses: Record<string, Response>
}
interface Document {
  components?: Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
}

/** The document with its headers and examples. */
export function completeDocument(given: object, { examples, errors }: ApiDescription): object {
  const document = structuredClone(given) as Document
  document.components = { ...document.components, headers }
  const operations = Object.values(document.paths).flatMap((path) => Object.entries(path))
  for (const [method, operation] of operations) {
    const isTagged =
      method === "get" && operation.responses["200"]?.content?.["application/json"] !== undefined
    if (isTagged) nameTags(operation)
    nameNumbers(operation)
    const isRepeatable = nameHeaders(operation)
    const example = examples[operation.operationId]
    setExample(operation.requestBody, example?.body)
    for (const [status, response] of Object.entries(operation.responses)) {
      response.headers = headersOf(status, { isRead: method === "get", isTagged, isRepeatable })
      const error = errors.find((one) => String(one.status) === status)
      setExample(response, error ? exampleProblem(error) : example?.answer)
    }
  }
  return document
}

/** A parameter that arrives as text, as everything in a URL does, and is read as a number. */
function nameNumbers({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const schema = numbers[parameter.name]
    if (!schema || parameter.in !== "query") continue
    parameter.schema = schema
    parameter.example = Number(parameter.example)
  }
}

const numbers: Record<string, object | undefined> = {
  page: { type: "integer", minimum: 1, default: 1 },
  page_size: { type: "integer", minimum: 1, default: 100 },
  submission: { type: "integer", minimum: 1 },
}

/** The header that makes a GET cheap if nothing has changed. */
function nameTags(operation: Operation): void {
  operation.parameters = [...(operation.parameters ?? []), tagParameter]
  operation.responses["304"] = { description: "Nothing has changed since the answer whose `ETag` you name." }
}

const example_tag = 'W/"l3vMrqpMvVhJ1rUZ8a0b2A"'

const tagParameter = {
  name: "If-None-Match",
  in: "header",
  description:
    "The `ETag` of the answer that you have: while it is the newest, you get a 304 without a body.",
  schema: { type: "string" },
  example: example_tag,
}

/** Header names as people write them, and whether the operation takes an idempotency key. */
function nameHeaders({ parameters = [] }: Operation): boolean {
  const key = parameters.find(({ name, in: place }) => place === "header" && name === "idempotency-key")
  if (key) key.name = "Idempotency-Key"
  return key !== undefined
}

interface Manner {
  isRead: boolean
  /** The response has an `ETag`; if not, it is a file. */
  isTagged: boolean
  isRepeatable: boolean
}

function headersOf(status: string, { isRead, isTagged, isRepeatable }: Manner): Record<string, object> {
  const named = ["Request-Id", "RateLimit-Policy", "RateLimit"]
  if (isRead && (status === "200" || status === "304"))
    named.push(isTagged ? "ETag" : "Content-Disposition", "Cache-Control")
  if (status === "401") named.push("WWW-Authenticate")
  if (status === "429" || status === "503") named.push("Retry-After")
  if (status === "201" && isRepeatable) named.push("Idempotent-Replayed")
  return Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
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

const headers = {
  "Request-Id": {
    description: "Names this request in the logs. Quote it when you ask for help.",
    schema: { type: "string" },
    example: example_request_id,
  },
  "RateLimit-Policy": {
    description:
      "The limits that count here: `q` requests in a window of `w` seconds; absent where there are none. `key` counts your requests; `network`, wrong keys from your network until yours was seen.",
    schema: { type: "string" },
    example: '"key";q=3000;w=60',
  },
  RateLimit: {
    description: "What is left of each: `r` requests, until the window ends in `t` seconds.",
    schema: { type: "string" },
    example: '"key";r=2998;t=41',
  },
  ETag: {
    description: "Names this state of the answer. Send it back in `If-None-Match`.",
    schema: { type: "string" },
    example: example_tag,
  },
  "Cache-Control": {
    description:
      "`private, no-cache`: only you may keep the answer, and ask before using it again. `no-store` where it holds sensitive answers, links to files, or is a file.",
    schema: { type: "string" },
    example: "private, no-cache",
  },
  "Content-Disposition": {
    description: "The name to save the file under (RFC 6266).",
    schema: { type: "string" },
    example: 'attachment; filename="Smith, Ada and Ben 2026-03-02 file memo.pdf"',
  },
  "Retry-After": {
    description: "Seconds to wait before asking again.",
    schema: { type: "integer", minimum: 1 },
    example: 2,
  },
  "WWW-Authenticate": {
    description: "The scheme that the `Authorization` header has to use.",
    schema: { type: "string" },
    example: "Token",
  },
  "Idempotent-Replayed": {
    description: "`true` where this is the first answer again; the request was not done a second time.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
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
}

// The table of the API's operations and of what webhooks send. It is read from the OpenAPI document, which the routes
// make; whatever describes or calls the API is made from it: the reference page, its samples, tools, and clients.
import type { JsonSchema } from "../../platform/http/openapi-schemas.ts"

export interface Schema extends JsonSchema {
  const?: unknown
  /** The values known today; a response may bring others. */
  "x-extensible-enum"?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  description?: string
}

export interface Parameter {
  name: string
  in: "path" | "query" | "header"
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export interface Media {
  content: Record<string, { schema: Schema; example?: unknown } | undefined>
}

interface OperationObject {
  operationId: string
  summary: string
  description: string
  tags: string[]
  /** Each scope that a key needs. */
  security: { token?: string[] }[]
  parameters?: Parameter[]
  requestBody?: Media
  responses: Record<string, { description: string } & Partial<Media>>
}

export interface Document {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, { post: OperationObject }>
  components: { schemas: Record<string, Schema>; responses: Record<string, object> }
}

export interface Operation {
  id: string
  /** Where the documentation shows it. */
  href: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  scopes: readonly string[]
  parameters: Parameter[]
  body: { schema: Schema; example?: unknown } | undefined
  /** Its body is a file. */
  takes_file: boolean
  /** `file` is the media type of a response that is a file. */
  success: {
    status: string
    description: string
    file: string | undefined
    schema: Schema
    example: unknown
  }
  errors: { status: string; code: string; description: string }[]
}

/** Returns every operation in the document's order, with the records it refers to in their places. */
export function listOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationOf(method, path, resolveReferences(operation, document.components)),
    ),
  )
}

/** What Foyer posts to a webhook's address when an event of this type happens. */
export interface Webhook {
  type: string
  summary: string
  headers: Parameter[]
  schema: Schema
  example: unknown
}

/** Returns every type of webhook in the document's order. */
export function listWebhooks({ webhooks, components }: Document): Webhook[] {
  return Object.entries(webhooks).map(([type, { post }]) => {
    const { summary, parameters = [], requestBody } = resolveReferences(post, components)
    const { schema = {}, example } = requestBody?.content["application/json"] ?? {}
    return { type, summary, headers: parameters, schema, example }
  })
}

/** The same JSON with every reference to a record or response replaced by it. No record contains itself. */
export function resolveReferences<Json>(json: Json, components: Document["components"]): Json {
  if (Array.isArray(json)) return json.map((part) => resolveReferences(part, components)) as Json
  if (typeof json !== "object" || json === null) return json
  const { $ref = "" } = json as Schema
  const [, kind, name = ""] = /^#\/components\/(schemas|responses)\/(.+)$/.exec($ref) ?? []
  if (kind) return resolveReferences((components[kind as "schemas"][name] ?? {}) as Json, components)
  return Object.fromEntries(
    Object.entries(json).map(([key, part]) => [key, resolveReferences(part, components)]),
  ) as Json
}

/** The page of the operations under a tag: `/docs/matters`. */
export function pathOfTag(tag: string): string {
  return `/docs/${tag.toLowerCase()}`
}

function operationOf(method: string, path: string, operation: OperationObject): Operation {
  const responses = Object.entries(operation.responses).map(([status, { description, content }]) => ({
    status,
    description,
    file: Object.keys(content ?? {}).find((type) => type !== "application/json"),
    schema: content?.["application/json"]?.schema ?? {},
    example: content?.["application/json"]?.example,
  }))
  const success = responses.find(({ status }) => status.startsWith("2"))
  if (!success) throw new Error(`${operation.operationId} has no response`)
  const tag = operation.tags[0] ?? ""
  return {
    id: operation.operationId,
    href: `${pathOfTag(tag)}#${operation.operationId}`,
    method,
    path,
    tag,
    summary: operation.summary,
    description: operation.description,
    scopes: operation.security.flatMap(({ token = [] }) => token),
    parameters: operation.parameters ?? [],
    body: operation.requestBody?.content["application/json"],
    takes_file: operation.requestBody?.content["application/octet-stream"] !== undefined,
    success,
    errors: responses
      .filter(({ status }) => Number(status) >= 400)
      .map(({ status, description, example }) => ({
        status,
        description,
        code: (example as { code: string }).code,
      })),
  }
}

// What the package's generated files need to know of an operation, from the OpenAPI document.
import type { JsonSchema } from "../../platform/http/openapi-schemas.ts"

/** The parts of the OpenAPI document that are read here. */
export interface ApiDocument {
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, Record<string, { requestBody?: Media }>>
  components: { schemas: Record<string, JsonSchema> }
}

interface Media {
  required?: boolean
  content?: Record<string, { schema?: JsonSchema } | undefined>
}

interface OperationObject {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Media
  responses: Record<string, Media>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonSchema
}

export interface Operation {
  id: string
  method: string
  path: string
  about: string
  /** Those in the path and the query. */
  parameters: Parameter[]
  body: JsonSchema | undefined
  /** It takes an idempotency key. */
  once: boolean
  /** What it returns; undefined for a file. */
  result: JsonSchema | undefined
  /** For a list in pages, the field that holds the records, and one of them. */
  page: { records: string; item: JsonSchema } | undefined
}

export function operationsOf({ paths, components }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, summary = "", description = "", parameters = [], responses } = operation
      const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? []
      const result = jsonOf(success)
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        about: `${summary}. ${description}`,
        parameters: parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query"),
        body: jsonOf(operation.requestBody),
        once: parameters.some(({ name }) => name.toLowerCase() === "idempotency-key"),
        result,
        page: pageOf(resolve(result, components.schemas)),
      }
    }),
  )
}

/** The bodies of all webhooks, each named once. */
export function webhookBodiesOf({ webhooks }: ApiDocument): JsonSchema[] {
  const bodies = Object.values(webhooks)
    .flatMap((methods) => Object.values(methods))
    .map(({ requestBody }) => jsonOf(requestBody))
    .filter((body) => body !== undefined)
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()]
}

function jsonOf(media: Media | undefined): JsonSchema | undefined {
  return media?.content?.["application/json"]?.schema
}

/** The schema itself, where it is only named. */
export function resolve(
  schema: JsonSchema | undefined,
  named: Record<string, JsonSchema>,
): JsonSchema | undefined {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? "") ?? []
  return name ? named[name] : schema
}

function pageOf(schema: JsonSchema | undefined): Operation["page"] {
  if (!schema?.properties?.next) return undefined
  const lists = Object.entries(schema.properties).flatMap(([records, { items }]) =>
    items ? [{ records, item: items }] : [],
  )
  return lists.length === 1 ? lists[0] : undefined
}

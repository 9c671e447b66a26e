// What the package's generated files need to know of an operation: the table of operations, with records by their names.
import type { JsonSchema } from "../../platform/http/openapi-schemas.ts"
import { type Document, listOperations, type Media, type Parameter } from "../reference/document.ts"

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

export function operationsOf(document: Document): Operation[] {
  // The client's own `upload` sends files.
  const operations = listOperations(document).filter(({ takes_file }) => !takes_file)
  return operations.map((operation) => {
    const { id, method, path, summary, description, parameters, success } = operation
    // The table has records in their places; types refer to them.
    const own = document.paths[path]?.[method]
    const result = jsonOf(own?.responses[success.status])
    return {
      id,
      method: method.toUpperCase(),
      path,
      about: `${summary}. ${description}`,
      parameters: parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query"),
      body: jsonOf(own?.requestBody),
      once: parameters.some(({ name }) => name.toLowerCase() === "idempotency-key"),
      result,
      page: pageOf(resolve(result, document.components.schemas)),
    }
  })
}

/** The bodies of all webhooks, each named once. */
export function webhookBodiesOf({ webhooks }: Document): JsonSchema[] {
  const bodies = Object.values(webhooks)
    .map(({ post }) => jsonOf(post.requestBody))
    .filter((body) => body !== undefined)
  return [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()]
}

function jsonOf(media: Partial<Media> | undefined): JsonSchema | undefined {
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

// The generated half of the package: a method and types for each operation of the OpenAPI document.
import type { JsonSchema } from "../../platform/http/openapi-schemas.ts"
import type { Document } from "../reference/document.ts"
import { commentOf, declareRecord, objectOf, typeOf } from "./declarations.ts"
import { type Operation, operationsOf, resolve, webhookBodiesOf } from "./operations.ts"

/** `index.js`: the class with its methods. */
export function scriptOf(document: Document): string {
  const methods = operationsOf(document).map(({ id, method, path, parameters, body, once, result, page }) => {
    const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
    const operation = {
      ...(query.length > 0 && { query }),
      ...(body && { has_body: true }),
      ...(once && { once }),
      ...(!result && { file: true }),
      ...(page && { records: page.records }),
    }
    const words = [method, path, operation].map((word) => JSON.stringify(word)).join(", ")
    return `  ${id}(params, options) {\n    return this.${page ? "list" : "call"}(${words}, params, options)\n  }\n`
  })
  return `import { Client } from "./client.js"\nexport { FoyerError, verifyWebhook } from "./client.js"\n
export class Foyer extends Client {\n${methods.join("\n")}}\n`
}

/** `index.d.ts`: every record by its name, the parameters of every operation, and the class. */
export function declarationsOf(document: Document): string {
  const { schemas } = document.components
  const operations = operationsOf(document)
  const bodies = webhookBodiesOf(document).map(typeOf)
  return [
    'import type { CallOptions, Client, FileResponse, Listing, NewFile, VerifyWebhook } from "./client.js"',
    'export type { CallOptions, Fault, FileResponse, FoyerOptions, Listing, NewFile, RequestOptions, WebhookHeaders } from "./client.js"',
    'export { FoyerError } from "./client.js"\n',
    ...Object.entries(schemas).map(([name, schema]) => declareRecord(name, schema)),
    ...operations.map((operation) => declareParams(operation, schemas)),
    `/** What webhooks post. */\nexport type WebhookPayload = ${bodies.join(" | ") || "unknown"}\n`,
    "export declare const verifyWebhook: VerifyWebhook<WebhookPayload>\n",
    "/** The API of one installation, with one key. */\nexport declare class Foyer extends Client {",
    "  /** Adds a file in pieces, and goes on where a broken connection ended. */\n  upload(file: NewFile, options?: CallOptions): Promise<SingleDocument>\n",
    ...operations.map((operation) => declareMethod(operation, schemas)),
    "}\n",
  ].join("\n")
}

function paramsName({ id }: Operation): string {
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}Params`
}

function declareParams(operation: Operation, named: Record<string, JsonSchema>): string {
  const { parameters, body } = operation
  requireDistinctNames(operation, named)
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { ...asBoolean(schema), description }]),
  )
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  const own = objectOf(properties, required)
  const type = body ? [...(parameters.length > 0 ? [own] : []), typeOf(body)].join(" & ") : own
  return `export type ${paramsName(operation)} = ${type}\n`
}

/** A parameter that is the text of a boolean may be given as one. */
function asBoolean(schema: JsonSchema): JsonSchema {
  const isBoolean = schema.enum?.includes("true") && schema.enum.includes("false")
  return isBoolean ? { anyOf: [{ type: "boolean" }, schema] } : schema
}

/** Parameters and the fields of a body stand side by side in one object. */
function requireDistinctNames({ id, parameters, body }: Operation, named: Record<string, JsonSchema>): void {
  const fields = Object.keys(resolve(body, named)?.properties ?? {})
  const shared = parameters.map(({ name }) => name).filter((name) => fields.includes(name))
  if (shared.length > 0) throw new Error(`${id} has ${shared.join(", ")} as a parameter and in its body.`)
}

function declareMethod(operation: Operation, named: Record<string, JsonSchema>): string {
  const { id, about, parameters, body, result, page } = operation
  const fields = resolve(body, named)?.required as string[] | undefined
  const isNeeded = parameters.some((one) => one.required) || (fields?.length ?? 0) > 0
  const params = `params${isNeeded ? "" : "?"}: ${paramsName(operation)}`
  const returned = result ? typeOf(result) : "FileResponse"
  const type = page ? `Listing<${returned}, ${typeOf(page.item)}>` : `Promise<${returned}>`
  return `${commentOf(about)}${id}(${params}, options?: CallOptions): ${type}\n`.replace(/^(?=.)/gm, "  ")
}

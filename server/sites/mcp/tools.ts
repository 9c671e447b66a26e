import { type Document, listOperations, type Operation, type Schema } from "../reference/document.ts"

/** A tool of the Model Context Protocol that calls one operation of the API. */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: { type: "object"; [keyword: string]: unknown }
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean }
  operation: Operation
}

/** A model reads every word of an answer, so lists are short unless it asks for more. */
const page_size = 20

/** One tool for each operation, in the document's order, but for those that send files: a model has none. */
export function listTools(document: Document): Tool[] {
  return listOperations(document)
    .filter(({ tag }) => tag !== "Uploads")
    .map(toolOf)
}

function toolOf(operation: Operation): Tool {
  const { id, method, summary, description, body, success } = operation
  const isRead = method === "get"
  return {
    name: id,
    title: summary,
    description: `${description}${isRead ? "" : " This changes data."}`,
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(argumentsOf(operation).map(({ name, schema }) => [name, schema])),
        ...body?.schema.properties,
      },
      required: [
        ...argumentsOf(operation)
          .filter(({ required }) => required)
          .map(({ name }) => name),
        ...(body?.schema.required ?? []),
      ],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: isRead,
      // What creates something only adds.
      destructiveHint: !isRead && success.status !== "201",
      idempotentHint: isRead || method === "delete",
    },
    operation,
  }
}

/** The parameters a model may set: of the headers, only the key that makes repeating a call harmless. */
function argumentsOf({ parameters }: Operation) {
  return parameters
    .filter((parameter) => parameter.in !== "header" || parameter.name === idempotencyHeader)
    .map((parameter) => ({
      ...parameter,
      name: parameter.in === "header" ? idempotencyArgument : parameter.name,
      schema: describe(parameter.schema, parameter),
    }))
}

const idempotencyHeader = "Idempotency-Key"
const idempotencyArgument = "idempotency_key"

function describe(schema: Schema, { name, description }: { name: string; description?: string }): Schema {
  const shorter = name === "page_size" ? { default: page_size } : {}
  return { ...schema, ...(description && { description }), ...shorter }
}

export interface ToolRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: Record<string, unknown> | undefined
}

/** The ids without which a call would reach another operation: those that are missing, or that stand for a folder in an address. */
export function listMissingIds({ operation }: Tool, given: Record<string, unknown>): string[] {
  return operation.parameters
    .filter(({ name, in: place }) => place === "path" && /^\.{0,2}$/.test(textOf(given[name] ?? "")))
    .map(({ name }) => name)
}

/** The request that a call of a tool stands for. What is no parameter goes into the body, whose schema refuses what it doesn't know. */
export function requestOf({ operation }: Tool, given: Record<string, unknown>): ToolRequest {
  const rest = { ...given }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value === undefined || value === null || isEmptyList(value) ? undefined : textOf(value)
  }
  const key = take(idempotencyArgument)
  let path = operation.path
  const query = new URLSearchParams()
  for (const { name, in: place } of operation.parameters) {
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(take(name) ?? ""))
    if (place !== "query") continue
    const value = take(name) ?? (name === "page_size" ? String(page_size) : undefined)
    if (value !== undefined) query.set(name, value)
  }
  if (!operation.body) for (const name of Object.keys(rest)) query.set(name, take(name) ?? "")
  return {
    method: operation.method.toUpperCase(),
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: { prefer: "handling=strict", ...(key !== undefined && { "idempotency-key": key }) },
    body: operation.body ? rest : undefined,
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** A parameter as an address has it: a list is separated by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

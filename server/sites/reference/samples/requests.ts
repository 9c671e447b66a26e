// One model of an operation's example request, which every language renders.
import type { Operation } from "../document.ts"
import { exampleAnswers } from "../example-responses.ts"

export interface SampleRequest {
  /** The method of the client package. */
  operation: string
  base_url: string
  /** The parameters in the path and the query, and the fields of the body. */
  params: Readonly<Record<string, unknown>>
  method: string
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  body: unknown
  /** The name to save the response under, if it is a file. */
  file: string | undefined
  takes_file: boolean
}

/** Returns the example request of an operation: its path, the query of its example, its headers, and its body. */
export function sampleRequestOf(
  { id, method, path, parameters, body, success, takes_file }: Operation,
  base_url: string,
): SampleRequest {
  const examples = (place: string) =>
    parameters.filter((one) => one.in === place && one.example !== undefined)
  const ids = new Map(examples("path").map(({ name, example }) => [name, String(example)]))
  const address = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => ids.get(name) ?? name)
  const query = Object.entries(exampleAnswers[id]?.query ?? {})
  const words = new URLSearchParams(query).toString()
  const isNumber = (name: string) =>
    parameters.some((one) => one.name === name && one.schema.type === "integer")
  const typed = query.map(([name, value]) => [name, isNumber(name) ? Number(value) : value])
  // A condition helps only the one who has the tag that it names.
  const own = examples("header").filter(
    ({ name, required }) => required || name === "Idempotency-Key" || takes_file,
  )
  return {
    operation: id,
    base_url,
    params: {
      ...Object.fromEntries(ids),
      ...Object.fromEntries(typed),
      ...(body?.example as object | undefined),
    },
    method: method.toUpperCase(),
    url: base_url + address + (words && `?${words}`),
    headers: [
      ...own.map(({ name, example }) => [name, String(example)] as const),
      ...(body ? [["Content-Type", "application/json"] as const] : []),
      ...(takes_file ? [["Content-Type", "application/octet-stream"] as const] : []),
    ],
    body: body?.example,
    takes_file,
    file: success.file && `${path.split("/").at(-1)}.${extensions[success.file] ?? "bin"}`,
  }
}

const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
}

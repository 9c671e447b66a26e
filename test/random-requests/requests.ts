import fc from "fast-check"
import type { Operation, Parameter, Schema } from "../../server/sites/reference/document.ts"
import { anyJson, inAddress, mutated, oddText } from "./odd-values.ts"
import { valuesOf } from "./values.ts"

export interface RandomRequest {
  operation: Operation
  /** Escaped, but for ids to be filled in. */
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

/** Requests of all operations, most of them as documented; ids stand as `§matter:7§`. */
export function requestsOf(operations: readonly Operation[]): fc.Arbitrary<RandomRequest> {
  // Files take long to create.
  const choices = operations.map((one) => ({ weight: one.success.file ? 1 : 10, arbitrary: requestOf(one) }))
  return fc.oneof(...choices)
}

function requestOf(operation: Operation): fc.Arbitrary<RandomRequest> {
  const { path, parameters, body } = operation
  const inQuery = parameters.filter((one) => one.in === "query")
  return fc
    .record({
      ids: fc.record(
        Object.fromEntries(parameters.filter((one) => one.in === "path").map((one) => [one.name, idOf(one)])),
      ),
      query: fc.tuple(...inQuery.map(queryOf), rarely(fc.tuple(inAddress, inAddress))),
      headers: headersOf(parameters),
      payload: body ? bodyOf(body.schema) : fc.constant(undefined),
    })
    .map(({ ids, query, headers, payload }) => ({
      operation,
      url: `${path.replace(/\{([a-z_]+)\}/g, (_, name) => String(ids[name]))}?${query
        .filter((pair) => pair !== undefined)
        .map((pair) => pair.join("="))
        .join("&")}`,
      headers,
      payload,
    }))
}

/** The value most of the time; else nothing. */
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 1, nil: undefined })
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

function idOf({ schema, example }: Parameter): fc.Arbitrary<string> {
  const real = valuesOf({ ...schema, examples: [example] }) as fc.Arbitrary<string>
  // A segment of dots would name another path.
  const odd = inAddress.map((text) => text.replaceAll("/", "%2F").replace(/^(\.|%2e)*$/i, "x"))
  return fc.oneof({ weight: 9, arbitrary: real }, { weight: 1, arbitrary: odd })
}

function queryOf({ name, schema, example }: Parameter): fc.Arbitrary<[string, string] | undefined> {
  const examples = example === undefined ? [] : [example]
  const valid = valuesOf({ ...schema, examples }, name).map((value) =>
    encodeURIComponent(String(value).toWellFormed()).replace(/%C2%A7(\w+)%3A(\d+)%C2%A7/g, "§$1:$2§"),
  )
  const value = fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: inAddress })
  return rarely(value).map((one) => (one === undefined ? undefined : [name, one]))
}

function headersOf(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const has = (name: string) => parameters.some((one) => one.name === name)
  return fc
    .record({
      prefer: rarely(fc.constantFrom("handling=strict", "handling=lenient", "respond-async")),
      "if-none-match": has("If-None-Match")
        ? rarely(fc.constantFrom("*", 'W/"x"', "x"))
        : fc.constant(undefined),
      "idempotency-key": has("Idempotency-Key")
        ? often(
            fc.oneof(
              fc.uuid(),
              fc.constantFrom("a", "b"),
              oddText.map((text) => encodeURIComponent(text.toWellFormed())),
            ),
          )
        : fc.constant(undefined),
    })
    .map(
      (all) =>
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >,
    )
}

function bodyOf(schema: Schema): fc.Arbitrary<string> {
  const valid = valuesOf(schema) as fc.Arbitrary<Record<string, unknown>>
  const any = fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 3, arbitrary: valid.chain(mutated) },
    { weight: 1, arbitrary: anyJson },
  )
  return any.map((body) => JSON.stringify(body) ?? "")
}

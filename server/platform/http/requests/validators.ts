import { Ajv, type ErrorObject, type ValidateFunction } from "ajv"
import addFormats from "ajv-formats"
import { addTextReaders } from "./text-readers.ts"
import { hasParameter, type QuerySchema } from "./unknown-parameters.ts"

/** Validation that never drops or converts anything in a body but text, and finds every fault. */
export function compileValidator(schema: object, httpPart: string | undefined): ValidateFunction {
  if (httpPart === "body") return bodies.compile(schema)
  const validate = strings.compile(schema)
  return httpPart === "querystring" ? refusingOddities(validate) : validate
}

const bodies = newAjv({ coerceTypes: false })
// Path and query parameters arrive as text.
const strings = newAjv({ coerceTypes: true })

function newAjv(options: { coerceTypes: boolean }): Ajv {
  const ajv = new Ajv({
    ...options,
    allErrors: true,
    removeAdditional: false,
    useDefaults: false,
    strict: false,
  })
  addFormats.default(ajv, ["date", "date-time", "uri"])
  // Read by `x-reads`; JSON Schema's own format knows no internationalized domain.
  ajv.addFormat("email", true)
  addTextReaders(ajv)
  return ajv
}

/**
 * For queries: each known parameter occurs at most once, unless it is a list, and holds no NUL, which PostgreSQL cannot
 * store. A list is separated by commas, or repeats the parameter.
 */
function refusingOddities(validate: ValidateFunction): ValidateFunction {
  const schema = validate.schema as QuerySchema
  const isList = (name: string) => schema.properties?.[name]?.type === "array"
  const check = (query: Record<string, unknown>): boolean => {
    const known = Object.keys(query).filter((name) => hasParameter(schema, name))
    for (const name of known.filter(isList))
      query[name] = [query[name]].flat().flatMap((text) => String(text).split(","))
    const fits = validate(query)
    const find = (keyword: string, isOdd: (value: unknown, name: string) => boolean) =>
      known
        .filter((name) => isOdd(query[name], name))
        .map((name) => ({ keyword, instancePath: `/${name}`, params: {} }))
    const repeated = find("repeated", (value, name) => Array.isArray(value) && !isList(name))
    const withNul = find("storable", (value) => String(value).includes("\0"))
    check.errors = [
      ...repeated,
      ...(fits ? [] : (validate.errors ?? []).map(ofList)),
      ...withNul,
    ] as ErrorObject[]
    return check.errors.length === 0
  }
  /** A fault of one value is the list's. */
  const ofList = (error: ErrorObject): ErrorObject => {
    const name = error.instancePath.split("/")[1] ?? ""
    return isList(name) ? { ...error, instancePath: `/${name}` } : error
  }
  check.errors = [] as ErrorObject[]
  return check as unknown as ValidateFunction
}

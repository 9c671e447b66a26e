import { Ajv, type ErrorObject, type ValidateFunction } from "ajv"
import addFormats from "ajv-formats"
import { addTextReaders } from "./text-readers.ts"

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
  addFormats.default(ajv, ["date", "uri"])
  // Read by `x-reads`; JSON Schema's own format knows no internationalized domain.
  ajv.addFormat("email", true)
  addTextReaders(ajv)
  return ajv
}

/** For queries: each known parameter occurs at most once, and holds no NUL, which PostgreSQL cannot store. */
function refusingOddities(validate: ValidateFunction): ValidateFunction {
  const known = Object.keys((validate.schema as { properties?: object }).properties ?? {})
  const check = (query: Record<string, unknown>): boolean => {
    const fits = validate(query)
    const find = (keyword: string, isOdd: (value: unknown) => boolean) =>
      known
        .filter((name) => isOdd(query[name]))
        .map((name) => ({ keyword, instancePath: `/${name}`, params: {} }))
    const repeated = find("repeated", Array.isArray)
    const withNul = find("storable", (value) => String(value).includes("\0"))
    check.errors = [...repeated, ...(fits ? [] : (validate.errors ?? [])), ...withNul] as ErrorObject[]
    return check.errors.length === 0
  }
  check.errors = [] as ErrorObject[]
  return check as unknown as ValidateFunction
}

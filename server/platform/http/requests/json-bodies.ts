import { isUtf8 } from "node:buffer"
import { badField, badRequest, type Failure } from "../../errors.ts"
import type { FaultCode } from "../../fault-codes.ts"
import { hasTooManyValues, isNestedTooDeep, max_nesting, max_values } from "../../nesting.ts"
import type { App } from "../app.ts"
import { findTextFaults } from "./body-text.ts"

/** Accepts JSON objects only; each fault of a body has its own sentence. */
export function acceptJsonObjects(app: App): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser<Buffer>(
    /^application\/json(;|$)/,
    { parseAs: "buffer" },
    (request, bytes, done) => {
      if (bytes.length === 0)
        return request.routeOptions.schema?.body ? done(refusal("empty", emptiness)) : done(null, undefined)
      // Decoding would replace broken characters, and the replacements would be stored.
      if (!isUtf8(bytes)) return done(refusal("unreadable", "The body is not UTF-8. Encode it as UTF-8."))
      const text = bytes.toString()
      void parse(request, text, (error, body: unknown) => {
        if (error)
          return done(refusal("not_json", `The body is not JSON that can be read (${error.message}).`))
        if (typeof body !== "object" || body === null || Array.isArray(body))
          return done(refusal("not_an_object", "The body must be a JSON object, in braces."))
        if (isNestedTooDeep(body)) return done(refusal("too_deep", tooDeep))
        if (hasTooManyValues(body)) return done(refusal("too_many", tooMany))
        const faults = findTextFaults(text)
        if (faults.length > 0) return done(badRequest(faults))
        done(null, body)
      })
    },
  )
}

const tooDeep = `The body is nested deeper than ${max_nesting} levels.`
const tooMany = `The body has more than ${max_values} values. Send less at once.`
const emptiness = "The body is empty. Send a JSON object, in braces."

function refusal(code: FaultCode, message: string): Failure {
  return badField("body", code, message)
}

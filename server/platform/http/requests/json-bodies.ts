import { isUtf8 } from "node:buffer"
import type { FastifyRequest } from "fastify"
import { badField, badRequest, Failure } from "../../errors.ts"
import type { FaultCode } from "../../fault-codes.ts"
import { hasTooManyValues, isNestedTooDeep, max_nesting, max_values } from "../../nesting.ts"
import type { App } from "../app.ts"
import { findTextFaults } from "./body-text.ts"

/** Accepts JSON objects only; each fault of a body has its own sentence. */
export function acceptJsonObjects(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    /^application\/json(;|$)/,
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > 0) return parseObject(bytes, request.headers["content-encoding"])
      if (request.routeOptions.schema?.body) throw emptyBody()
      return undefined
    },
  )
}

/** Refuses an absent body on every route that declares one and that `applies` chooses, as an empty one is refused. */
export function requireBodies(app: App, applies: (request: FastifyRequest) => boolean): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    const isMissing = request.body === undefined && schema?.body && !config.takes_files && applies(request)
    done(isMissing ? emptyBody() : undefined)
  })
}

/** Parses a body. Throws the first kind of fault it has; keys such as `__proto__` are keys like any other. */
function parseObject(bytes: Buffer, encoding = "identity"): object {
  if (encoding.trim().toLowerCase() !== "identity")
    throw new Failure(
      "unsupported_media",
      "unsupported_media_type",
      "Send the body as it is, without the header Content-Encoding: it must not be compressed.",
    )
  // Decoding would replace broken characters, and the replacements would be stored.
  if (!isUtf8(bytes)) throw refusal("unreadable", "The body is not UTF-8. Encode it as UTF-8.")
  const text = bytes.toString().replace(/^\uFEFF/, "")
  const body = parseJson(text)
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw refusal("not_an_object", "The body must be a JSON object, in braces.")
  if (isNestedTooDeep(body)) throw refusal("too_deep", tooDeep)
  if (hasTooManyValues(body)) throw refusal("too_many", tooMany)
  const faults = findTextFaults(text)
  if (faults.length > 0) throw badRequest(faults)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as SyntaxError
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    const where = /end of JSON/.test(message)
      ? "it ends too early"
      : line
        ? `line ${line}, column ${column} has something else`
        : "its beginning is something else"
    throw refusal("not_json", `The body is not valid JSON: ${where}. Send a JSON object, in braces.`)
  }
}

const emptyBody = () => refusal("empty", "The body is empty. Send a JSON object, in braces.")
const tooDeep = `The body is nested deeper than ${max_nesting} levels.`
const tooMany = `The body has more than ${max_values} values. Send less at once.`

function refusal(code: FaultCode, message: string): Failure {
  return badField("body", code, message)
}

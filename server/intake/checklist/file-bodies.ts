// Bodies that are files: of any media type, because a file's name and content say what it is.
import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import { Failure } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { detachedStream, UploadAborted } from "../documents/downloads/detached-stream.ts"

/** The body of such a route, for the document of the API. */
export const fileBody = { content: { "application/octet-stream": { schema: {} } } }

/** Registers routes whose bodies are files. */
export function withFileBodies(app: App, register: (files: App) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", (_, payload, done) => done(null, payload))
    scope.addContentTypeParser(/^multipart\//, (_request, _payload, done) => done(isForm()))
    register(scope)
  })
}

/** The body, whose rest is read even if it is refused: otherwise the sender would not see the response. */
export function sourceOf({ body }: FastifyRequest): Readable {
  return body instanceof Readable ? detachedStream(body) : Readable.from([])
}

/** The size that a request says its body has; 1 if it says none, and the size shows only later. */
export function declaredSize({ headers, body }: FastifyRequest): number {
  if (!(body instanceof Readable)) return 0
  return Number(headers["content-length"] ?? 1)
}

/** Throws what a sender gets whose connection broke; any other error as it is. */
export function refuseAborted(error: unknown): never {
  if (!(error instanceof UploadAborted)) throw error
  throw new Failure(
    "bad_request",
    "incomplete_body",
    "The connection broke before the whole body had arrived.",
  )
}

function isForm(): Failure {
  const detail = "Send the file itself as the body, not a form: curl --data-binary @Will.pdf."
  return new Failure("unsupported_media", "unsupported_media_type", detail)
}

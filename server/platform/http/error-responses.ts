// What goes wrong, answered in one form: errors that were thrown, addresses where nothing is, methods they do not have.
import type { FastifyReply, FastifyRequest } from "fastify"
import type { App } from "./app.ts"
import { knowRoutes } from "./known-routes.ts"
import { answerTo, type ErrorResponse, problemOf } from "./problem.ts"

/** Answers every failure with a problem document; what is ours to mend is logged. */
export function respondToErrors(app: App, base_url: string): void {
  const routes = knowRoutes(app)

  const send = (request: FastifyRequest, reply: FastifyReply, answer: ErrorResponse) => {
    if (answer.status === 401) reply.header("WWW-Authenticate", "Token")
    if (answer.retry_after_s !== undefined) reply.header("Retry-After", String(answer.retry_after_s))
    return reply
      .status(answer.status)
      .header("Content-Type", "application/json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(problemOf(answer, request.id, base_url))
  }

  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = routes.methodsAt(request.url.split("?")[0] ?? "/")
    // A route that has this method has found nothing itself: a file that is not there.
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return send(request, reply, {
        status: 404,
        code: "not_found",
        detail: "There is nothing at this address.",
      })
    }
    reply.header("Allow", allowed.join(", "))
    const detail = `${request.method} is not possible at this address. Use ${allowed.join(" or ")}.`
    return send(request, reply, { status: 405, code: "method_not_allowed", detail })
  }

  app.setErrorHandler((error, request, reply) => {
    const answer = answerTo(error)
    if (answer.status >= 500 && answer.code !== "server_ending")
      request.log.error({ err: error }, "request failed")
    return send(request, reply, answer)
  })
  app.setNotFoundHandler(sendNotFound)
  // What is sent to no address need not be read: a fault of its body would hide that there is nothing.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404) void sendNotFound(request, reply)
    else done()
  })
}

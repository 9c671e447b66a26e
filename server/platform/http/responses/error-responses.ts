// Every error in one format: thrown errors, unknown URLs, unsupported methods.
import type { FastifyReply, FastifyRequest } from "fastify"
import type { App } from "../app.ts"
import { knowRoutes } from "../requests/known-routes.ts"
import { crossOriginHeaders } from "./cross-origin.ts"
import { type ErrorResponse, problemOf, responseTo } from "./problem.ts"

/** Sends a problem document. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ErrorResponse,
  base_url: string,
): FastifyReply {
  if (response.retry_after_s !== undefined) reply.header("Retry-After", String(response.retry_after_s))
  return reply
    .status(response.status)
    .header("Content-Type", "application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(problemOf(response, request.id, base_url))
}

/** Sends a page that says that there is none at this address, to a browser that a person navigates. */
export type SendUnknownPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Responds to every failure with a problem document, and logs failures of ours. */
export function respondToErrors(app: App, base_url: string, sendUnknownPage?: SendUnknownPage): void {
  const routesAt = knowRoutes(app)

  const send = (request: FastifyRequest, reply: FastifyReply, response: ErrorResponse) => {
    if (response.status === 401)
      reply.header("WWW-Authenticate", request.routeOptions.config.challenge ?? "Token")
    return sendProblem(request, reply, response, base_url)
  }

  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const known = routesAt(request.url.split("?")[0] ?? "/")
    const allowed = [...new Set(known.map(({ method }) => method))].sort()
    const headers = Object.assign({}, ...known.map(({ config }) => config.options))
    if (request.method === "OPTIONS" && Object.keys(headers).length > 0)
      return reply
        .code(204)
        .headers({ ...headers, allow: allowed.join(", ") })
        .send()
    if (known.some(({ config }) => config.is_cross_origin)) reply.headers(crossOriginHeaders)
    if (!allowed.includes(request.method)) {
      if (allowed.length > 0) reply.header("Allow", allowed.join(", "))
      if (sendUnknownPage && wantsPage(request)) {
        reply.status(allowed.length > 0 ? 405 : 404)
        return sendUnknownPage(request, reply).catch(() => sendNothing(request, reply, allowed))
      }
    }
    return sendNothing(request, reply, allowed)
  }

  const sendNothing = (request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]) => {
    // The route has this method and found nothing itself: a file that does not exist.
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return send(request, reply, {
        status: 404,
        code: "not_found",
        detail: "There is nothing at this address.",
      })
    }
    const detail = `${request.method} is not possible at this address. Use ${allowed.join(" or ")}.`
    return send(request, reply, { status: 405, code: "method_not_allowed", detail })
  }

  app.setErrorHandler((error, request, reply) => {
    const response = responseTo(error)
    if (response.status >= 500 && response.code !== "server_ending")
      request.log.error({ err: error }, "request failed")
    return send(request, reply, response)
  })
  app.setNotFoundHandler(sendNotFound)
  // The body of a request to an unknown URL is not parsed: its faults would hide that the URL does not exist.
  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404) return void sendNotFound(request, reply)
    if (request.routeOptions.config.is_cross_origin) reply.headers(crossOriginHeaders)
    done()
  })
}

/**
 * Browsers ask for HTML by name, programs don't. A form may have been opened before an update removed its address. Those
 * of the API have no pages.
 */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isPageMethod = method === "GET" || method === "POST"
  return isPageMethod && /\btext\/html\b/i.test(headers.accept ?? "") && !/^\/v1(\/|\?|$)/.test(url)
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a 401 says in `WWW-Authenticate`, if it is not just that a key is needed. */
    challenge?: string
    /** The headers of a reply to OPTIONS, which without them is a 405. */
    options?: Readonly<Record<string, string>>
    /** Scripts of other websites may read the responses. */
    is_cross_origin?: boolean
  }
}

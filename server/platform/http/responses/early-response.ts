// Sends cached responses before Fastify runs, and passes every other request on to it. Routing and the hooks of every
// request cost more than such a response.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { App } from "../app.ts"
import { findHeaderFault } from "../requests/header-faults.ts"

/** A response that was sent, for the log and the metrics. */
export interface ResponseSummary {
  request_id: string
  method: string
  url: string
  route: string
  status: number
  ms: number
}

export interface EarlyResponse {
  /** Resolves to what it sent; undefined, as false, leaves the request untouched. Absent: nothing is sent early. */
  respond?: (
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<Pick<ResponseSummary, "request_id" | "route" | "status"> | undefined> | false
  /** Called after each early response. */
  listeners: ((response: ResponseSummary) => void)[]
}

/** Creates a server that passes requests without an early response to `handler`. */
export function openServer(
  early: EarlyResponse,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  times: { http: object; keepAliveTimeout: number; connectionTimeout: number; requestTimeout: number },
): Server {
  const server = createServer(times.http, (request, response) => {
    const responding = findHeaderFault(request) === undefined && early.respond?.(request, response)
    if (responding) void responding.then((sent) => sent || handler(request, response))
    else handler(request, response)
  })
  // Fastify leaves these to a server factory.
  server.keepAliveTimeout = times.keepAliveTimeout
  server.requestTimeout = times.requestTimeout
  return server.setTimeout(times.connectionTimeout)
}

/** Calls `listen` after every response, early or not. `isQuiet`: the route is of little interest. */
export function onEveryResponse(
  app: App,
  listen: (response: ResponseSummary, isQuiet?: boolean) => void,
): void {
  app.early_response.listeners.push(listen)
  app.addHook("onResponse", ({ id, method, url, routeOptions }, { statusCode, elapsedTime }, done) => {
    const { url: route = "none", logLevel } = routeOptions
    listen({ request_id: id, method, url, route, status: statusCode, ms: elapsedTime }, logLevel === "warn")
    done()
  })
}

declare module "fastify" {
  interface FastifyInstance {
    early_response: EarlyResponse
  }
}

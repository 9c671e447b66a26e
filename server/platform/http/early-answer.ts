// Before Fastify looks for a route: what is known is answered here, and everything else goes on to it. Finding the route
// and calling what comes with every request cost more than such an answer.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { App } from "./app.ts"

/** An answer that is gone, as the log and the figures tell of it. */
export interface Answered {
  request_id: string
  method: string
  url: string
  route: string
  status: number
  ms: number
}

export interface EarlyAnswer {
  /** Tells whether it answered; false at once, or later, leaves the request untouched. Absent: it answers nothing. */
  answer?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean> | false
  /** Hear of each answer that it gave. */
  listeners: ((answered: Answered) => void)[]
}

/** Sends to `handler` what is not answered early. */
export function openServer(
  early: EarlyAnswer,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  times: { http: object; keepAliveTimeout: number; connectionTimeout: number; requestTimeout: number },
): Server {
  const server = createServer(times.http, (request, response) => {
    const answering = early.answer?.(request, response)
    if (answering) void answering.then((isAnswered) => isAnswered || handler(request, response))
    else handler(request, response)
  })
  // Who makes the server for Fastify sets these, too.
  server.keepAliveTimeout = times.keepAliveTimeout
  server.requestTimeout = times.requestTimeout
  return server.setTimeout(times.connectionTimeout)
}

/** Lets `listen` hear of every answer, whoever gave it. `isQuiet`: the route says that it is of little interest. */
export function onAnswered(app: App, listen: (answered: Answered, isQuiet?: boolean) => void): void {
  app.early_answer.listeners.push(listen)
  app.addHook("onResponse", ({ id, method, url, routeOptions }, { statusCode, elapsedTime }, done) => {
    const { url: route = "none", logLevel } = routeOptions
    listen({ request_id: id, method, url, route, status: statusCode, ms: elapsedTime }, logLevel === "warn")
    done()
  })
}

declare module "fastify" {
  interface FastifyInstance {
    early_answer: EarlyAnswer
  }
}

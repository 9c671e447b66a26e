// The HTTP server without any route: JSON in and out, one error body, request ids, and a schema check that never
// drops or converts what a stranger sent.

import { randomUUID } from "node:crypto"
import { maxHeaderSize } from "node:http"
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox"
import Fastify, { type FastifyBaseLogger, LogController } from "fastify"
import { inRequest } from "../causes.ts"
import type { Tx } from "../db/database.ts"
import { withoutSecrets } from "../log.ts"
import type { App } from "./app.ts"
import { refuseBrokenRequest } from "./broken-requests.ts"
import { type EarlyAnswer, onAnswered, openServer } from "./early-answer.ts"
import { respondToErrors } from "./error-responses.ts"
import { faultsOf } from "./faults.ts"
import { type GracefulEnd, watchConnections } from "./graceful-end.ts"
import { acceptJsonObjects } from "./json-bodies.ts"
import type { RouteLine } from "./known-routes.ts"
import { readableUrl } from "./readable-url.ts"
import { sendSecurityHeaders } from "./security-headers.ts"
import { compileSerializer } from "./serializers.ts"
import { Problem } from "./shapes.ts"
import { refuseSlowBodies } from "./slow-bodies.ts"
import { compileValidator } from "./validators.ts"

export interface HttpOptions {
  base_url: string
  logger: FastifyBaseLogger
  /** Which proxies in front (addresses, comma-separated, or all) are trusted to name the client's address. */
  trust_proxy?: boolean | string
  /** Refuse to send an answer that is not to the letter of its schema. */
  check_answers?: boolean
  /** The route's own address, where one is reached under another too. */
  routeUrlOf?: (url: string) => string
}

const max_body_bytes = 1024 * 1024

/** Times of a connection, in milliseconds; those of a body are in slow-bodies.ts. */
const connectionLimits = {
  /** Longer than proxies keep a connection that nothing is sent over (60 to 120 s), so that they are the ones to close it. */
  keepAliveTimeout: 125_000,
  /** Without a byte in either direction, while an answer is awaited or sent. */
  connectionTimeout: 120_000,
  requestTimeout: 0,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
}

/** Each costs memory; a proxy in front needs far fewer. */
const max_connections = 5_000

/** A server that answers 404 to everything; the caller adds routes. */
export function createHttpServer({
  base_url,
  logger,
  trust_proxy = false,
  check_answers = false,
  routeUrlOf = (url) => url,
}: HttpOptions): App {
  const early_answer: EarlyAnswer = { listeners: [] }
  const app = Fastify({
    serverFactory: (handler) => openServer(early_answer, handler, connectionLimits),
    loggerInstance: logger,
    trustProxy: trust_proxy,
    bodyLimit: max_body_bytes,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: "request_id", disableRequestLogging: true }),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      // Longer than any address Node lets in, so that an id is never too long to be unknown.
      maxParamLength: maxHeaderSize,
    },
    rewriteUrl: ({ url = "/" }) => routeUrlOf(readableUrl(url)),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, base_url),
    ...connectionLimits,
    // What ends is told so by its own answers (graceful-end.ts), and what has begun is answered.
    return503OnClosing: false,
    schemaErrorFormatter: (errors) => faultsOf(errors),
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.server.maxConnections = max_connections
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as object, httpPart))
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as object, check_answers))
  app.addSchema(Problem)
  app.decorate("base_url", base_url)
  app.decorate("early_answer", early_answer)
  app.decorate("graceful_end", watchConnections(app))
  acceptJsonObjects(app)
  // Whatever comes with every request calls back: a promise each would cost more than the work.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", request.id)
    done()
  })
  // Not earlier: reading a body loses what was said before it.
  app.addHook("preHandler", (request, _reply, done) => inRequest(request.id, done))
  sendSecurityHeaders(app, base_url)
  respondToErrors(app, base_url)
  refuseSlowBodies(app)
  onAnswered(app, ({ request_id, method, url, status, ms }, isQuiet) => {
    const level = isQuiet ? "debug" : "info"
    logger[level]({ request_id, method, path: withoutSecrets(url), status, ms: Math.round(ms) }, "answered")
  })
  return app
}

declare module "fastify" {
  interface FastifyInstance {
    base_url: string
    graceful_end: GracefulEnd
    /** Every route, as it was made: for tests that leave none out. */
    routes: readonly RouteLine[]
  }
  interface FastifyContextConfig {
    /** The part of a submission that answers here when the query names a submission (given by `submissions`). */
    snapshot?: string
  }
  interface FastifyRequest {
    /**
     * Runs `work` in a transaction of the firm whose key the request carries (given by `access`). With `atOnce`
     * the whole transaction is one packet: `work` sends all its statements before it awaits the first answer.
     */
    inFirm<T>(work: (tx: Tx) => Promise<T>, options?: { atOnce?: boolean }): Promise<T>
  }
}

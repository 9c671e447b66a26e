// The HTTP server without routes: JSON in and out, one error format, request ids, and validation that never drops or
// converts input.

import { randomUUID } from "node:crypto"
import { type IncomingMessage, maxHeaderSize, type ServerResponse } from "node:http"
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox"
import Fastify, { type FastifyBaseLogger, LogController } from "fastify"
import { inRequest } from "../causes.ts"
import type { Tx } from "../db/database.ts"
import { badRequest } from "../errors.ts"
import { withoutSecrets } from "../log.ts"
import type { App } from "./app.ts"
import { type GracefulShutdown, watchConnections } from "./graceful-shutdown.ts"
import { refuseBrokenRequest, refuseExpectation } from "./requests/broken-requests.ts"
import { faultsOf } from "./requests/faults.ts"
import { findHeaderFault } from "./requests/header-faults.ts"
import { acceptJsonObjects } from "./requests/json-bodies.ts"
import type { RouteLine } from "./requests/known-routes.ts"
import { readableUrl } from "./requests/readable-url.ts"
import { refuseSlowBodies } from "./requests/slow-bodies.ts"
import { compileValidator } from "./requests/validators.ts"
import { compressResponses } from "./responses/compression.ts"
import { type EarlyResponse, onEveryResponse, openServer } from "./responses/early-response.ts"
import { respondToErrors, type SendUnknownPage } from "./responses/error-responses.ts"
import { sendEveryHeader } from "./responses/every-header.ts"
import { compileSerializer } from "./responses/serializers.ts"
import { Problem } from "./shapes.ts"

export interface HttpOptions {
  base_url: string
  logger: FastifyBaseLogger
  /** Which proxies in front (addresses, comma-separated, or all) may name the client's address. */
  trust_proxy?: boolean | string
  /** Refuse to send a response that does not match its schema exactly. */
  check_responses?: boolean
  /** The route's own URL, if it is reached under another one too. */
  routeUrlOf?: (url: string) => string
  sendUnknownPage?: SendUnknownPage
}

const max_body_bytes = 1024 * 1024

/** Connection timeouts, in milliseconds; slow-bodies.ts has those of bodies. */
const connectionLimits = {
  /** Longer than proxies keep an idle connection (60 to 120 s), so that the proxy closes it. */
  keepAliveTimeout: 125_000,
  /** Without a byte in either direction, while a response is pending or being sent. */
  connectionTimeout: 120_000,
  requestTimeout: 0,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
}

/** Each connection costs memory; a proxy in front needs far fewer. */
const max_connections = 5_000

/** A server that responds 404 to everything; the caller adds routes. */
export function createHttpServer({
  base_url,
  logger,
  trust_proxy = false,
  check_responses = false,
  routeUrlOf = (url) => url,
  sendUnknownPage,
}: HttpOptions): App {
  const early_response: EarlyResponse = { listeners: [] }
  const app = Fastify({
    serverFactory: (handler) => openServer(early_response, handler, connectionLimits),
    loggerInstance: logger,
    trustProxy: trust_proxy,
    bodyLimit: max_body_bytes,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: "request_id", disableRequestLogging: true }),
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      // Longer than any URL Node accepts, so that an id is never too long to be looked up.
      maxParamLength: maxHeaderSize,
    },
    rewriteUrl: ({ url = "/" }) => routeUrlOf(readableUrl(url)),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, base_url),
    ...connectionLimits,
    // During shutdown, responses announce it (graceful-shutdown.ts), and requests that have begun are finished.
    return503OnClosing: false,
    schemaErrorFormatter: (errors) => faultsOf(errors),
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.server.maxConnections = max_connections
  app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(response, base_url),
  )
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as object, httpPart))
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as object, check_responses))
  app.addSchema(Problem)
  app.decorate("base_url", base_url)
  app.decorate("early_response", early_response)
  app.decorate("graceful_shutdown", watchConnections(app))
  acceptJsonObjects(app)
  compressResponses(app)
  // Hooks that run for every request use callbacks: a promise each would cost more than the work.
  sendEveryHeader(app)
  app.addHook("onRequest", (request, _reply, done) => {
    const fault = findHeaderFault(request.raw)
    done(fault && badRequest([fault]))
  })
  // Not earlier: parsing the body loses what was set before it.
  app.addHook("preHandler", (request, _reply, done) => inRequest(request.id, done))
  respondToErrors(app, base_url, sendUnknownPage)
  refuseSlowBodies(app)
  onEveryResponse(app, ({ request_id, method, url, status, ms }, isQuiet) => {
    const level = isQuiet ? "debug" : "info"
    logger[level]({ request_id, method, path: withoutSecrets(url), status, ms: Math.round(ms) }, "answered")
  })
  return app
}

declare module "fastify" {
  interface FastifyInstance {
    base_url: string
    graceful_shutdown: GracefulShutdown
    /** Every route as registered: for tests that must not miss one. */
    routes: readonly RouteLine[]
  }
  interface FastifyContextConfig {
    /** The part of a submission to return if the query names a submission (set by `submissions`). */
    snapshot?: string
  }
  interface FastifyRequest {
    /**
     * Runs `work` in a transaction of the firm whose key the request carries (set by `access`). With `atOnce` the complete
     * transaction is one packet: `work` sends all its statements before it awaits the first result. It may run twice.
     */
    inFirm<T>(work: (tx: Tx) => Promise<T>, options?: { atOnce?: boolean }): Promise<T>
  }
}

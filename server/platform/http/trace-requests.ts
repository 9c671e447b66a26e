import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import type { FastifyRequest } from "fastify"
import type { App } from "./app.ts"

/** Makes each request a span, in the trace of its `traceparent` (W3C Trace Context) or in a new one. */
export function traceRequests(app: App): void {
  const tracer = trace.getTracer("foyer")
  const { respond } = app.early_response
  if (respond)
    app.early_response.respond = (request, response) => {
      const parent = propagation.extract(context.active(), request.headers)
      const span = tracer.startSpan("GET", { kind: SpanKind.SERVER }, parent)
      const responding = context.with(trace.setSpan(parent, span), () => respond(request, response))
      if (!responding) return false
      // A span that does not end is not exported: Fastify then makes another for the request.
      return responding.then((sent) => {
        if (!sent) return undefined
        span.updateName(`GET ${sent.route}`).setAttributes({
          "http.request.method": "GET",
          "http.route": sent.route,
          "foyer.request_id": sent.request_id,
          "http.response.status_code": sent.status,
        })
        span.end()
        return sent
      })
    }
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook("onRequest", (request, _reply, done) => {
    const parent = propagation.extract(context.active(), request.headers)
    const route = request.routeOptions.url ?? "none"
    const attributes = {
      "http.request.method": request.method,
      "http.route": route,
      "foyer.request_id": request.id,
    }
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook("onResponse", async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute("http.response.status_code", reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import type { FastifyRequest } from "fastify"
import type { App } from "./app.ts"

/** Makes each request a span, in the trace its `traceparent` names (W3C Trace Context) or in one of its own. */
export function traceRequests(app: App): void {
  // What is answered before Fastify would be no span.
  delete app.early_answer.answer
  const tracer = trace.getTracer("foyer")
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

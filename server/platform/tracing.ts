// Traces in OpenTelemetry's form. Without a collector in the settings nothing of it is loaded but names, and nothing
// is recorded. Spans carry routes, queues and outcomes: never an address as it was typed, a name or a message.
import { type Attributes, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"

const tracer = trace.getTracer("foyer")

export interface Tracing {
  /** Sends what is still waiting to the collector. */
  close(): Promise<void>
}

/**
 * Starts sending traces by OTLP over HTTP. Where to, how many and under which name is the library's own affair, by its
 * environment variables (`OTEL_EXPORTER_OTLP_…`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`).
 */
export async function openTracing(version: string): Promise<Tracing> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ])
  const own = resources.resourceFromAttributes({ "service.name": "foyer", "service.version": version })
  const provider = new NodeTracerProvider({
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return { close: () => provider.shutdown() }
}

/** Runs `work` as a step of the present trace, or of a new one; a failure is told by its kind only. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work()
    } catch (error) {
      const { code, name } = error as { code?: unknown; name?: string }
      span.setAttribute("error.type", String(code ?? name ?? "error"))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

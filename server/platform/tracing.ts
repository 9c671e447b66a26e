// OpenTelemetry traces. Without a collector in the settings, only the API's stubs are loaded and nothing is recorded.
// Spans carry routes, queues and outcomes, never full URLs, names or messages.
import { type Attributes, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"

const tracer = trace.getTracer("foyer")

export interface Tracing {
  /** Flushes pending spans to the collector. */
  close(): Promise<void>
}

/**
 * Starts exporting traces by OTLP over HTTP. The library reads its own environment variables for destination, sampling
 * and service name (`OTEL_EXPORTER_OTLP_…`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`).
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

/** Runs `work` in a span of the current trace, or of a new one. Records only the kind of an error. */
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

import cluster from "node:cluster"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { Database } from "../db/database.ts"
import type { App } from "./app.ts"
import { listen } from "./listening.ts"
import { onEveryResponse } from "./responses/early-response.ts"

/** Watches this process and its database connections. */
export function watchProcess(db: Database): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: "foyer_database_connections",
    help: "Connections to the database, by state.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = db.pool
      this.set({ state: "busy" }, totalCount - idleCount)
      this.set({ state: "idle" }, idleCount)
      this.set({ state: "awaited" }, waitingCount)
    },
  })
  if (cluster.isWorker) answerParent(registry)
  return registry
}

/** Counts and times every request by route and status. */
export function watchRequests(app: App, registry: Registry): void {
  const requests = new Histogram({
    name: "foyer_http_request_duration_seconds",
    help: "How long requests took, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  onEveryResponse(app, ({ method, route, status, ms }) =>
    requests.observe({ method, route, status }, ms / 1000),
  )
}

/** Lets the parent of several workers collect this worker's metrics. Constructing the registry installs the listener. */
function answerParent(registry: Registry): void {
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(registry)
}

export interface MetricsSource {
  contentType: string
  metrics(): Promise<string>
}

/** Joins several sources of metrics into one. */
export function joinMetrics(...sources: [MetricsSource, ...MetricsSource[]]): MetricsSource {
  return {
    contentType: sources[0].contentType,
    metrics: async () => (await Promise.all(sources.map((source) => source.metrics()))).join("\n"),
  }
}

/**
 * Serves metrics in Prometheus text format, `/health/live` and `/health/ready` on their own port: for installations that
 * face the internet, and for processes that serve nothing else. `checkReady` throws while the process is not ready.
 */
export async function serveMetrics(
  source: MetricsSource,
  { port, host, checkReady }: { port: number; host: string; checkReady: () => Promise<void> },
): Promise<{ port: number; close(): Promise<void> }> {
  const pages: Record<string, () => Promise<[status: number, type: string, body: string]>> = {
    "/metrics": async () => [200, source.contentType, await source.metrics()],
    "/health/live": async () => [200, "application/json", '{"status":"ok"}'],
    "/health/ready": () =>
      checkReady().then(
        () => [200, "application/json", '{"status":"ok"}'],
        () => [503, "application/json", '{"status":"unavailable"}'],
      ),
  }
  const server: Server = createServer((request, response) => {
    const page = pages[request.url ?? ""]
    if (!page) return void response.writeHead(404).end()
    page().then(
      ([status, type, body]) => response.writeHead(status, { "content-type": type }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await listen(server, { port, host, settings: { port: "FOYER_METRICS_PORT", host: "FOYER_METRICS_HOST" } })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

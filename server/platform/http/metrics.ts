import cluster from "node:cluster"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { Database } from "../db/database.ts"
import type { App } from "./server.ts"

/** Counts and times every request by route and status, and watches the process and its database connections. */
export function openMetrics(app: App, db: Database): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: "foyer_http_request_duration_seconds",
    help: "How long requests took, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? "none",
      status: reply.statusCode,
    }
    requests.observe(labels, reply.elapsedTime / 1000)
  })
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

/** Lets the parent of several workers ask for this one's figures; the listener comes with the instance. */
function answerParent(registry: Registry): void {
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(registry)
}

/** Serves the figures in Prometheus' text format beside the product, for installations that face the internet. */
export async function serveMetrics(
  registry: { contentType: string; metrics(): Promise<string> },
  port: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (request.url !== "/metrics") return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  )
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

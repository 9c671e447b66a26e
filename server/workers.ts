// Several server processes behind one port, for machines with more than two cores: the parent owns the database
// and the background work, its workers serve requests.
import cluster from "node:cluster"
import { once } from "node:events"
import { AggregatorRegistry } from "prom-client"
import type { Config } from "./config.ts"
import { watchInstallation, watchSystem } from "./operations/system/metrics.ts"
import { connectionUrl } from "./platform/db/connections/connection-url.ts"
import { joinMetrics } from "./platform/http/metrics.ts"
import { type Core, findPort, openCore, openMetricsServer, openWorkOf, type ServeOptions } from "./service.ts"

/** Opens the parent's part and `config.workers` workers. `close` lets each worker finish its requests first. */
export async function openWorkers(
  settings: Config,
  { work = true, beforeListening }: ServeOptions,
): Promise<Core> {
  const config = await findPort(settings)
  const core = await openCore(config, { owner: true })
  const jobs = work ? await openWorkOf(core) : undefined
  let is_closing = false
  // Not ready before the workers listen.
  const state = { is_ending: true }
  const metricsServer = await openMetricsServer(
    core,
    joinMetrics(metricsOfWorkers(), watchSystem(core), ...(work ? [watchInstallation(core)] : [])),
    state,
  )
  const environment = {
    // Without this, each worker would start an embedded database of its own.
    ...(config.database_url ? {} : { DATABASE_URL: connectionUrl(core.connection) }),
    PORT: String(config.port),
    FOYER_METRICS_PORT: "",
  }
  cluster.on("exit", (worker, code) => {
    if (is_closing) return
    core.log.warn({ pid: worker.process.pid, code }, "a worker ended; starting another")
    cluster.fork(environment)
  })
  const close = async () => {
    is_closing = true
    state.is_ending = true
    await Promise.all([...Object.values(cluster.workers ?? {}).map(endWorker), jobs?.close()])
    await metricsServer?.close()
    await core.close()
  }
  beforeListening?.({ log: core.log, close })
  const workers = Array.from({ length: config.workers }, () => cluster.fork(environment))
  await Promise.all(workers.map((worker) => once(worker, "listening")))
  state.is_ending = is_closing
  return { ...core, close }
}

async function endWorker(worker: (typeof cluster)["worker"]): Promise<void> {
  if (!worker || worker.isDead()) return
  const ended = once(worker, "exit")
  worker.process.kill("SIGTERM")
  await ended
}

/** The metrics of all workers, added up. */
function metricsOfWorkers() {
  const aggregator = new AggregatorRegistry()
  return { contentType: aggregator.contentType, metrics: () => aggregator.clusterMetrics() }
}

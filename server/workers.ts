// Several server processes behind one port, for machines with more than two cores: the parent owns the database
// and the background work, its workers serve requests.
import cluster, { type Worker } from "node:cluster"
import { once } from "node:events"
import { AggregatorRegistry } from "prom-client"
import type { Config } from "./config.ts"
import { watchInstallation, watchSystem } from "./operations/system/metrics.ts"
import { connectionUrl } from "./platform/db/connections/connection-url.ts"
import { joinMetrics } from "./platform/http/metrics.ts"
import { type Core, findPort, openCore, openMetricsServer, openWorkOf, type ServeOptions } from "./service.ts"

/** How long the parent waits before it replaces a worker that gave up, so that one that can't start isn't tried without a pause. */
const pause_ms = 1_000

/** Opens the parent's part and `config.workers` workers. `close` lets each worker finish its requests first. */
export async function openWorkers(
  settings: Config,
  { work = true, beforeListening }: ServeOptions,
): Promise<Core> {
  const config = await findPort(settings)
  const core = await openCore(config, { owner: true })
  // Not ready before the workers listen.
  const state = { is_ending: true }
  const closing = new AsyncDisposableStack()
  closing.defer(() => core.close())
  try {
    const metricsServer = await openMetricsServer(
      core,
      joinMetrics(metricsOfWorkers(), watchSystem(core), ...(work ? [watchInstallation(core)] : [])),
      state,
    )
    if (metricsServer) closing.defer(() => metricsServer.close())
    const jobs = work ? await openWorkOf(core) : undefined
    const environment = {
      // Without this, each worker would start an embedded database of its own.
      ...(config.database_url ? {} : { DATABASE_URL: connectionUrl(core.connection) }),
      PORT: String(config.port),
      FOYER_METRICS_PORT: "",
    }
    const workers = keepWorkers(config.workers, environment, core.log)
    closing.defer(async () => {
      state.is_ending = true
      await Promise.all([workers.close(), jobs?.close()])
    })
    const close = () => closing.disposeAsync()
    beforeListening?.({ log: core.log, close })
    await workers.listening
    state.is_ending = false
    return { ...core, close }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/** Starts `count` workers, and replaces each that ends. `listening` rejects if one gives up before all listen. */
function keepWorkers(count: number, environment: NodeJS.ProcessEnv, log: Core["log"]) {
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  const listeners = new Set<Worker>()
  let [is_open, is_closing] = [false, false]
  const start = () => {
    if (!is_closing) cluster.fork(environment)
  }
  const onListening = (worker: Worker) => {
    listeners.add(worker)
    if (listeners.size < count) return
    is_open = true
    resolve()
  }
  const onExit = (worker: Worker, code: number | null) => {
    listeners.delete(worker)
    if (is_closing) return
    // It has said why. One that was killed has no code.
    if (code && !is_open) return reject(new Error("A server process could not start; its reason is above."))
    log.warn({ pid: worker.process.pid, code }, "a worker ended; starting another")
    setTimeout(start, code ? pause_ms : 0)
  }
  cluster.on("listening", onListening).on("exit", onExit)
  for (let number = 0; number < count; number += 1) start()
  return {
    listening,
    close: async () => {
      is_closing = true
      await Promise.all(Object.values(cluster.workers ?? {}).map(endWorker))
      cluster.off("listening", onListening).off("exit", onExit)
    },
  }
}

async function endWorker(worker: Worker | undefined): Promise<void> {
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

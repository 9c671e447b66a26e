import cluster from "node:cluster"
import { Command } from "commander"
import { type Config, readConfig } from "../config.ts"
import { releaseMemory, saveMemoryInQuiet } from "../platform/memory.ts"
import { type Core, openService } from "../service.ts"
import { openWorkers } from "../workers.ts"
import { showDemo } from "./demo.ts"
import { rememberAddress } from "./serving.ts"
import { exitOnSignal, shutDownOnSignal } from "./shut-down-on-signal.ts"

export const serveCommand = new Command("serve")
  .description("Serve the API, the portal and the console, and do the background work.")
  .option("--no-work", "leave background work to `foyer work`")
  .action(async (options: { work: boolean }) => {
    await serve(readConfig(process.env), options)
  })

export const startCommand = new Command("start")
  .description("Serve. Outside production, load the demo into an empty data folder and print its links.")
  .action(async () => {
    await serve(readConfig(process.env), { work: true }, async (service) => {
      await showDemo(service)
      await releaseMemory()
    })
  })

/** Serves until a signal. What fails after listening, `then` included, ends the service: it must not go on half started. */
async function serve(
  config: Config,
  options: { work: boolean },
  then: (service: Core) => Promise<void> = async () => undefined,
): Promise<void> {
  exitOnSignal()
  if (cluster.isWorker) return serveAsWorker(config)
  const open = config.workers > 1 ? openWorkers : openService
  const closing = new AsyncDisposableStack()
  const service = await open(config, {
    ...options,
    beforeListening: ({ log, close }) => {
      closing.defer(close)
      shutDownOnSignal({ log, close: () => closing.disposeAsync() })
    },
  })
  try {
    await releaseMemory()
    saveMemoryInQuiet()
    closing.defer(rememberAddress(config, service))
    console.log(`Foyer is running at ${service.base_url}`)
    await then(service)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/** Runs one of several server processes. The parent prints, does the background work and stops it. */
async function serveAsWorker(config: Config): Promise<void> {
  await openService({ ...config, workers: 1 }, { work: false, beforeListening: shutDownOnSignal })
  await releaseMemory()
  saveMemoryInQuiet()
}

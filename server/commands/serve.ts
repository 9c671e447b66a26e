import cluster from "node:cluster"
import { Command } from "commander"
import { type Config, readConfig } from "../config.ts"
import { releaseMemory } from "../platform/memory.ts"
import { type Core, openService } from "../service.ts"
import { openWorkers } from "../workers.ts"
import { showDemo } from "./demo.ts"
import { endOnSignal } from "./end-on-signal.ts"
import { rememberAddress } from "./serving.ts"

export const serveCommand = new Command("serve")
  .description("Serve the API, the portal and the console; does the background work too.")
  .option("--no-work", "leave the background work to `foyer work`")
  .action(async (options: { work: boolean }) => {
    await serve(readConfig(process.env), options)
  })

export const startCommand = new Command("start")
  .description("Serve; outside production, load the demo into an empty data folder and print its links.")
  .action(async () => {
    const service = await serve(readConfig(process.env), { work: true })
    if (cluster.isWorker) return
    await showDemo(service)
    await releaseMemory()
  })

async function serve(config: Config, options: { work: boolean }): Promise<Core> {
  if (cluster.isWorker) return serveAsWorker(config)
  const open = config.workers > 1 ? openWorkers : openService
  const service = await open(config, options)
  await releaseMemory()
  const forgetAddress = rememberAddress(config, service.base_url)
  endOnSignal({
    log: service.log,
    close: () => {
      forgetAddress()
      return service.close()
    },
  })
  console.log(`Foyer serves ${service.base_url}`)
  return service
}

/** One of several processes: the parent prints, works and ends it. */
async function serveAsWorker(config: Config): Promise<Core> {
  const service = await openService({ ...config, workers: 1 }, { work: false })
  await releaseMemory()
  endOnSignal(service)
  return service
}

import { Command } from "commander"
import { readConfig } from "../config.ts"
import { releaseMemory, saveMemoryInQuiet } from "../platform/memory.ts"
import { openWork } from "../service.ts"
import { exitOnSignal, shutDownOnSignal } from "./shut-down-on-signal.ts"

export const workCommand = new Command("work")
  .description("Do only the background work: webhooks, email and cleanup.")
  .action(async () => {
    exitOnSignal()
    const work = await openWork(readConfig(process.env))
    shutDownOnSignal(work)
    await releaseMemory()
    saveMemoryInQuiet()
    console.log("Foyer is doing background work")
  })

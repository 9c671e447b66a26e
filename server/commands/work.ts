import { Command } from "commander"
import { readConfig } from "../config.ts"
import { releaseMemory } from "../platform/memory.ts"
import { openWork } from "../service.ts"
import { endOnSignal } from "./end-on-signal.ts"

export const workCommand = new Command("work")
  .description("Do the background work (webhooks, email, cleaning up) without serving anything.")
  .action(async () => {
    const work = await openWork(readConfig(process.env))
    await releaseMemory()
    endOnSignal(work)
    console.log("Foyer works in the background")
  })

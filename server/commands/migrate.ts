import { Command } from "commander"
import { readConfig } from "../config.ts"
import { openCore } from "../service.ts"

export const migrateCommand = new Command("migrate")
  .description(
    "Bring the database up to date, as `foyer serve` does at startup. Safe to run at any time, repeatedly.",
  )
  .action(async () => {
    const core = await openCore(readConfig(process.env), { waits: true })
    await core.close()
    console.log("The database is up to date.")
  })

import { Command } from "commander"
import { readConfig } from "../config.ts"
import { checkSystem } from "../operations/system/checks.ts"
import { acknowledgeFailures } from "../platform/installation/acknowledging.ts"
import { openCore } from "../service.ts"
import { report } from "./report.ts"

export const doctorCommand = new Command("doctor")
  .description("Check this installation, changing nothing, and report what needs attention.")
  .addHelpText(
    "after",
    `
Exit code: 0 if everything works, though something may not be set up yet (todo); 1 if something needs attention soon
(warning); 2 if something does not work or is lost (BROKEN), or there is no installation.`,
  )
  .option(
    "--acknowledge",
    "then stop reporting, here and in metrics, the jobs, emails, and webhook endpoints that have failed until now",
  )
  .action(async ({ acknowledge = false }: { acknowledge?: boolean }) => {
    try {
      await examine(acknowledge)
    } catch (error) {
      report({ topic: "Start", ok: false, severity: "broken", sentence: (error as Error).message })
    }
  })

async function examine(acknowledge: boolean): Promise<void> {
  const config = readConfig(process.env)
  const core = await openCore({ ...config, log_level: "error" }, { state: "any" })
  try {
    for (const finding of await checkSystem(core, { shows_paths: true })) report(finding)
    if (!acknowledge) return
    await core.db.forPlatform(acknowledgeFailures)
    console.log("Acknowledged: what failed until now is no longer reported.")
  } finally {
    await core.close()
  }
}

import { Command } from "commander"
import { readConfig } from "../config.ts"
import { openCore } from "../service.ts"
import { checkSystem } from "../system/checks.ts"

export const doctorCommand = new Command("doctor")
  .description("Check this installation and report what needs attention. Exits with 1 if anything does.")
  .action(async () => {
    const config = readConfig(process.env)
    const core = await openCore({ ...config, log_level: "error" })
    try {
      const findings = await checkSystem(core, { shows_paths: true })
      for (const { topic, ok, sentence } of findings)
        console.log(`${ok ? "ok     " : "warning"}  ${topic}: ${sentence}`)
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    } finally {
      await core.close()
    }
  })

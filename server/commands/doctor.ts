import { Command } from "commander"
import { readConfig } from "../config.ts"
import { openCore } from "../service.ts"
import { checkSystem } from "../system/checks.ts"
import type { Finding } from "../system/finding.ts"

export const doctorCommand = new Command("doctor")
  .description("Check this installation, changing nothing, and report what needs attention.")
  .addHelpText(
    "after",
    `
Exit code: 0 if everything works, though something may not be set up yet (todo); 1 if something needs attention soon
(warning); 2 if something does not work or is lost (BROKEN), or there is no installation.`,
  )
  .action(async () => {
    try {
      await examine()
    } catch (error) {
      report({ topic: "Start", ok: false, severity: "broken", sentence: (error as Error).message })
    }
  })

async function examine(): Promise<void> {
  const config = readConfig(process.env)
  const core = await openCore({ ...config, log_level: "error" }, { state: "any" })
  try {
    for (const finding of await checkSystem(core, { shows_paths: true })) report(finding)
  } finally {
    await core.close()
  }
}

function report({
  topic,
  ok,
  severity = "warning",
  sentence,
}: Omit<Finding, "severity"> & { severity?: Outcome }) {
  const [label, code] = ok ? (["ok     ", 0] as const) : outcomes[severity]
  console.log(`${label}  ${topic}: ${sentence}`)
  process.exitCode = Math.max(Number(process.exitCode ?? 0), code)
}

type Outcome = keyof typeof outcomes

const outcomes = {
  todo: ["todo   ", 0],
  warning: ["warning", 1],
  broken: ["BROKEN ", 2],
} as const

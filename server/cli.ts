// Table of contents: every command of the program.
import { Command } from "commander"
import { auditCommand } from "./commands/audit.ts"
import { backupCommand } from "./commands/backup.ts"
import { buildCommand } from "./commands/build.ts"
import { configurationCommand } from "./commands/configuration.ts"
import { demoCommand } from "./commands/demo.ts"
import { doctorCommand } from "./commands/doctor.ts"
import { exportCommand } from "./commands/export.ts"
import { firmCommand } from "./commands/firm.ts"
import { keyCommand } from "./commands/key.ts"
import { listenCommand } from "./commands/listen.ts"
import { masterKeyCommand } from "./commands/master-key.ts"
import { mcpCommand } from "./commands/mcp.ts"
import { migrateCommand } from "./commands/migrate.ts"
import { openapiCommand } from "./commands/openapi.ts"
import { restoreCommand } from "./commands/restore.ts"
import { schemaCommand } from "./commands/schema.ts"
import { sdkCommand } from "./commands/sdk.ts"
import { serveCommand, startCommand } from "./commands/serve.ts"
import { loadSettings } from "./commands/settings-file.ts"
import { staffCommand } from "./commands/staff.ts"
import { sweepCommand } from "./commands/sweep.ts"
import { upgradeCheckCommand } from "./commands/upgrade-check.ts"
import { verifyCommand } from "./commands/verify.ts"
import { workCommand } from "./commands/work.ts"
import { readVersion } from "./platform/version.ts"

const first_steps = `
To begin, run: foyer firm create "Your firm" --admin you@example.com, then foyer serve.
Settings are environment variables; "foyer configuration" explains each.
The operator’s guide is docs/operating.md.`

const program = new Command("foyer")
  .description("Self-hosted client intake for professional firms.")
  .version(await readVersion())
  .showHelpAfterError()
  // An option after a command is that command’s own.
  .enablePositionalOptions()
  .addHelpText("after", first_steps)
  .addCommand(startCommand)
  .addCommand(serveCommand)
  .addCommand(workCommand)
  .addCommand(demoCommand)
  .addCommand(buildCommand)
  .addCommand(migrateCommand)
  .addCommand(firmCommand)
  .addCommand(staffCommand)
  .addCommand(keyCommand)
  .addCommand(masterKeyCommand)
  .addCommand(auditCommand)
  .addCommand(backupCommand)
  .addCommand(restoreCommand)
  .addCommand(exportCommand)
  .addCommand(doctorCommand)
  .addCommand(upgradeCheckCommand)
  .addCommand(verifyCommand)
  .addCommand(sweepCommand)
  .addCommand(configurationCommand)
  .addCommand(schemaCommand)
  .addCommand(openapiCommand)
  .addCommand(sdkCommand)
  .addCommand(listenCommand)
  .addCommand(mcpCommand)

// A reader such as `head` that has read enough must not end a command halfway.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })

try {
  loadSettings(process.env)
  await program.parseAsync()
} catch (error) {
  // A command that fails prints one sentence; the stack trace appears at log level debug.
  console.error(error instanceof Error && process.env.FOYER_LOG_LEVEL !== "debug" ? error.message : error)
  process.exitCode = 1
  // A process that failed must end, even if something of it was left running.
  setTimeout(() => process.exit(), 5_000).unref()
}

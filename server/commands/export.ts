import { Command } from "commander"
import { checkFirmExport, NotFirmExport } from "../outputs/exports/firm/check.ts"
import { countText } from "../platform/text/count-text.ts"
import { bytesText } from "../platform/text/sizes-and-ages.ts"

const max_lines = 100

export const exportCommand = new Command("export")
  .description("Work with exported files.")
  .addCommand(
    new Command("check")
      .description(
        "Check that an export of everything is complete and intact. Exits with 1 if it is not, and with 2 if the file is not such an export.",
      )
      .argument("<file>", "the ZIP file; needs no database or settings")
      .action(check),
  )

async function check(path: string): Promise<void> {
  try {
    const { about, files, bytes, faults } = await checkFirmExport(path)
    const { firm, created_at, program, sensitive_answers, matters, matters_left_out } = about
    if (firm) {
      console.log(`${firm.name}, everything as of ${created_at}, by ${program}.`)
      console.log(
        `${countText(matters ?? 0, "matter")}, ${countText(files, "file")}, ${bytesText(bytes)}. Sensitive answers are ${sensitive_answers}.`,
      )
    }
    if (matters_left_out)
      console.log(
        `${countText(matters_left_out, "matter")} left out because the admin who requested the export may not see them.`,
      )
    for (const fault of faults.slice(0, max_lines)) console.log(fault)
    console.log(
      faults.length === 0
        ? "The file is intact."
        : `The file is damaged: ${countText(faults.length, "fault")}.`,
    )
    if (faults.length > 0) process.exitCode = 1
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (error instanceof NotFirmExport) console.error(message)
    else if (code === "ENOENT") console.error(`There is no file ${path}.`)
    else throw error
    process.exitCode = 2
  }
}

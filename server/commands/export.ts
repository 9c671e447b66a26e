import { Command } from "commander"
import { checkFirmExport, NotFirmExport } from "../exports/firm/check.ts"
import { bytesText, countText } from "../system/words.ts"

const max_lines = 100

export const exportCommand = new Command("export")
  .description("Check files that were exported.")
  .addCommand(
    new Command("check")
      .description(
        "Read an export of everything to its end and check that it is whole; ends with 1 when it is not, with 2 when the file is no such export.",
      )
      .argument("<file>", "the ZIP file; neither a database nor settings are needed")
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
        `${countText(matters_left_out, "matter")} restricted to others than the admin who asked: left out.`,
      )
    for (const fault of faults.slice(0, max_lines)) console.log(fault)
    console.log(
      faults.length === 0
        ? "The file is whole."
        : `The file is not whole: ${countText(faults.length, "fault")}.`,
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

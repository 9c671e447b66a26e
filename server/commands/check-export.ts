import { Command } from "commander"
import { checkExport } from "../exports/firm/manifest.ts"
import { bytesText, countText } from "../system/words.ts"

export const checkExportCommand = new Command("check-export")
  .description(
    "Compare every file in the export of a whole firm with its manifest; ends with 1 when one differs.",
  )
  .argument("<file>", "the .zip file")
  .action(async (file: string) => {
    const { files, bytes, faults } = await checkExport(file)
    for (const fault of faults) console.log(fault)
    console.log(
      `${countText(files, "file")} read, ${bytesText(bytes)}: ${faults.length === 0 ? "all whole" : `${faults.length} at fault`}.`,
    )
    if (faults.length > 0) process.exitCode = 1
  })

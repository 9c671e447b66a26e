import { Command, InvalidArgumentError } from "commander"
import { countUnused, emptyTrash, sweepUnused } from "../platform/files/sweeping.ts"
import { countText } from "../platform/text/count-text.ts"
import { withCore } from "./with-core.ts"

export const sweepCommand = new Command("sweep")
  .description("Move stored files that nothing refers to anymore to the trash, as the nightly job does.")
  .option(
    "--max <number>",
    "raise the limit, if the nightly sweep stopped because there were too many",
    readMax,
  )
  .action(({ max }: { max?: number }) =>
    withCore(async (core) => {
      const counted = await core.db.forPlatform(countUnused)
      const limit = max ?? counted.max
      console.log(
        `${countText(counted.unused, "file is", "files are")} unused, of ${counted.stored} stored; the limit is ${limit}.`,
      )
      if (counted.unused > limit) {
        console.log("None was moved. Check that this is the right database, then use --max.")
        process.exitCode = 1
        return
      }
      const moved = await sweepUnused(core, { max: limit })
      const removed = await emptyTrash(core)
      console.log(`${moved} moved to the trash, ${removed} deleted from it after thirty days.`)
    }),
  )

function readMax(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.")
  return Number(text)
}

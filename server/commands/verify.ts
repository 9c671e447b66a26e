import { Command } from "commander"
import {
  countStored,
  type StoreContents,
  type VerifiedFile,
  verifyFiles,
} from "../platform/files/verifying.ts"
import { countText } from "../platform/text/count-text.ts"
import { bytesText } from "../platform/text/sizes-and-ages.ts"
import { withCore } from "./with-core.ts"

interface Options {
  firm?: string
  names?: boolean
  unannounced?: boolean
  restore?: boolean
  json?: boolean
}

export const verifyCommand = new Command("verify")
  .description(
    "Read every stored file and check that it is intact. Exits with 1 if one is missing or damaged.",
  )
  .option("--firm <firm_id>", "one firm only; see `foyer firm list`")
  .option("--names", "print file names too; they may identify clients")
  .option("--unannounced", "print the key of every stored file that this database does not know")
  .option("--restore", "move missing files back from the trash, if they are there")
  .option("--json", "print one JSON object per line: each missing or damaged file, then the totals")
  .action((options: Options) =>
    withCore(async (core) => {
      const print = options.json
        ? (line: object) => console.log(JSON.stringify(line))
        : (_: object, text: string) => console.log(text)
      let seen = 0
      const { files, bytes, faults } = await verifyFiles(core, {
        firm_id: options.firm,
        restore: options.restore === true,
        onFile: (file) => {
          seen += 1
          if (file.fault || file.is_restored) {
            const { filename, ...facts } = file
            const named = options.names ? { ...facts, filename } : facts
            print(named, sentenceOf(file, options.names === true))
          }
          if (process.stderr.isTTY && seen % 20 === 0) process.stderr.write(`\r${seen} files read `)
        },
      })
      if (process.stderr.isTTY) process.stderr.write("\r")
      const contents = options.firm
        ? undefined
        : await countStored(core, (key) => {
            if (options.unannounced) print({ unannounced: key }, `unannounced  ${key}`)
          })
      const whole = `${countText(files, "file")} read, ${bytesText(bytes)}: ${faults === 0 ? "all intact" : `${faults} missing or damaged`}.`
      print(
        { files, bytes, faults, ...contents },
        [whole, ...(contents ? [describe(contents)] : [])].join("\n"),
      )
      if (faults > 0) process.exitCode = 1
    }),
  )

const words = {
  missing: "MISSING",
  damaged: "DAMAGED",
  locked: "LOCKED (its master key is missing)",
}

function sentenceOf(
  { fault, is_restored, purpose, record_id, matter_id, firm_id, filename, key }: VerifiedFile,
  names: boolean,
): string {
  const state = fault ? words[fault] : "restored"
  const what = [purpose, record_id, matter_id && `of ${matter_id}`, `in ${firm_id}`].filter(Boolean).join(" ")
  const name = names && filename ? ` “${filename}”` : ""
  return `${state}${is_restored && fault ? ", even after being restored from the trash" : ""}  ${what}${name}, stored as ${key}`
}

function describe({ unannounced, in_trash }: StoreContents): string {
  const strangers =
    unannounced === 0
      ? "Nothing else is in the store"
      : `${countText(unannounced, "stored file is", "stored files are")} unknown to this database and left alone`
  return `${strangers}; ${countText(in_trash, "file waits", "files wait")} in the trash.`
}

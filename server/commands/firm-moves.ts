import { resolve } from "node:path"
import { Command } from "commander"
import { exportFirm } from "../operations/firm-moves/export.ts"
import { checkFirmFile, readFileKey } from "../operations/firm-moves/firm-file.ts"
import { type ImportedFirm, importFirm } from "../operations/firm-moves/import.ts"
import { storeOptions } from "../platform/installation/location.ts"
import { countText } from "../platform/text/count-text.ts"
import { bytesText } from "../platform/text/sizes-and-ages.ts"
import { migrations } from "../prepare-database.ts"
import { withCore, withNewCore } from "./with-core.ts"

export const firmExportCommand = new Command("export")
  .description(
    "Write a firm with everything of it to one file, for `foyer firm import` in another installation. Works while Foyer is running. Exits with 1 if a stored file is missing, or a value does not decrypt.",
  )
  .argument("<firm_id>", "see `foyer firm list`")
  .argument("<file>", "a new file; its key is written beside it, as <file>.key")
  .action((firm_id: string, given: string) =>
    withCore(async (core) => {
      const path = resolve(given)
      const done = await exportFirm(core, firm_id, path)
      console.log(
        `Wrote ${path}: ${countText(done.rows, "row")} and ${countText(done.files, "file")}, ${bytesText(done.bytes)}.`,
      )
      console.log(
        `Its key is ${path}.key. Whoever has both can read everything of the firm: carry them by different ways, and remove both afterwards.`,
      )
      if (!done.is_suspended)
        console.log(
          `The firm is not suspended: what it does from now on is not in the file. To move it, run foyer firm suspend ${firm_id}, then export it again.`,
        )
      for (const key of done.missing) console.log(`The store does not have ${key}, or refuses to read it.`)
      for (const which of done.unreadable)
        console.log(`${which} does not decrypt, and is in the file as it is here.`)
      if (done.missing.length + done.unreadable.length > 0) process.exitCode = 1
    }),
  )

export const firmImportCommand = new Command("import")
  .description(
    "Bring in a firm that `foyer firm export` wrote, with its ids, keys, and links. All or nothing; replaces nothing.",
  )
  .argument("<file>", "the file")
  .option("--key <file>", "the file's key; <file>.key without this option")
  .option("--check", "only check every byte of the file, and write nothing")
  .action(async (given: string, options: { key?: string; check?: true }) => {
    const path = resolve(given)
    const moving = await checkFirmFile(path)
    const { firm, program, created_at, address } = moving
    if (options.check) {
      console.log(`${firm.name} (${firm.id}) as of ${created_at}, by ${program}. The file is intact.`)
      return
    }
    const key = await readFileKey(path, options.key)
    await withNewCore(async (core) => {
      const { config, base_url } = core
      const store_folder = config.s3_bucket ? undefined : storeOptions(config).folder
      const done = await importFirm({ ...core, store_folder, migrations }, path, moving, key)
      console.log(
        `Imported ${firm.name} (${firm.id}) as of ${created_at}: ${countText(done.rows, "row")} and ${countText(done.files, "file")}, all checksums verified.`,
      )
      for (const sentence of reportOf(done, { address, base_url, firm_id: firm.id })) console.log(sentence)
    })
  })

/** What is as it was, what is issued anew, and what is to be done next. */
function reportOf(
  { jobs, passkeys, unreadable }: ImportedFirm,
  { address, base_url, firm_id }: { address: string; base_url: string; firm_id: string },
): string[] {
  const told = [
    "As before  Ids, API keys, invitation links, passwords, authenticator apps, webhook secrets, and calendar addresses.",
    "Anew       Everyone signs in again. Codes in emails, downloads, and uploads that had not finished are left behind.",
  ]
  if (passkeys > 0)
    told.push(
      `           ${countText(passkeys, "passkey")} of ${address} left behind: their owners sign in otherwise and add them again.`,
    )
  if (address !== base_url)
    told.push(
      `Links      began with ${address} and now begin with ${base_url}. Those that were sent work once the old address leads here.`,
    )
  if (jobs > 0)
    told.push(`Waiting    ${countText(jobs, "job")}, such as emails and webhooks, will run here, too.`)
  for (const which of unreadable) told.push(`Unreadable ${which} does not decrypt, as where it came from.`)
  return [
    ...told,
    `Next       The firm is suspended. Once the old installation no longer serves it, run foyer firm resume ${firm_id}.`,
  ]
}

import { Command } from "commander"
import type { Head } from "../firm/audit/chain.ts"
import { sentenceOf, verifyAuditLog } from "../firm/audit/verified-logs.ts"
import { getFirm, listFirms } from "../firm/firms/firms.ts"
import { withCore } from "./with-core.ts"

export const auditCommand = new Command("audit").description("Audit logs of firms.")

auditCommand
  .command("verify")
  .description("Check that no entry was changed, removed or inserted. Exits with 1 if one was.")
  .option("--firm <firm_id>", "one firm only; see `foyer firm list`")
  .option(
    "--seen <head>",
    "a log head this command printed earlier, which must still be part of the log",
    readHead,
  )
  .action((options: { firm?: string; seen?: Head }) =>
    withCore(async ({ db }) => {
      if (options.seen && !options.firm)
        throw new Error("--seen is the head of one firm's log: name the firm with --firm.")
      const { firm } = options
      const firms = firm ? [await db.forFirm(firm, getFirm)] : await db.forPlatform(listFirms)
      for (const { id, name } of firms) {
        const { head, break: found } = await verifyAuditLog(db, id, options.seen)
        if (found) process.exitCode = 1
        const what = found ? sentenceOf(found) : `${head.position} entries, all intact`
        console.log(`${found ? "BROKEN" : "ok    "}  ${id}  ${name}: ${what}`)
        if (!found) console.log(`        log head: ${head.position}:${head.hash}`)
      }
    }),
  )

function readHead(text: string): Head {
  const [, position = "", hash = ""] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!hash) throw new Error("--seen must be a number, a colon and 64 hex digits.")
  return { position: Number(position), hash }
}

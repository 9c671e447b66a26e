import { Command } from "commander"
import { createFirm, listFirms } from "../firms/firms.ts"
import { inviteStaff } from "../users/staff.ts"
import { withCore } from "./with_core.ts"

export const firmCommand = new Command("firm").description("The firms of this installation.")

firmCommand
  .command("create")
  .description("Make a firm with its first admin; prints the link with which the admin sets a password.")
  .argument("<name>", "the firm's name, as clients read it")
  .requiredOption("--admin <email>", "e-mail address of the first admin")
  .option("--admin-name <name>", "the admin's own name", "")
  .option("--contact <line>", "whom clients ask: name, phone or e-mail", "")
  .action((name: string, options: { admin: string; adminName: string; contact: string }) =>
    withCore(async ({ db, base_url }) => {
      const firm_id = await db.forPlatform((tx) =>
        createFirm(tx, { name, contact_line: options.contact || options.admin }),
      )
      const { setup_token } = await db.forFirm(firm_id, (tx) =>
        inviteStaff(tx, { email: options.admin, name: options.adminName, role: "admin" }),
      )
      console.log(`Firm   ${firm_id}  ${name}`)
      console.log(
        `Admin  ${options.admin} sets a password within 7 days at:\n       ${base_url}/console/setup/${setup_token}`,
      )
    }),
  )

firmCommand
  .command("list")
  .description("All firms.")
  .action(() =>
    withCore(async ({ db }) => {
      for (const firm of await db.forPlatform(listFirms)) console.log(`${firm.id}  ${firm.name}`)
    }),
  )

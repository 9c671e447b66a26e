import { Command } from "commander"
import { textIn } from "../definition/text.ts"
import { recordAudit } from "../firm/audit/audit.ts"
import { changeSuspension, createFirm, listFirms } from "../firm/firms/firms.ts"
import { inviteStaff } from "../firm/users/setup-links.ts"
import { listTemplates, templateNames } from "../intake/questionnaires/templates.ts"
import { countAsProgress } from "../operations/bulk-actions/bulk-actions.ts"
import { deleteFirm } from "../operations/test-firms/deletion.ts"
import { fillTestFirm, type TestFirmAccess } from "../operations/test-firms/opening.ts"
import { Failure } from "../platform/errors.ts"
import { firmExportCommand, firmImportCommand } from "./firm-moves.ts"
import { withCore, withNewCore } from "./with-core.ts"

export const firmCommand = new Command("firm").description("Manage the firms of this installation.")

firmCommand
  .command("create")
  .description("Create a firm with its first admin, and print the link for the admin to set a password.")
  .argument("<name>", "the firm's name, as clients see it")
  .requiredOption("--admin <email>", "email address of the first admin")
  .option("--admin-name <name>", "the admin's name", "")
  .option("--contact <line>", "contact for clients: name, phone or email", "")
  .option(
    "--test",
    "for trying things out: it has a questionnaire and a key, sends no email, and `foyer firm delete` deletes it at once",
  )
  .addHelpText(
    "after",
    `
A new firm has no questionnaires, unless it is a test firm. Its admin creates them in the console, blank or from a template:
${templateNames.join(", ")}.`,
  )
  .action((name: string, options: { admin: string; adminName: string; contact: string; test?: true }) =>
    withNewCore(async (core) => {
      const { db, base_url } = core
      const firm_id = await db.forPlatform((tx) =>
        createFirm(tx, { name, contact_line: options.contact || options.admin, is_test: options.test }),
      )
      const admin = { email: options.admin, name: options.adminName }
      const { setup_token, api_token } = await db
        .forFirm(
          firm_id,
          async (tx): Promise<TestFirmAccess> =>
            options.test ? fillTestFirm(tx, admin) : inviteStaff(tx, { ...admin, role: "admin" }),
        )
        .catch(async (error: unknown) => {
          // No one could enter it.
          await deleteFirm(core, firm_id)
          throw error
        })
      console.log(`Firm   ${firm_id}  ${name}${options.test ? "  (test)" : ""}`)
      console.log(
        `Admin  ${options.admin} can set a password within 7 days at:\n       ${base_url}/console/setup/${setup_token}`,
      )
      if (api_token) {
        console.log(
          `Key    ${api_token}\n       It is not shown again. The API is documented at ${base_url}/docs`,
        )
        return
      }
      const titles = (await listTemplates()).map(({ file }) => textIn(file.title, "en"))
      console.log(
        `Next   The admin creates a questionnaire: blank, or from a template (${titles.join(", ")}).`,
      )
    }),
  )

firmCommand
  .command("list")
  .description("List all firms: id, the place that begins their keys and links, name.")
  .action(() =>
    withCore(async ({ db }) => {
      for (const firm of await db.forPlatform(listFirms))
        console.log(
          `${firm.id}  ${firm.place}  ${firm.name}${firm.is_test ? "  (test)" : ""}${firm.suspended_at ? "  (suspended)" : ""}`,
        )
    }),
  )

for (const { verb, description, is_suspended, action } of [
  {
    verb: "suspend",
    description: "Turn off a firm’s API, console, portal and background work. Deletes nothing.",
    is_suspended: true,
    action: "firm_suspended",
  },
  {
    verb: "resume",
    description: "Turn a suspended firm on again.",
    is_suspended: false,
    action: "firm_resumed",
  },
]) {
  firmCommand
    .command(verb)
    .description(description)
    .argument("<firm_id>", "see `foyer firm list`")
    .action((firm_id: string) =>
      withCore(async ({ db }) => {
        await db
          .forPlatform((tx) => changeSuspension(tx, firm_id, is_suspended))
          .catch(explainUnknown(firm_id))
        await db.forFirm(firm_id, async (tx) => {
          await recordAudit(tx, action)
          if (!is_suspended) await countAsProgress(tx)
        })
        console.log(`${firm_id} is ${is_suspended ? "suspended" : "no longer suspended"}.`)
      }),
    )
}

firmCommand
  .command("delete")
  .description(
    "Delete a test firm, or one that never had a matter, with everything in it, at once. There is no way back.",
  )
  .argument("<firm_id>", "see `foyer firm list`")
  .action((firm_id: string) =>
    withCore(async (core) => {
      await deleteFirm(core, firm_id).catch(explainUnknown(firm_id))
      console.log(`${firm_id} is deleted.`)
    }),
  )

firmCommand.addCommand(firmExportCommand).addCommand(firmImportCommand)

function explainUnknown(firm_id: string) {
  return (error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== "not_found") throw error
    throw new Error(`There is no firm ${firm_id}. Run \`foyer firm list\` to see all firms.`)
  }
}

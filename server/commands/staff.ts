import { Command, Option } from "commander"
import { recordAudit } from "../firm/audit/audit.ts"
import {
  createEmergencyToken,
  findStaffByEmail,
  inviteStaff,
  renewSetupToken,
} from "../firm/users/setup-links.ts"
import { type StaffRole, staffRoles } from "../firm/users/staff-roles.ts"
import { notFound } from "../platform/errors.ts"
import { withCore } from "./with-core.ts"

export const staffCommand = new Command("staff").description("Manage the staff of a firm.")

staffCommand
  .command("invite")
  .description("Invite a member of staff, or renew their link; prints the link for setting a password.")
  .argument("<email>")
  .requiredOption("--firm <firm_id>", "see `foyer firm list`")
  .option("--name <name>", "the person's name", "")
  .addOption(new Option("--role <role>", "what the person may do").choices(staffRoles).default("member"))
  .action((email: string, options: { firm: string; name: string; role: StaffRole }) =>
    withCore(async ({ db, base_url }) => {
      const token = await db.forFirm(options.firm, async (tx) => {
        const known = await findStaffByEmail(tx, email)
        const label = `${email} (by command)`
        if (known) {
          await recordAudit(tx, "setup_link_renewed", { record_id: known.id, label })
          return renewSetupToken(tx, known.id)
        }
        const { user_id, setup_token } = await inviteStaff(tx, {
          email,
          name: options.name,
          role: options.role,
        })
        await recordAudit(tx, "member_invited", { record_id: user_id, label })
        return setup_token
      })
      console.log(`${email} can set a password within 7 days at:\n${base_url}/console/setup/${token}`)
    }),
  )

staffCommand
  .command("emergency-link")
  .description(
    "Print a link that lets one member of staff sign in while required single sign-on is not working.",
  )
  .argument("<email>")
  .requiredOption("--firm <firm_id>", "see `foyer firm list`")
  .action((email: string, options: { firm: string }) =>
    withCore(async ({ db, base_url }) => {
      const token = await db.forFirm(options.firm, async (tx) => {
        const member = await findStaffByEmail(tx, email)
        if (!member) throw notFound(`This firm has no member of staff with the address ${email}.`)
        const { id } = member
        await recordAudit(tx, "setup_link_renewed", {
          record_id: id,
          label: `${email} (emergency, by command)`,
        })
        return createEmergencyToken(tx, id)
      })
      console.log(`${email} can sign in once, within the next hour, at:\n${base_url}/console/setup/${token}`)
    }),
  )

import { Command } from "commander"
import { createKey, listKeys, revokeKey, type Scope, scopes } from "../firm/access/api/keys.ts"
import { recordAudit } from "../firm/audit/audit.ts"
import { findAdmin } from "../firm/users/setup-links.ts"
import { withCore } from "./with-core.ts"

export const keyCommand = new Command("key").description("Manage a firm's API keys.")
const firmOption = ["--firm <firm_id>", "see `foyer firm list`"] as const

keyCommand
  .command("create")
  .description("Create a key and print it. It cannot be shown again.")
  .argument("<name>", "what uses the key")
  .requiredOption(...firmOption)
  .option(
    "--scopes <list>",
    `comma-separated, of ${scopes.join(",")}; by default all but answers:sensitive`,
    readScopes,
  )
  .option("--expires <date>", "last day of the key, YYYY-MM-DD", readDay)
  .action((name: string, options: { firm: string; scopes?: Scope[]; expires?: Date }) =>
    withCore(async ({ db, base_url }) => {
      const { id, token } = await db.forFirm(options.firm, async (tx) => {
        const admin = await findAdmin(tx)
        const key = await createKey(tx, {
          name,
          scopes: options.scopes,
          expires_at: options.expires,
          created_by: admin.id,
        })
        await recordAudit(tx, "key_created", { record_id: key.id, label: `${name} (by command)` })
        return key
      })
      console.log(`${id}\n${token}\n\ncurl -H "Authorization: Token ${token}" ${base_url}/v1/matters`)
    }),
  )

keyCommand
  .command("list")
  .description("List a firm's keys, newest first.")
  .requiredOption(...firmOption)
  .action((options: { firm: string }) =>
    withCore(async ({ db }) => {
      for (const key of await db.forFirm(options.firm, listKeys)) {
        const state = key.revoked_at
          ? "revoked"
          : key.expires_at && key.expires_at < new Date()
            ? "expired"
            : "live"
        console.log(`${key.id}  …${key.token_end}  ${state.padEnd(7)}  ${key.name}  ${key.scopes.join(",")}`)
      }
    }),
  )

keyCommand
  .command("revoke")
  .description("Revoke a key immediately, on every server.")
  .argument("<key_id>")
  .requiredOption(...firmOption)
  .action((id: string, options: { firm: string }) =>
    withCore(async ({ db }) => {
      const revoked = await db.forFirm(options.firm, async (tx) => {
        const isRevoked = await revokeKey(tx, id)
        if (isRevoked) await recordAudit(tx, "key_revoked", { record_id: id, label: "By command" })
        return isRevoked
      })
      if (!revoked) throw new Error(`There is no live key ${id} in this firm. See \`foyer key list\`.`)
      console.log(`Revoked ${id}.`)
    }),
  )

function readScopes(text: string): Scope[] {
  const names = text.split(",").map((name) => name.trim())
  const unknown = names.filter((name) => !scopes.some((scope) => scope === name))
  if (unknown.length > 0)
    throw new Error(`Unknown scopes: ${unknown.join(", ")}. Available: ${scopes.join(", ")}.`)
  return names as Scope[]
}

function readDay(text: string): Date {
  const day = new Date(`${text}T23:59:59Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new Error("--expires must be a date, as YYYY-MM-DD.")
  return day
}

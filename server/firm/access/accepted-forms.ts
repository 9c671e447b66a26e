// Console forms that took effect. Every form carries an id made with its page. Sent a second time, by a second press or
// after a lost response, the same form is not carried out again: the second press leads where the first one led.
import { createHash } from "node:crypto"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { Form } from "../../platform/http/responses/pages.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { formIdField } from "./owner-field.ts"

/** What tells a file that came with the form from others: a hash, or the id under which it is stored. */
export const fileContentField = "file_content"

/** Where it was sent, what was sent, and by whom. */
export interface SentForm {
  user_id: string
  url: string
  form: Form
}

/** What identifies the press; undefined for a form without an id, which takes effect whenever it is sent. */
export function digestOf({ user_id, url, form }: SentForm): string | undefined {
  const id = form[formIdField]?.at(-1)
  if (!id) return undefined
  return createHash("sha256")
    .update(JSON.stringify([user_id, url, Object.entries(form)]))
    .digest("base64url")
}

interface Sealer {
  ring: KeyRing
  firm_id: string
}

/**
 * The response to the same press, if it took effect before; undefined if it does so now. Waits while another transaction
 * carries it out. What this transaction does and keeps with `keepResponse` is one.
 */
export async function claimPress(tx: Tx, sealer: Sealer, digest: string): Promise<unknown> {
  const claimed = await tx.run(sql`
    insert into accepted_forms (digest, sent_at) values (${digest}, ${tx.now}) on conflict do nothing`)
  return claimed > 0 ? undefined : readResponse(tx, sealer, digest)
}

/** The response to the same press, if it took effect before. */
export async function readResponse(tx: Tx, sealer: Sealer, digest: string | undefined): Promise<unknown> {
  const row =
    digest &&
    (await tx.maybe<{ response_sealed: string }>(
      sql`select response_sealed from accepted_forms where digest = ${digest}`,
    ))
  return row ? JSON.parse(sealer.ring.open(row.response_sealed, contextOf(sealer.firm_id))) : undefined
}

/** Keeps the response for a second press; without one, the form may be sent again. */
export async function keepResponse(
  tx: Tx,
  { ring, firm_id }: Sealer,
  { digest, response, matter_id }: { digest: string; response: unknown; matter_id: string | undefined },
): Promise<void> {
  if (response === undefined) await tx.run(sql`delete from accepted_forms where digest = ${digest}`)
  else
    await tx.run(sql`
      update accepted_forms
         set response_sealed = ${ring.seal(JSON.stringify(response), contextOf(firm_id))},
             matter_id = (select id from matters where id = ${matter_id ?? null})
       where digest = ${digest}`)
}

/** The purpose that binds a stored response to its firm. */
export function contextOf(firm_id: string): string {
  return `accepted_forms:${firm_id}`
}

/** Removes those of more than a day ago in all firms: no one presses a second time as late as that. */
export async function removeOldAcceptedForms(tx: Tx): Promise<number> {
  return tx.run(sql`delete from accepted_forms where sent_at <= ${tx.now}::timestamptz - interval '24 hours'`)
}

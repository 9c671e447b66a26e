// Emails about corrections: how many there are, and to whom they may go.
import { sql, type Tx } from "../../platform/db/sql.ts"
import {
  type InvitationParts,
  type InvitationRow,
  listInvitations,
} from "../matters/invitations/invitations.ts"
import { queueInviteeEmail } from "../matters/invitations/invitee-emails.ts"
import { withInviteeView } from "../matters/progress/parts-alone.ts"

/**
 * Emails the matter's clients about the returned files that no email has told them of. Runs a while after a file was
 * returned, so that several make one email, and what staff take back makes none.
 */
export async function mailReturns(tx: Tx, parts: InvitationParts, matter_id: string): Promise<void> {
  if (
    !(await tx.maybe(
      sql`select from matters where id = ${matter_id} and close_date is null for no key update`,
    ))
  )
    return
  for (const id of defaultRecipients(await listInvitations(tx, matter_id))) {
    await mailAbout(tx, parts, id, await countReturned(tx, matter_id, id), "documents_returned")
  }
}

/** The files returned before now of which no email to this invitation has said so. */
export async function countReturned(tx: Tx, matter_id: string, invitation_id: string): Promise<number> {
  const { told_at } = await tx.one<{ told_at: Date | null }>(sql`
    select max(created_at) as told_at from mails where invitation_id = ${invitation_id} and purpose = 'corrections'`)
  const { count } = await withInviteeView(tx, invitation_id, () =>
    tx.one<{ count: number }>(sql`
      select count(*) from document_states
       where matter_id = ${matter_id} and state = 'returned' and returned_at < ${tx.now}
         and returned_at > coalesce(${told_at}::timestamptz, '-infinity')`),
  )
  return count
}

/** Emails a client about so many corrections or returned files; does nothing for none. */
export async function mailAbout(
  tx: Tx,
  parts: InvitationParts,
  invitation_id: string,
  count: number,
  email: "corrections" | "documents_returned" = "corrections",
): Promise<void> {
  if (count === 0) return
  const about = { invitation_id, email, purpose: "corrections" } as const
  await queueInviteeEmail(tx, parts, about, (language) => {
    const { things, documents } = countWords[language]
    return { things: things(count), documents: documents(count) }
  })
}

/** "one thing", "3 documents": what emails count. */
export const countWords = {
  en: {
    things: (count: number) => (count === 1 ? "one thing" : `${count} things`),
    documents: (count: number) => (count === 1 ? "a document" : `${count} documents`),
  },
  es: {
    things: (count: number) => (count === 1 ? "una cosa" : `${count} cosas`),
    documents: (count: number) => (count === 1 ? "un documento" : `${count} documentos`),
  },
}

/** Whether an email with this invitation's link reaches someone who can use it. */
export function mayBeMailed({
  email,
  revoked_at,
  is_for_parts,
  is_paused,
}: Pick<InvitationRow, "email" | "revoked_at" | "is_for_parts" | "is_paused">): boolean {
  return email !== "" && revoked_at === null && !is_for_parts && !is_paused
}

/** The invitations that get an email unless staff choose others. */
export function defaultRecipients(invitations: readonly InvitationRow[]): string[] {
  return invitations.filter((one) => mayBeMailed(one) && one.party !== "helper").map(({ id }) => id)
}

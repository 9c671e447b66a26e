// Writing down what a client is to look at again, and asking for all of it at once.

import { queueClientMail } from "../matters/client-mails.ts"
import { lockForEditing, mayClientEdit } from "../matters/editing.ts"
import { type InvitationParts, type InvitationRow, listInvitations } from "../matters/invitations.ts"
import { markReopened } from "../matters/lifecycle.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { withInviteeView } from "../matters/parts-alone.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { badRequest, conflict, type Fault, tooLong } from "../platform/errors.ts"
import { newId } from "../platform/ids.ts"
import { findSubject, type NamedSubject } from "./subjects.ts"

export interface NewCorrection extends NamedSubject {
  words: string
}

const max_characters = 1_000

/**
 * Writes down what the client is to be asked, without asking yet; returns its id. Throws "bad request" for something
 * that the matter does not have or words that cannot be taken, "conflict" for a closed matter.
 */
export async function collectCorrection(
  tx: Tx,
  matter_id: string,
  { kind, record_id, about, words }: NewCorrection,
): Promise<string> {
  const { close_date } = await getMatterRow(tx, matter_id)
  if (close_date !== null) throw closed()
  const subject = await findSubject(tx, matter_id, { kind, record_id, about })
  const faults = [...(subject ? [] : [unknownSubject]), ...faultsOfWords(words)]
  if (!subject || faults.length > 0) throw badRequest(faults)
  const id = newId("correction")
  await tx.run(sql`
    insert into corrections (id, matter_id, kind, record_id, about, label, words, written_at)
    values (${id}, ${matter_id}, ${kind}, ${record_id}, ${about}, ${subject.label}, ${words.trim()}, ${tx.now})`)
  return id
}

const unknownSubject: Fault = {
  param: "subject",
  code: "unknown_subject",
  message: "Choose what the client should look at again.",
}

function faultsOfWords(words: string): Fault[] {
  const length = words.trim().length
  if (length === 0)
    return [{ param: "words", code: "required", message: "Tell the client what to look at, in a sentence." }]
  if (length <= max_characters) return []
  return [tooLong("words", length, max_characters)]
}

export interface CorrectionRequest {
  /** Invitations whose people are told by mail; the others see it when they come back. */
  invitation_ids: readonly string[]
  /** Lets the client edit again where the client no longer may. */
  let_edit: boolean
}

/**
 * Asks the client about everything collected, with one mail to each of those named; returns how many things that
 * are. Throws "conflict" for a matter that is closed, not begun, or has nothing collected, and "bad request" when
 * the client may not edit and `let_edit` is not set, or an invitation cannot be mailed to.
 */
export async function requestCorrections(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { invitation_ids, let_edit }: CorrectionRequest,
): Promise<number> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.close_date !== null) throw closed()
  if (matter.started_at === null && !matter.is_submitted)
    throw conflict("not_started", "The client has not begun yet, so there is nothing to correct.")
  const told = (await listInvitations(tx, matter_id)).filter(({ id }) => invitation_ids.includes(id))
  if (told.length < new Set(invitation_ids).size || !told.every(mayBeMailed)) {
    const message = "Choose people whose link works and whose address is known."
    throw badRequest([{ param: "told", code: "unknown_invitation", message }])
  }
  if (!mayClientEdit(matter)) {
    const message = "The client cannot edit this matter now. Check the box to reopen it for the client."
    if (!let_edit) throw badRequest([{ param: "let_edit", code: "not_editable", message }])
    await markReopened(tx, matter_id)
  }
  const count = await tx.run(sql`
    update corrections set requested_at = ${tx.now}, requested_by = current_actor()
     where matter_id = ${matter_id} and requested_at is null`)
  if (count === 0) throw conflict("nothing_collected", "There is nothing on the list to ask about.")
  for (const { id } of told) {
    const own = await withInviteeView(tx, id, () => countRequestedNow(tx, matter_id))
    if (own > 0) await queueClientMail(tx, parts, id, "corrections", mailAbout(own))
  }
  return count
}

async function countRequestedNow(tx: Tx, matter_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from corrections where matter_id = ${matter_id} and requested_at = ${tx.now}`)
  return count
}

/** Whether a mail with the link of this invitation reaches somebody who can use it. */
export function mayBeMailed({
  email,
  revoked_at,
  is_for_parts,
}: Pick<InvitationRow, "email" | "revoked_at" | "is_for_parts">): boolean {
  return email !== "" && revoked_at === null && !is_for_parts
}

function closed() {
  return conflict(
    "matter_closed",
    "This matter is closed, so the client cannot change anything. Reopen it first.",
  )
}

/** What a mail says about `count` things that the firm asks. What is asked stays behind the link. */
function mailAbout(count: number) {
  return { en: english(count), es: spanish(count) }
}

const english = (count: number) => ({
  subject: (firm: string) => `${firm} asks you to look at something again`,
  heading: count === 1 ? "Please look at one thing again" : `Please look at ${count} things again`,
  paragraphs: (firm: string) => [
    `${firm} has read your questionnaire and asks you to look at ${count === 1 ? "one thing" : `${count} things`} again.`,
    "Your list on top of the questionnaire says what it is and leads you to the right place. To keep it private, this email does not.",
  ],
  button: "Open your list",
})

const spanish: typeof english = (count) => ({
  subject: (firm) => `${firm} le pide que revise algo`,
  heading: count === 1 ? "Revise una cosa, por favor" : `Revise ${count} cosas, por favor`,
  paragraphs: (firm) => [
    `${firm} ha leído su cuestionario y le pide que revise ${count === 1 ? "una cosa" : `${count} cosas`}.`,
    "La lista al principio del cuestionario dice de qué se trata y le lleva al lugar exacto. Por privacidad, este correo no lo dice.",
  ],
  button: "Abrir la lista",
})

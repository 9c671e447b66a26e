// Collects corrections, and requests all of them from the client at once.

import { recordEvent } from "../../firm/events/events.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { badField, badRequest, conflict, type Fault, notFound, tooLong } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { lockForEditing, mayClientEdit, requireOpen } from "../matters/editing.ts"
import { type InvitationParts, listInvitations } from "../matters/invitations/invitations.ts"
import { markReopened } from "../matters/lifecycle.ts"
import { getMatterRow, subjectOf } from "../matters/matter-row.ts"
import { withInviteeView } from "../matters/progress/parts-alone.ts"
import { countReturned, defaultRecipients, mailAbout, mayBeMailed } from "./emails.ts"
import { findSubject, listSubjects, type NamedSubject, type SubjectKind } from "./subjects.ts"

export interface NewCorrection extends NamedSubject {
  /** Set by the form, so that sending it twice collects one correction. */
  id?: string
  words: string
}

export const max_words_characters = 1_000

/**
 * Collects a correction without requesting it yet; returns its id. Throws "bad request" for an unknown item or an
 * unusable message, "conflict" for a closed matter, and "not found" if the id is that of another record.
 */
export async function collectCorrection(
  tx: Tx,
  matter_id: string,
  correction: NewCorrection,
): Promise<string> {
  const [id = ""] = await collectCorrections(tx, matter_id, [correction])
  return id
}

/** The same for several, in the statements of one. */
export async function collectCorrections(
  tx: Tx,
  matter_id: string,
  corrections: readonly NewCorrection[],
): Promise<string[]> {
  requireOpen(await getMatterRow(tx, matter_id), no_changes)
  const subjects = await listSubjects(tx, matter_id)
  const rows = corrections.map(({ id = newId("correction"), kind, record_id, about, words }) => {
    const subject = findSubject(subjects, { kind, record_id, about })
    const faults = [...(subject ? [] : [unknownSubject]), ...faultsOfWords(words)]
    if (!subject || faults.length > 0) throw badRequest(faults)
    return { ...subject, id, words: words.trim() }
  })
  const ids = rows.map(({ id }) => id)
  await tx.run(sql`
    insert into corrections (id, matter_id, kind, record_id, about, label, words, written_at)
    select id, ${matter_id}, kind, record_id, about, label, words, ${tx.now}
      from jsonb_to_recordset(${json(rows)})
             as row (id text, kind text, record_id text, about text, label text, words text)
        on conflict do nothing`)
  // A form that was sent twice has added its own before; any other record with this id is not found.
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int from corrections where matter_id = ${matter_id} and id = any(${ids}::text[])`)
  if (count < ids.length) throw notFound()
  return ids
}

/** Ids of what is collected and not requested yet. */
export async function listCollected(tx: Tx, matter_id: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from corrections where matter_id = ${matter_id} and requested_at is null`)
  return rows.map(({ id }) => id)
}

export const unknownSubject: Fault = {
  param: "subject",
  code: "unknown_subject",
  message: "Choose what the client should look at again.",
}

function faultsOfWords(words: string): Fault[] {
  const length = words.trim().length
  if (length === 0)
    return [{ param: "words", code: "required", message: "Tell the client what to look at, in a sentence." }]
  if (length <= max_words_characters) return []
  return [tooLong("words", length, max_words_characters)]
}

export interface CorrectionRequest {
  /** Invitations to notify by email; other clients see the request when they come back. */
  invitation_ids: readonly string[]
  /** Reopens the matter for the client if the client may no longer edit. */
  let_edit: boolean
  /** Requests these corrections only, and leaves what staff have collected; without it, everything collected. */
  ids?: readonly string[]
}

/**
 * Requests everything collected, with one email to each of the given invitations; returns the number of corrections.
 * Throws "conflict" for a matter that is closed, not started, or has nothing collected. Throws "bad request" when the
 * client may not edit and `let_edit` is not set, or when an invitation cannot get email.
 */
export async function requestCorrections(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  { invitation_ids, let_edit, ids }: CorrectionRequest,
): Promise<number> {
  const matter = await lockForEditing(tx, matter_id)
  requireOpen(matter, no_changes)
  if (matter.started_at === null && !matter.is_submitted)
    throw conflict("not_started", "The client has not started yet, so there is nothing to correct.")
  const notified = (await listInvitations(tx, matter_id)).filter(({ id }) => invitation_ids.includes(id))
  if (notified.length < new Set(invitation_ids).size || !notified.every(mayBeMailed)) {
    const message = "Choose people with a working link and a known email address."
    throw badField("invitation_ids", "unknown_invitation", message)
  }
  if (!mayClientEdit(matter)) {
    const message = "The client cannot edit this matter now. Choose to reopen it for the client, too."
    if (!let_edit) throw badField("let_edit", "not_editable", message)
    await markReopened(tx, matter_id)
  }
  const chosen = ids ? sql`id = any(${[...ids]}::text[])` : sql`true`
  const requested = await tx.all<{ kind: SubjectKind }>(sql`
    update corrections set requested_at = ${tx.now}, requested_by = current_actor()
     where matter_id = ${matter_id} and requested_at is null and ${chosen} returning kind`)
  const count = requested.length
  // Those of a form that is sent twice have been requested already.
  if (count === 0 && !ids) throw conflict("nothing_collected", "There is nothing on the list to ask about.")
  for (const { kind } of requested)
    if (kind === "document")
      await recordEvent(tx, "document.returned", subjectOf(await getMatterRow(tx, matter_id)))
  for (const { id } of notified) {
    const returned = await countReturned(tx, matter_id, id)
    const own = await withInviteeView(tx, id, () => countRequestedNow(tx, matter_id))
    // The email counts as one about the files returned before, whose own then never goes out.
    await mailAbout(tx, parts, id, own > 0 ? own + returned : 0)
  }
  return count
}

/** Requests these corrections alone, with an email to everyone whom staff would choose by default. */
export async function requestAtOnce(
  tx: Tx,
  parts: InvitationParts,
  matter_id: string,
  ids: readonly string[],
): Promise<void> {
  const invitation_ids = defaultRecipients(await listInvitations(tx, matter_id))
  await requestCorrections(tx, parts, matter_id, { invitation_ids, let_edit: false, ids })
}

async function countRequestedNow(tx: Tx, matter_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from corrections where matter_id = ${matter_id} and requested_at = ${tx.now}`)
  return count
}

const no_changes = "the client cannot change anything"

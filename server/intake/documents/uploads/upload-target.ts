import { requestsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { json, sql } from "../../../platform/db/sql.ts"
import { badRequest, conflict, notFound } from "../../../platform/errors.ts"
import { lockForEditing, lockForWriting } from "../../matters/editing.ts"
import { definitionOf } from "../../matters/progress/definition.ts"

/** The maximum number of files per message. */
export const max_attachments = 10

/** The purpose of a file: a document request of the matter's questionnaire, one of its assets, or an unsent message. */
export type Target = {
  matter_id: string
  /** A file with the same purpose that is removed once the new one is stored. */
  replaces?: string
} & (
  | { request_id: string; asset_id?: undefined; message_id?: undefined }
  | { asset_id: string; request_id?: undefined; message_id?: undefined }
  | { message_id: string; request_id?: undefined; asset_id?: undefined }
)

/** Locks the matter; throws unless the current user may add this kind of file. */
export async function lockForTarget(tx: Tx, { matter_id, message_id }: Target): Promise<void> {
  await (message_id === undefined ? lockForEditing(tx, matter_id) : lockForWriting(tx, matter_id))
}

/** For requests each client answers alone, ignores the other client's files: they neither count nor show. */
const isOfOneself = sql`
  (contact_of_client(uploaded_by) is not distinct from contact_of_client(current_actor()) or not exists (
     select from matters m where m.id = matter_id and documents.request_id = any(m.separate_parts)))`

/** Locks the matter and throws unless it may take a file for this purpose now. */
export async function checkTarget(tx: Tx, target: Target): Promise<void> {
  const { matter_id, replaces } = target
  await lockForTarget(tx, target)
  const others = await tx.all<{ id: string }>(sql`
    select id from documents
     where matter_id = ${matter_id} and removed_at is null
       and request_id is not distinct from ${target.request_id ?? null}
       and asset_id is not distinct from ${target.asset_id ?? null}
       and message_id is not distinct from ${target.message_id ?? null} and ${isOfOneself}`)
  if (target.message_id !== undefined) return checkMessage(tx, target.message_id, others.length)
  if (replaces !== undefined && !others.some(({ id }) => id === replaces)) throw notFound()
  if (replaces !== undefined && (await isSubmitted(tx, replaces))) {
    const detail = "This file was part of what was submitted, so it stays. Upload a newer one next to it."
    throw conflict("document_submitted", detail)
  }
  if (target.asset_id !== undefined) {
    await tx.one(sql`select id from assets where id = ${target.asset_id} and matter_id = ${matter_id}`)
    return
  }
  const { definition } = await definitionOf(tx, matter_id)
  const request = requestsOf(definition).find(({ id }) => id === target.request_id)
  if (!request) {
    const message = "This questionnaire does not ask for such a document."
    throw badRequest([{ param: "request_id", code: "unknown_value", message }])
  }
  if (request.several) return
  // A submitted file stays as it is; a newer one is added next to it.
  const live = others.filter(({ id }) => id !== replaces)
  const isTaken = await Promise.all(live.map(({ id }) => isSubmitted(tx, id)))
  if (isTaken.some((isSaved) => !isSaved)) {
    const label = textIn(request.label, "en")
    throw conflict(
      "one_file_only",
      `“${label}” takes one file and already has one. Replace that file instead.`,
    )
  }
}

async function checkMessage(tx: Tx, message_id: string, count: number): Promise<void> {
  if (await tx.maybe(sql`select from messages where id = ${message_id}`))
    throw conflict("message_sent", "This message has already been sent. Attach the file to a new one.")
  if (count >= max_attachments)
    throw conflict("too_many_attachments", `A message takes at most ${max_attachments} files.`)
}

/** Whether any submission of its matter lists the file. */
export async function isSubmitted(tx: Tx, document_id: string): Promise<boolean> {
  const { is_submitted } = await tx.one<{ is_submitted: boolean }>(sql`
    select exists (
      select from submissions s join documents d on d.matter_id = s.matter_id
       where d.id = ${document_id}
         and (s.snapshot->'documents' @> ${json([{ document_id }])}::jsonb
              or s.snapshot->'financial_documents' @> ${json([{ document_id }])}::jsonb))
      or exists (
      select from private_submissions s join documents d on d.matter_id = s.matter_id
       where d.id = ${document_id} and s.snapshot->'documents' @> ${json([{ document_id }])}::jsonb) as is_submitted`)
  return is_submitted
}

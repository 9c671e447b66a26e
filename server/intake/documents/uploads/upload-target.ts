import { requestsOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { json, sql, type Tx } from "../../../platform/db/sql.ts"
import { badField, conflict, type Failure, notFound } from "../../../platform/errors.ts"
import { lockForWriting } from "../../matters/editing.ts"
import { definitionOf } from "../../matters/progress/definition.ts"
import { lockForRequest } from "../awaited-documents.ts"
import { type FileState, isOfOthers } from "../matter-files.ts"

/** The maximum number of files per message. */
export const max_attachments = 10

/** The purpose of a file: a document request of the matter's questionnaire, one of its assets, or an unsent message. */
export type Target = {
  matter_id: string
  /** A file with the same purpose in place of which the new one is sent. Without it, the oldest returned one. */
  replaces?: string
} & (
  | { request_id: string; asset_id?: undefined; message_id?: undefined }
  | { asset_id: string; request_id?: undefined; message_id?: undefined }
  | { message_id: string; request_id?: undefined; asset_id?: undefined }
)

/** Locks the matter; throws unless the current user may add this kind of file. */
export async function lockForTarget(tx: Tx, { matter_id, message_id, request_id }: Target): Promise<void> {
  await (message_id === undefined
    ? lockForRequest(tx, matter_id, request_id ?? null)
    : lockForWriting(tx, matter_id))
}

/** For requests each client answers alone, ignores the other client's files: they neither count nor show. */
const isOfOneself = sql`
  (contact_of_client(uploaded_by) is not distinct from contact_of_client(current_actor()) or not exists (
     select from matters m where m.id = documents.matter_id and documents.request_id = any(m.separate_parts)))`

/** The file that a new one is sent in place of. A fixed one stays and counts as replaced; others are removed. */
export interface Replaced {
  id: string
  is_fixed: boolean
}

/** Locks the matter and throws unless it may take a file for this purpose now. Returns the file it replaces, if any. */
export async function checkTarget(tx: Tx, target: Target): Promise<Replaced | undefined> {
  const { matter_id } = target
  await lockForTarget(tx, target)
  const others = await tx.all<{ id: string; state: FileState | null }>(sql`
    select documents.id, s.state from documents left join document_states s on s.id = documents.id
     where documents.matter_id = ${matter_id} and removed_at is null
       and request_id is not distinct from ${target.request_id ?? null}
       and asset_id is not distinct from ${target.asset_id ?? null}
       and message_id is not distinct from ${target.message_id ?? null} and ${isOfOneself}
     order by uploaded_at, documents.id`)
  if (target.message_id !== undefined) {
    await checkMessage(tx, target.message_id, others.length)
    return undefined
  }
  const replaced = await findReplaced(tx, target.replaces, others)
  if (target.asset_id !== undefined)
    await tx.one(sql`select id from assets where id = ${target.asset_id} and matter_id = ${matter_id}`)
  else
    await checkRequest(
      tx,
      target,
      others.map(({ id }) => id).filter((id) => id !== replaced?.id),
    )
  return replaced
}

/** Throws "not found", and "conflict" for a submitted file that was not returned. */
async function findReplaced(
  tx: Tx,
  replaces: string | undefined,
  others: readonly { id: string; state: FileState | null }[],
): Promise<Replaced | undefined> {
  const file = others.find(({ id, state }) =>
    replaces === undefined ? state === "returned" : id === replaces,
  )
  if (!file) {
    if (replaces !== undefined) throw notFound()
    return undefined
  }
  const is_fixed = await isFixed(tx, file.id)
  if (is_fixed && file.state !== "returned") throw fileStays()
  return { id: file.id, is_fixed }
}

/** Throws unless the request takes a file next to its `live` ones. */
async function checkRequest(
  tx: Tx,
  { matter_id, request_id }: Target,
  live: readonly string[],
): Promise<void> {
  const { definition } = await definitionOf(tx, matter_id)
  const request = requestsOf(definition).find(({ id }) => id === request_id)
  if (!request)
    throw badField("request_id", "unknown_value", "This questionnaire does not ask for such a document.")
  if (request.several) return
  // A fixed file stays as it is; a newer one is added next to it.
  const isTaken = await Promise.all(live.map((id) => isFixed(tx, id)))
  if (isTaken.some((is_fixed) => !is_fixed)) {
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

/** Why a fixed file is neither removed nor replaced. */
export function fileStays(): Failure {
  return conflict(
    "document_submitted",
    "This file was submitted, or someone else added it, so it stays. Upload a newer one next to it.",
  )
}

/** Whether any submission of its matter lists the file, or it is not the actor's to change: see `isOfOthers`. */
export async function isFixed(tx: Tx, document_id: string): Promise<boolean> {
  const { is_fixed } = await tx.one<{ is_fixed: boolean }>(sql`
    select exists (
      select from submissions s join documents d on d.matter_id = s.matter_id
       where d.id = ${document_id}
         and (s.snapshot->'documents' @> ${json([{ document_id }])}::jsonb
              or s.snapshot->'financial_documents' @> ${json([{ document_id }])}::jsonb))
      or exists (
      select from private_submissions s join documents d on d.matter_id = s.matter_id
       where d.id = ${document_id} and s.snapshot->'documents' @> ${json([{ document_id }])}::jsonb)
      or exists (select from documents d where d.id = ${document_id} and ${isOfOthers}) as is_fixed`)
  return is_fixed
}

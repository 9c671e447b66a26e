// Deleting a matter moves it out of every table at once. It can be restored for thirty days and is then purged
// permanently. What remains is a certificate, the entries of the audit log, and, for conflict checks, the names.
import { removeLateFormsOf } from "../../firm/access/late-forms.ts"
import { recordAudit } from "../../firm/audit/audit.ts"
import { recordEvent } from "../../firm/events/events.ts"
import { followMerges } from "../../follow-up/search/people.ts"
import { recordNamesOfMatter, removeNamesOfMatter } from "../../intake/conflict-names/conflict-names.ts"
import { dropFormerAssignee } from "../../intake/matters/assignment.ts"
import { lockForEditing } from "../../intake/matters/editing.ts"
import { findHold } from "../../intake/matters/holds.ts"
import { getMatterRow, subjectOf } from "../../intake/matters/matter-row.ts"
import { isDeletable } from "../../intake/matters/retention.ts"
import {
  listSignedTexts,
  type SignedText,
  signAgain,
} from "../../intake/submissions/review/renewing-marks.ts"
import { deletionContext, sealContentAgain } from "../../outputs/sealing/texts.ts"
import { json, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict, found } from "../../platform/errors.ts"
import { type Listing, listCounted, type Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import { enqueue } from "../../platform/jobs/queue.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** How long a deleted matter can be restored. */
export const grace_days = 30

export interface Counts {
  people: number
  assets: number
  answers: number
  documents: number
  submissions: number
  messages: number
}

export interface DeletionRow {
  id: string
  matter_id: string
  /** Empty after the purge if the firm does not want names on certificates. */
  matter_name: string
  open_date: string
  close_date: string | null
  reason: string
  counts: Counts
  is_automatic: boolean
  deleted_by: string | null
  /** Name or address; empty if the retention rule deleted it. */
  deleted_by_name: string
  deleted_at: Date
  /** After this time it cannot be restored. */
  purge_at: Date
  restored_at: Date | null
  restored_by_name: string
  purged_at: Date | null
}

/** What would be deleted with a matter. */
export function countContents(tx: Tx, matter_id: string): Promise<Counts> {
  return tx.one(sql`
    select (select count(*) from contacts where matter_id = m.id) as people,
           (select count(*) from assets where matter_id = m.id) as assets,
           (select count(*) from answers where matter_id = m.id) as answers,
           (select count(*) from documents where matter_id = m.id and removed_at is null) as documents,
           (select count(*) from submissions where matter_id = m.id) as submissions,
           (select count(*) from messages where matter_id = m.id) as messages
      from matters m where m.id = ${matter_id}`)
}

export interface MatterToDelete {
  matter_id: string
  /** 1–500 characters. */
  reason: string
  /** True if the firm's retention rule deletes it, and not a person. */
  is_automatic?: boolean
}

/**
 * Deletes a matter and returns the deletion's id. Throws "not found", and "conflict" while clients may work on it or it
 * is on legal hold.
 */
export async function deleteMatter(
  tx: Tx,
  ring: KeyRing,
  { matter_id, reason, is_automatic = false }: MatterToDelete,
): Promise<string> {
  const matter = await lockForEditing(tx, matter_id)
  if (!isDeletable(matter)) {
    throw conflict("matter_open", "This matter is open. Close it first; then it can be deleted.")
  }
  if (await findHold(tx, matter_id)) {
    throw conflict("matter_held", "This matter is on legal hold. Release it first; then it can be deleted.")
  }
  const id = newId("deletion")
  await recordNamesOfMatter(tx, matter_id)
  const [signed, counts, files, credentials] = await Promise.all([
    listSignedTexts(tx, ring, matter_id),
    countContents(tx, matter_id),
    tx.all<FileRow>(
      sql`select id, size, sha256, file_key, wrapped_key from documents where matter_id = ${matter_id}`,
    ),
    tx.all<{ token_hash: Buffer }>(sql`
      select key_hash as token_hash from invitations where matter_id = ${matter_id}
      union select token_hash from sessions where matter_id = ${matter_id}`),
  ])
  const { content } = found(
    await tx.maybe<{ content: string | null }>(sql`select take_out_matter(${matter_id}) as content`),
  )
  // What cannot be opened must not keep a matter from deletion.
  const sealed = sealContentAgain(ring, content ?? "{}", () => undefined)
  await tx.run(sql`
    insert into deletions (id, matter_id, matter_name, open_date, close_date, reason, counts, is_automatic, deleted_at,
                           purge_at, content_sealed)
    values (${id}, ${matter_id}, ${matter.name}, ${matter.open_date}, ${matter.close_date}, ${reason},
            ${json(counts)}, ${is_automatic}, ${tx.now},
            ${tx.now}::timestamptz + ${grace_days} * interval '1 day', ${ring.seal(withSigned(sealed, signed), deletionContext(id))})`)
  await Promise.all([
    ...files.map((file) =>
      tx.run(sql`
        insert into deleted_documents (deletion_id, id, size, sha256, file_key, wrapped_key)
        values (${id}, ${file.id}, ${file.size}, ${file.sha256}, ${file.file_key}, ${file.wrapped_key})`),
    ),
    ...credentials.map(({ token_hash }) =>
      tx.run(sql`insert into deleted_credentials (deletion_id, token_hash) values (${id}, ${token_hash})`),
    ),
    removeLateFormsOf(tx, matter_id),
    recordAudit(tx, "matter_deleted", { matter_id, record_id: id }),
    // Uploads still in progress.
    enqueue(tx, "sweep-files", {}),
  ])
  await recordEvent(tx, "matter.deleted", subjectOf(matter))
  return id
}

/** The JSON around it stays identical, digit for digit. */
function withSigned(content: string, signed: readonly SignedText[]): string {
  return signed.length === 0 ? content : `{"signed": ${JSON.stringify(signed)}, ${content.slice(1)}`
}

interface FileRow {
  id: string
  size: number
  sha256: Buffer
  file_key: string
  wrapped_key: string
}

/** Restores a deleted matter unchanged and returns its id. Throws "not found", and "conflict" once the purge has started. */
export async function restoreMatter(tx: Tx, ring: KeyRing, id: string): Promise<string> {
  const { matter_id, content_sealed, is_late } = await tx.one<{
    matter_id: string
    content_sealed: string | null
    is_late: boolean
  }>(sql`
    select matter_id, content_sealed, purge_begun_at is not null or purge_at <= ${tx.now} as is_late
      from deletions where id = ${id} for update`)
  if (content_sealed === null || is_late) {
    throw conflict("not_restorable", "This matter can no longer be restored.")
  }
  await removeNamesOfMatter(tx, matter_id)
  const content = ring.open(content_sealed, deletionContext(id))
  await tx.run(sql`select put_back_matter(${content}::jsonb)`)
  const { signed = [] } = JSON.parse(content) as { signed?: SignedText[] }
  await signAgain(tx, ring, matter_id, signed)
  await followMerges(tx, matter_id)
  await tx.run(sql`
    update deletions set content_sealed = null, restored_at = ${tx.now}, restored_by = current_actor() where id = ${id}`)
  await tx.run(sql`delete from deleted_documents where deletion_id = ${id}`)
  await tx.run(sql`delete from deleted_credentials where deletion_id = ${id}`)
  const matter = await getMatterRow(tx, matter_id)
  await recordEvent(tx, "matter.restored", subjectOf(matter))
  if (matter.close_date === null) await dropFormerAssignee(tx, matter)
  await recordAudit(tx, "matter_restored", { matter_id, record_id: id })
  return matter_id
}

const columns = sql`
  d.id, d.matter_id, d.matter_name, d.open_date, d.close_date, d.reason, d.counts, d.is_automatic, d.deleted_by,
  ${userName(sql`u`)} as deleted_by_name, d.deleted_at, d.purge_at, d.restored_at,
  ${userName(sql`r`)} as restored_by_name, d.purged_at`
const tables = sql`
  deletions d left join users u on u.id = d.deleted_by left join users r on r.id = d.restored_by`

/** Returns a page of the firm's deletions, newest first, without restored ones. */
export function listDeletions(tx: Tx, page: Page): Promise<Listing<DeletionRow>> {
  const [where, order] = [sql`where d.restored_at is null`, sql`order by d.id desc`]
  return listCounted(tx, { columns, from: tables, where, order }, page)
}

/** Returns a deletion. Throws "not found". */
export function getDeletion(tx: Tx, id: string): Promise<DeletionRow> {
  return tx.one(sql`select ${columns} from ${tables} where d.id = ${id}`)
}

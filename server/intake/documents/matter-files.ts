import { type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"

/**
 * What became of a file: staff accepted it or returned it with a reason, or a newer one was sent in place of a returned
 * one. A returned file that the client confirms as it is counts as received again.
 */
export type FileState = "received" | "accepted" | "returned" | "replaced"

/** A file as its uploader sees it: its purpose, and whether it was already submitted. */
export interface MatterFile {
  id: string
  request_id: string | null
  asset_id: string | null
  filename: string
  /** Bytes. */
  size: number
  uploaded_at: Date
  /** A thumbnail in base64, encrypted, for `openThumbnail`. */
  thumbnail_sealed: string | null
  /** The staff member who uploaded it for the client; empty if the client did. */
  staff_name: string
  is_submitted: boolean
  /** It is part of a submission, or not the reader's to change: it can be neither removed nor replaced, unless returned. */
  is_fixed: boolean
  state: FileState
  /** Why it was returned, for the client; empty in every other state. */
  reason: string
  returned_at: Date | null
  /** The last correction that returned it, also if it has ended. */
  correction_id: string | null
  /** The contact of the client who uploaded it; null for staff. */
  sender: string | null
}

/**
 * Whether a client must leave file `d` alone: the firm's, and for a helper what others sent. In the portal, staff who act
 * for the client leave the firm's own documents alone, too.
 */
export const isOfOthers = sql`
  (current_matter() is not null and exists (
     select from document_requests r where r.id = d.request_id and r.is_from_firm)
   or exists (select from users me where me.id = current_actor() and me.is_client_user)
   and (helped_matter() is not null and d.uploaded_by is distinct from current_actor()
        or exists (select from users u where u.id = d.uploaded_by and u.is_firm_staff)))`

/** All files of a matter, oldest first, including those of hidden parts. */
export function listMatterFiles(tx: Tx, matter_id: string): Promise<MatterFile[]> {
  return tx.all(sql`
    select d.id, d.request_id, d.asset_id, d.filename, d.size, d.uploaded_at, d.thumbnail_sealed, sent.id is not null as is_submitted,
           sent.id is not null or ${isOfOthers} as is_fixed,
           s.state, case s.state when 'returned' then s.words else '' end as reason, case s.state when 'returned' then s.returned_at end as returned_at, s.correction_id,
           contact_of_client(d.uploaded_by) as sender,
           case when u.is_firm_staff then ${userName(sql`u`)} else '' end as staff_name
      from documents d
      join document_states s on s.id = d.id
      left join users u on u.id = d.uploaded_by
      left join (
           select distinct file ->> 'document_id' as id
             from (select matter_id, snapshot from submissions union all
                   select matter_id, snapshot || '{"financial_documents": []}' from private_submissions) s
            cross join lateral jsonb_array_elements(s.snapshot -> 'documents' || (s.snapshot -> 'financial_documents')) as file
            where s.matter_id = ${matter_id}) sent on sent.id = d.id
     where d.matter_id = ${matter_id} and d.removed_at is null and (d.request_id is not null or d.asset_id is not null)
     order by d.uploaded_at, d.id`)
}

/** Selects the names of all files that the matter has or had. */
export function filenamesOf(matter_id: string): Sql {
  return sql`select id, filename from documents where matter_id = ${matter_id}`
}

/** The ids of the requests that a matter's files answer or answered, by the file's id. */
export async function readRequestIds(tx: Tx, matter_id: string): Promise<Record<string, string>> {
  const rows = await tx.all<{ id: string; request_id: string }>(
    sql`select id, request_id from documents where matter_id = ${matter_id} and request_id is not null`,
  )
  return Object.fromEntries(rows.map(({ id, request_id }) => [id, request_id]))
}

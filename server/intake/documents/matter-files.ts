import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { userName } from "../../platform/db/user-name.ts"

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
  /** It is part of a submission, so it cannot be removed. */
  is_submitted: boolean
}

/** All files of a matter, oldest first, including those of hidden parts. */
export function listMatterFiles(tx: Tx, matter_id: string): Promise<MatterFile[]> {
  return tx.all(sql`
    select d.id, d.request_id, d.asset_id, d.filename, d.size, d.uploaded_at, d.thumbnail_sealed, sent.id is not null as is_submitted,
           case when u.is_firm_staff then ${userName(sql`u`)} else '' end as staff_name
      from documents d
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

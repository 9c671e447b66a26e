import { later } from "../../../platform/clock.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { stemOf } from "../filename.ts"
import type { Target } from "./upload-target.ts"

/** No one uploads the same file twice on purpose within a minute. */
const duplicate_within_ms = 60_000

/**
 * The stored document that a twice-submitted form would duplicate: same name, purpose and uploader, within the last
 * minute and, where the content is known, with the same content.
 */
export async function findDuplicate(
  tx: Tx,
  { matter_id, request_id, asset_id, message_id }: Target,
  { filename, sha256 = null }: { filename: string; sha256?: Buffer | null },
): Promise<string | undefined> {
  const since = later(tx.now, { ms: -duplicate_within_ms })
  const duplicate = await tx.maybe<{ id: string }>(sql`
    select id from documents
     where matter_id = ${matter_id} and removed_at is null
       -- It may have been saved with another extension, the one its content has.
       and (filename = ${filename} or ${sha256}::bytea is null and starts_with(filename, ${`${stemOf(filename)}.`}))
       and request_id is not distinct from ${request_id ?? null} and asset_id is not distinct from ${asset_id ?? null}
       and message_id is not distinct from ${message_id ?? null}
       and uploaded_by = current_actor() and uploaded_at > ${since}
       and sha256 = coalesce(${sha256}::bytea, sha256)
     order by id desc limit 1`)
  return duplicate?.id
}

// All of a firm's data in open formats, as one archive created while it is stored: rows as JSON Lines, matters in the
// shape of the API, original files. It contains what the requesting admin may see and states how much that leaves out.
import type { Readable } from "node:stream"
import { getFirm } from "../../../firm/firms/firms.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { forbidden } from "../../../platform/errors.ts"
import type { FileParts } from "../../../platform/files/read-stored-file.ts"
import { readVersion } from "../../../platform/version.ts"
import type { ExportRequest } from "../exports.ts"
import { zipOf } from "../zip.ts"
import { firmEntries } from "./contents.ts"
import { firm_format, type ManifestFile, withManifest } from "./manifest.ts"
import type { FirmSource } from "./source.ts"
import { excludedTables } from "./tables.ts"

export interface FirmExport {
  content: Readable
  /** Facts known once the content has been read to its end. */
  facts: () => Pick<ExportRequest, "restricted" | "damaged">
}

/** Throws "forbidden" when the requester is no longer an active admin. */
export async function firmExport(
  parts: FileParts,
  firm_id: string,
  user_id: string,
  { reveal, onProgress }: Pick<FirmSource, "reveal" | "onProgress">,
): Promise<FirmExport> {
  const actor = { user_id, is_viewer: true }
  const [{ firm, restricted, created_at }, version] = await Promise.all([
    parts.db.forFirm(firm_id, (tx) => readBeginning(tx, user_id), actor),
    readVersion(),
  ])
  const files: ManifestFile[] = []
  const counted = { matters: 0, rows: {} as Record<string, number> }
  const entries = firmEntries({ ...parts, firm_id, actor, reveal, created_at, onProgress }, firm, counted)
  const about = () => ({
    format: firm_format,
    program: `Foyer ${version}`,
    created_at: created_at.toISOString(),
    firm: { id: firm_id, name: firm.name },
    created_by: user_id,
    sensitive_answers: reveal ? "in clear" : "masked",
    matters: counted.matters,
    matters_left_out: restricted,
    rows: counted.rows,
    tables_left_out: excludedTables,
  })
  return {
    content: zipOf(withManifest(parts.files, entries, files, about)),
    facts: () => ({ restricted, damaged: files.filter(({ damaged }) => damaged).length }),
  }
}

async function readBeginning(tx: Tx, user_id: string) {
  const admin = await tx.maybe(sql`
    select from users where id = ${user_id} and is_firm_staff and role = 'admin' and deactivated_at is null`)
  if (!admin) {
    const detail =
      "The person who requested this export is no longer an admin of the firm. Another admin can request it."
    throw forbidden("admin_only", detail)
  }
  return { firm: await getFirm(tx), restricted: await countHiddenMatters(tx), created_at: tx.now }
}

/** How many matters are hidden from the current admin. */
export async function countHiddenMatters(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from list_matters_closed_to_admin()`,
  )
  return count
}

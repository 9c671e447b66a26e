import { listNotes } from "../../../follow-up/notes/notes.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { createPaths, safeName } from "../../../platform/files/safe-names.ts"
import { jsonText, packageEntries } from "../archives.ts"
import { type ExportedFile, type MatterExport, readMatterExport } from "../matter-export.ts"
import type { ZipEntry } from "../zip.ts"
import type { FirmSource } from "./source.ts"

/** The folder of one matter; empty if it was deleted or hidden in the meantime. */
export async function matterEntries(
  source: FirmSource,
  { id, name }: { id: string; name: string },
): Promise<ZipEntry[]> {
  const { db, firm_id, actor } = source
  const read = await db.forFirm(firm_id, (tx) => readUndisturbed(tx, source, id), actor)
  if (!read) return []
  const { all, notes, audit } = read
  // Ids end in random digits, so folders with the same name stay distinct.
  const folder = `matters/${safeName(`${name.slice(0, 60)} ${id.slice(-8)}`)}/`
  const more = { notes, corrections: all.corrections, audit }
  return [
    ...packageEntries(source, firm_id, all, folder),
    ...Object.entries(more)
      .filter(([, rows]) => rows.length > 0)
      .map(([part, rows]) => ({
        path: `${folder}${part}.json`,
        content: jsonText(rows),
        modified_at: all.exported_at,
      })),
  ]
}

const max_attempts = 5

/** A consistent read of the matter: a concurrent write moves its revision, and the matter is read again. */
async function readUndisturbed(tx: Tx, { ring, reveal }: FirmSource, id: string) {
  const revisionOf = () => tx.maybe<{ revision: string }>(sql`select revision from matters where id = ${id}`)
  for (let attempt = 1; ; attempt += 1) {
    const before = await revisionOf()
    if (!before) return undefined
    const all = await readMatterExport(tx, ring, id, { reveal })
    const files = [...all.files, ...(await listOtherFiles(tx, id, all))]
    const [notes, audit] = [await listNotes(tx, id), await listAuditOf(tx, id)]
    const after = await revisionOf()
    if (after?.revision === before.revision || attempt === max_attempts)
      return { all: { ...all, files }, notes, audit }
  }
}

/** Files that are no longer listed, because their question is hidden or their asset was removed. */
async function listOtherFiles(tx: Tx, matter_id: string, { files }: MatterExport): Promise<ExportedFile[]> {
  const rows = await tx.all<Omit<ExportedFile, "path">>(sql`
    select id, matter_id, filename, size, content_type, file_key, wrapped_key,
           timestamp_text(uploaded_at) as uploaded_at, 'Not shown' as what, null as alone
      from documents
     where matter_id = ${matter_id} and removed_at is null and not is_unsent
       and id <> all(${files.map(({ id }) => id)}::text[])
     order by uploaded_at, id`)
  const pathOf = createPaths()
  return rows.map((row) => ({ ...row, path: pathOf("Not shown", row.filename) }))
}

function listAuditOf(tx: Tx, matter_id: string): Promise<object[]> {
  return tx.all(sql`
    select id, position, action, record_id, label, user_id, occurred_at from audit_entries
     where matter_id = ${matter_id} order by id`)
}

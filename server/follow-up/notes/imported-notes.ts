import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"

/** Adds notes that another program kept, read as forms read them, in one statement for all. They mention no one: no one wrote to a colleague. */
export async function addImportedNotes(
  tx: Tx,
  notes: readonly { matter_id: string; text: string }[],
): Promise<void> {
  const rows = notes.map(({ matter_id, text }) => ({ id: newId("note"), matter_id, text }))
  await tx.run(sql`
    insert into notes (id, matter_id, text, written_at)
    select n.id, n.matter_id, n.text, ${tx.now} from jsonb_to_recordset(${json(rows)})
             as n (id text, matter_id text, text text)`)
}

/** The texts of the notes of these matters. */
export async function listNoteTexts(
  tx: Tx,
  matter_ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await tx.all<{ matter_id: string; texts: string[] }>(sql`
    select matter_id, array_agg(text) as texts from notes where matter_id = any(${matter_ids}::text[]) group by 1`)
  return new Map(rows.map(({ matter_id, texts }) => [matter_id, new Set(texts)]))
}

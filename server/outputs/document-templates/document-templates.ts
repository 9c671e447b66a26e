// A firm's own Word files, from which it generates documents about a matter. An uploaded file is scanned and checked
// before it becomes a template. A template never changes; one with the same name replaces it.
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { cleanFilename, extensionOf } from "../../intake/documents/filename.ts"
import {
  type InspectingParts,
  recordInfection,
  storeInspected,
} from "../../intake/documents/uploads/inspected-storage.ts"
import { listCurrentDefinitions } from "../../intake/questionnaires/versions.ts"
import type { Database, Identity } from "../../platform/db/database.ts"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { badRequest } from "../../platform/errors.ts"
import { type FileParts, readStoredFile } from "../../platform/files/read-stored-file.ts"
import { announceFile, discardQuietly } from "../../platform/files/stored-files.ts"
import { newId } from "../../platform/ids.ts"
import { type Fields, fieldsOf } from "./fields.ts"
import { findFaults } from "./word-work.ts"

export const max_template_bytes = 5 * 1024 ** 2
export const template_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

export interface DocumentTemplate {
  id: string
  /** The filename without its extension. */
  name: string
  /** Size in bytes. */
  size: number
  file_key: string
  wrapped_key: string
  uploaded_at: Date
  uploaded_by_name: string
}

const columns = sql`
  select t.id, t.name, t.size, t.file_key, t.wrapped_key, t.uploaded_at,
         ${userName(sql`u`)} as uploaded_by_name
    from document_templates t join users u on u.id = t.uploaded_by`

/** The firm's templates by name. */
export function listTemplates(tx: Tx): Promise<DocumentTemplate[]> {
  return tx.all(sql`${columns} order by lower(t.name), t.id`)
}

/** One template; throws "not found". */
export function getTemplate(tx: Tx, id: string): Promise<DocumentTemplate> {
  return tx.one(sql`${columns} where t.id = ${id}`)
}

/** All fields that the firm's templates can use. */
export async function listFields(tx: Tx): Promise<Fields> {
  return fieldsOf(await listCurrentDefinitions(tx))
}

/** The file as uploaded. Throws "damaged". */
export async function readTemplate(
  parts: FileParts,
  firm_id: string,
  template: DocumentTemplate,
): Promise<Buffer> {
  const { file_key: key, wrapped_key } = template
  return buffer(await readStoredFile(parts, firm_id, { key, wrapped_key }))
}

export type StoredTemplate = Pick<DocumentTemplate, "name" | "size" | "file_key" | "wrapped_key"> & {
  sha256: Buffer
}

/**
 * Stores a file as a candidate; `saveTemplate` makes it a template. Call it outside a transaction: the store and the
 * scanner may be slow. Throws "bad request" naming each unknown field, and `UploadRefused`.
 */
export async function storeTemplate(
  { db, ...parts }: InspectingParts & { db: Database },
  actor: Identity,
  given: { filename: string; bytes: Buffer },
): Promise<StoredTemplate> {
  const filename = cleanFilename(given.filename)
  if (given.bytes.length === 0) throw refused("Choose a file.")
  if (extensionOf(filename) !== "docx")
    throw refused("Only Word files ending in .docx are accepted. Files with macros (.docm, .dotm) are not.")
  if (given.bytes.length > max_template_bytes)
    throw refused("The file is larger than 5 MB. Reduce the size of its images.")
  const { firm_id } = actor
  const file_key = `templates/${firm_id}/${newId("document_template")}`
  const fields = await db.forFirm(firm_id, async (tx) => {
    await announceFile(tx, { key: file_key, purpose: "template" })
    return listFields(tx)
  })
  try {
    const source = Readable.from([given.bytes])
    const sent = { filename, source, sender: actor }
    const { size, sha256, wrapped_key, content_type } = await storeInspected(parts, file_key, sent)
    if (content_type !== template_type)
      throw refused(
        "The file is no Word document, although its name says so. Open it in Word, save it as a Word document (.docx), and upload that.",
      )
    const faults = await findFaults(given.bytes, fields, actor)
    if (faults.length > 0) throw refused(...faults)
    return { name: filename.replace(/\.docx$/i, ""), size, sha256, file_key, wrapped_key }
  } catch (error) {
    await discardQuietly({ db, files: parts.files }, firm_id, file_key)
    throw await recordInfection(db, actor, { filename }, error)
  }
}

/** Makes a stored file a template and returns its id. It replaces one with the same name, whose bytes are swept. */
export async function saveTemplate(tx: Tx, stored: StoredTemplate): Promise<string> {
  const { name, size, sha256, file_key, wrapped_key } = stored
  const { id } = await tx.one<{ id: string }>(sql`
    insert into document_templates (id, name, size, sha256, file_key, wrapped_key, uploaded_at)
    values (${newId("document_template")}, ${name}, ${size}, ${sha256}, ${file_key}, ${wrapped_key}, ${tx.now})
    on conflict (firm_id, name) do update
       set size = excluded.size, sha256 = excluded.sha256, file_key = excluded.file_key,
           wrapped_key = excluded.wrapped_key, uploaded_by = excluded.uploaded_by, uploaded_at = excluded.uploaded_at
    returning id`)
  return id
}

/** Removes a template; its bytes are swept. Throws "not found". */
export async function removeTemplate(tx: Tx, id: string): Promise<void> {
  await tx.one(sql`delete from document_templates where id = ${id} returning id`)
}

function refused(...messages: string[]) {
  return badRequest(messages.map((message) => ({ param: "file", code: "unusable_template", message })))
}

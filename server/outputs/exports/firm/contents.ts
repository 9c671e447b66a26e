// The files of a firm export, in order; each file's data is read when its turn comes.
import { Readable } from "node:stream"
import { auditLog } from "../../../firm/audit/audit-log.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import { findLogoBytes } from "../../../firm/firms/logo/logo.ts"
import { countMatters } from "../../../intake/matters/list/matches.ts"
import { listQuestionnaireRows } from "../../../intake/questionnaires/questionnaires.ts"
import { writeQuestionnaireFile } from "../../../intake/questionnaires/versions.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { readStoredFile } from "../../../platform/files/read-stored-file.ts"
import { createPaths } from "../../../platform/files/safe-names.ts"
import { listFormats, matterList } from "../matter-list.ts"
import type { ZipEntry } from "../zip.ts"
import { matterEntries } from "./matters.ts"
import { readme } from "./readme.ts"
import { tableRecords } from "./records.ts"
import type { FirmSource } from "./source.ts"
import { listExportedTables } from "./tables.ts"

/** ExportCounts while writing, for the manifest. */
export interface ExportCounts {
  matters: number
  rows: Record<string, number>
}

export async function* firmEntries(
  source: FirmSource,
  firm: Firm,
  counted: ExportCounts,
): AsyncGenerator<ZipEntry> {
  const { db, firm_id, actor, created_at: modified_at } = source
  const inFirm = <T>(work: (tx: Tx) => Promise<T>) => db.forFirm(firm_id, work, actor)
  yield { path: "README.txt", content: readme(firm, source), modified_at }
  yield {
    path: "matters.csv",
    modified_at,
    content: async () => matterList(db, firm_id, actor, { filters: {}, format: listFormats.csv }),
  }
  yield { path: "audit-log.csv", modified_at, content: async () => auditLog(db, firm_id, actor, {}) }
  yield* firmFiles(source, firm, inFirm)
  for (const table of await inFirm(listExportedTables)) {
    counted.rows[table.name] = 0
    const onRow = () => {
      counted.rows[table.name] = (counted.rows[table.name] ?? 0) + 1
    }
    yield {
      path: `records/${table.name}.jsonl`,
      modified_at,
      content: async () => tableRecords(source, table, onRow),
    }
  }
  const of = await inFirm((tx) => countMatters(tx, {}))
  let [last, passed] = ["", 0]
  for (;;) {
    const matters = await inFirm((tx) =>
      tx.all<{ id: string; name: string }>(
        sql`select id, name from matters where id > ${last} order by id limit ${matters_per_report}`,
      ),
    )
    for (const matter of matters) {
      const entries = await matterEntries(source, matter)
      if (entries.length > 0) counted.matters += 1
      yield* entries
    }
    const next = matters.at(-1)
    if (!next) return
    last = next.id
    passed += matters.length
    await source.onProgress({ matters: passed, of: Math.max(passed, of) })
  }
}

/** How many matters are written between two progress reports. */
const matters_per_report = 20

/** The firm's own content: logo, questionnaires and document templates. */
async function* firmFiles(
  source: FirmSource,
  { logo_file }: Firm,
  inFirm: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): AsyncGenerator<ZipEntry> {
  const { firm_id, created_at: modified_at } = source
  const logo = await findLogoBytes(source, logo_file)
  if (logo_file && logo) {
    const ending = logo_file.content_type === "image/png" ? "png" : "jpg"
    yield { path: `logo.${ending}`, modified_at, content: async () => Readable.from([logo]), compress: false }
  }
  for (const row of await inFirm(listQuestionnaireRows)) {
    const { current_version, url_short_name } = row
    if (current_version === null) continue
    const content = await inFirm((tx) => writeQuestionnaireFile(tx, row, current_version))
    yield { path: `questionnaires/${url_short_name}.json`, modified_at, content }
  }
  const pathOf = createPaths()
  for (const { name, file_key: key, wrapped_key, uploaded_at } of await inFirm(listTemplateFiles)) {
    yield {
      path: pathOf("document-templates", `${name}.docx`),
      modified_at: uploaded_at,
      content: () => readStoredFile(source, firm_id, { key, wrapped_key }),
      compress: false,
    }
  }
}

interface TemplateFile {
  name: string
  file_key: string
  wrapped_key: string
  uploaded_at: Date
}

function listTemplateFiles(tx: Tx): Promise<TemplateFile[]> {
  return tx.all(sql`
    select name, file_key, wrapped_key, uploaded_at from document_templates order by lower(name), id`)
}

import { Readable } from "node:stream"
import type { Firm } from "../../firm/firms/firms.ts"
import { findLogoBytes } from "../../firm/firms/logo/logo.ts"
import { renderCopyPdf } from "../../intake/submissions/copy/copy-pdf.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { FileParts } from "../../platform/files/read-stored-file.ts"
import { safeName } from "../../platform/files/safe-names.ts"
import { documentsArchive, packageArchive, tablesArchive } from "./archives.ts"
import { readMatterExport } from "./matter-export.ts"
import { memoOf } from "./memo/memo.ts"
import { renderWorkbook, workbookType } from "./workbook/workbook.ts"

export interface ExportKind {
  label: string
  hint: string
  ending: string
  content_type: string
  /** Whether it contains the matter's files, and may therefore be large. */
  has_files: boolean
  /** Reads the data; the content itself is created while it is sent, after the transaction. */
  read: (source: ExportSource, matter_id: string, reveal: boolean) => Promise<Exported>
}

export interface ExportSource {
  tx: Tx
  parts: FileParts
  firm: Pick<Firm, "id" | "name" | "time_zone" | "logo_file">
}

export interface Exported {
  content: Readable
  /** Ids of the sensitive answers that the content contains in plain text. */
  revealed: readonly string[]
}

/** More bytes than a browser should wait for. */
const large_bytes = 50 * 1024 ** 2

/** Whether an export of a matter should be created in the background. */
export async function isLarge(tx: Tx, matter_id: string, { has_files }: ExportKind): Promise<boolean> {
  if (!has_files) return false
  const { bytes } = await tx.one<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::bigint as bytes from documents
     where matter_id = ${matter_id} and removed_at is null`)
  return bytes > large_bytes
}

/** The filename; `today` is the firm's day, YYYY-MM-DD. */
export function exportFilename({ ending }: ExportKind, matter_name: string, today: string): string {
  return `${safeName(matter_name)} ${today} ${ending}`
}

const zip = "application/zip"

export const memo: ExportKind = {
  label: "File memo (PDF)",
  hint: "What needs attention, the family and roles as drawings, assets with totals, and the complete record, to print or file. Sensitive answers are always masked.",
  ending: "file memo.pdf",
  content_type: "application/pdf",
  has_files: false,
  read: async ({ tx, parts, firm }, matter_id) => {
    const { name: firm_name, time_zone, logo_file } = firm
    const copy = await memoOf(tx, parts.ring, matter_id, { firm_name, time_zone })
    const render = async () => renderCopyPdf(copy, await findLogoBytes(parts, logo_file))
    return { content: lazily(render), revealed: [] }
  },
}

export const workbook: ExportKind = {
  label: "Workbook (Excel)",
  hint: "The same data as a workbook with one sheet each, with real dates and amounts.",
  ending: "workbook.xlsx",
  content_type: workbookType,
  has_files: false,
  read: async ({ tx, parts }, matter_id, reveal) => {
    const all = await readMatterExport(tx, parts.ring, matter_id, { reveal })
    return { content: lazily(() => renderWorkbook(all)), revealed: all.revealed }
  },
}

export const exportKinds: Record<string, ExportKind> = {
  tables: {
    label: "Tables (CSV)",
    hint: "Separate files for the matter, its people, roles, assets, beneficiaries, answers and documents. Opens in any spreadsheet program.",
    ending: "tables.zip",
    content_type: zip,
    has_files: false,
    read: async ({ tx, parts }, matter_id, reveal) => {
      const all = await readMatterExport(tx, parts.ring, matter_id, { reveal })
      return { content: tablesArchive(all), revealed: all.revealed }
    },
  },
  pdf: memo,
  workbook,
  documents: {
    label: "All documents",
    hint: "Every file, in a folder named after its purpose, and signed copies.",
    ending: "documents.zip",
    content_type: zip,
    has_files: true,
    read: async ({ tx, parts, firm }, matter_id) => {
      const all = await readMatterExport(tx, parts.ring, matter_id, { reveal: false })
      return { content: documentsArchive(parts, firm.id, all), revealed: [] }
    },
  },
  package: {
    label: "Everything (JSON and documents)",
    hint: "The matter as the API returns it, and every file: for your archive or for other software.",
    ending: "package.zip",
    content_type: zip,
    has_files: true,
    read: async ({ tx, parts, firm }, matter_id, reveal) => {
      const all = await readMatterExport(tx, parts.ring, matter_id, { reveal })
      return { content: packageArchive(parts, firm.id, all), revealed: all.revealed }
    },
  },
}

function lazily(load: () => Promise<Buffer>): Readable {
  return Readable.from(
    (async function* () {
      yield await load()
    })(),
    { objectMode: false },
  )
}

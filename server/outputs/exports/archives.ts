import { Readable } from "node:stream"
import { renderCopyPdf } from "../../intake/submissions/copy/copy-pdf.ts"
import { type Cell, csv } from "../../platform/files/csv.ts"
import { type FileParts, readStoredFile } from "../../platform/files/read-stored-file.ts"
import type { ExportedFile, MatterExport, SignedFile } from "./matter-export.ts"
import { matterTables } from "./workbook/matter-tables.ts"
import { type ZipEntry, zipOf } from "./zip.ts"

/** Every part of the matter as a CSV table. */
export function tablesArchive(all: MatterExport): Readable {
  return zipOf(
    matterTables(all).map(({ name, columns, rows }) => ({
      path: `${name}.csv`,
      content: csv(
        columns.map((column, index) => ({ name: column.name, of: (row: Cell[]) => row[index] })),
        rows,
      ),
      modified_at: all.exported_at,
    })),
  )
}

/** Every file of the matter, in a folder named after its purpose, and signed copies. */
export function documentsArchive(parts: FileParts, firm_id: string, all: MatterExport): Readable {
  return zipOf([
    ...all.files.map((file) => entryOf(parts, firm_id, file, file.path)),
    ...all.signed.map((signed) => signedEntry(signed, signed.path)),
  ])
}

/** The matter in the shape of the API as `matter.json`, with every file under `files/`. */
export function packageArchive(parts: FileParts, firm_id: string, all: MatterExport): Readable {
  return zipOf(packageEntries(parts, firm_id, all))
}

/** The same as archive entries in `folder`, which is empty or ends in a slash. */
export function packageEntries(
  parts: FileParts,
  firm_id: string,
  all: MatterExport,
  folder = "",
): ZipEntry[] {
  const { files, exported_at } = all
  const content = {
    format: "foyer-matter-1",
    exported_at: exported_at.toISOString(),
    sensitive_answers: all.revealed.length > 0 ? "in clear" : "masked",
    ...all.parts,
    messages: all.messages,
    signatures: all.signed.map(({ signature, path }) => ({ ...signature, path: `files/${path}` })),
    files: files.map(({ id, path, size, content_type }) => ({
      document_id: id,
      path: `files/${path}`,
      size,
      content_type,
    })),
  }
  return [
    { path: `${folder}matter.json`, content: jsonText(content), modified_at: exported_at },
    ...files.map((file) => entryOf(parts, firm_id, file, `${folder}files/${file.path}`)),
    ...all.signed.map((signed) => signedEntry(signed, `${folder}files/${signed.path}`)),
  ]
}

/** Indented JSON that people can read as well. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function signedEntry({ signature, copy }: SignedFile, path: string): ZipEntry {
  const content = async () => Readable.from([await renderCopyPdf(copy)])
  return { path, modified_at: signature.signed_at, content, compress: false }
}

/** Images and office files are already compressed; only text benefits. */
function entryOf(parts: FileParts, firm_id: string, file: ExportedFile, path: string): ZipEntry {
  const { file_key: key, wrapped_key } = file
  return {
    path,
    modified_at: new Date(file.uploaded_at),
    content: () => readStoredFile(parts, firm_id, { key, wrapped_key }),
    compress: file.content_type.startsWith("text/"),
  }
}

import type { Readable } from "node:stream"
import type { FileStore } from "../platform/files/file_store.ts"
import type { KeyRing } from "../platform/secrets/key_ring.ts"
import { type ExportedFile, type MatterExport, openFile } from "./matter_export.ts"
import { matterTables } from "./matter_tables.ts"
import { type ZipEntry, zipOf } from "./zip.ts"

export interface Stores {
  files: FileStore
  ring: KeyRing
}

/** Every part of the matter as a table. */
export function tablesArchive(all: MatterExport): Readable {
  return zipOf(
    matterTables(all).map(({ filename, text }) => ({
      path: filename,
      content: text,
      modified_at: all.exported_at,
    })),
  )
}

/** Every file of the matter, in a folder for what it was sent for. */
export function documentsArchive(stores: Stores, { files }: MatterExport): Readable {
  return zipOf(files.map((file) => entryOf(stores, file, file.path)))
}

/** The matter in the interface's own words, `matter.json`, and every file beside it under `files/`. */
export function packageArchive(stores: Stores, all: MatterExport): Readable {
  const { parts, files, exported_at } = all
  const content = {
    format: "foyer-matter-1",
    exported_at: exported_at.toISOString(),
    sensitive_answers: all.revealed.length > 0 ? "in clear" : "masked",
    ...parts,
    files: files.map(({ id, path, size, content_type }) => ({
      document_id: id,
      path: `files/${path}`,
      size,
      content_type,
    })),
  }
  return zipOf([
    { path: "matter.json", content: `${JSON.stringify(content, null, 2)}\n`, modified_at: exported_at },
    ...files.map((file) => entryOf(stores, file, `files/${file.path}`)),
  ])
}

/** Pictures and office files are compressed already; of the others, text gains. */
function entryOf(stores: Stores, file: ExportedFile, path: string): ZipEntry {
  return {
    path,
    modified_at: new Date(file.uploaded_at),
    content: () => openFile(stores, file),
    compress: file.content_type.startsWith("text/"),
  }
}

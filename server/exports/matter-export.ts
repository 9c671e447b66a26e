// A whole matter as it is now, to be taken out of Foyer: what the interface answers with, and every file.
import { listPeople, type PersonRow } from "../contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../corrections/corrections.ts"
import { getStoredDocument, type StoredDocument } from "../documents/documents.ts"
import { listAllMessages } from "../messages/listing.ts"
import type { Message } from "../messages/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { type MatterInWords, readMatterInWords } from "../submissions/matter-in-words.ts"
import type { Snapshot } from "../submissions/snapshot.ts"
import { openPaths } from "./file-paths.ts"

export interface MatterExport extends MatterInWords {
  /** What the firm and the clients wrote to each other, oldest first. */
  messages: Message[]
  files: ExportedFile[]
  people: PersonRow[]
  corrections: CorrectionRow[]
  exported_at: Date
}

export interface ExportedFile extends StoredDocument {
  /** In an archive of all files. */
  path: string
  /** What it was sent for. */
  what: string
  uploaded_at: string
}

/** Reads all of a matter; `reveal` puts sensitive answers in clear. Throws "not found". */
export async function readMatterExport(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  choice: { reveal: boolean },
): Promise<MatterExport> {
  const [said, messages, people, corrections] = await Promise.all([
    readMatterInWords(tx, ring, matter_id, choice),
    listAllMessages(tx, ring, matter_id),
    listPeople(tx, matter_id),
    listCorrections(tx, matter_id),
  ])
  return {
    ...said,
    messages,
    files: await listFiles(tx, said.parts),
    people,
    corrections,
    exported_at: tx.now,
  }
}

async function listFiles(tx: Tx, { documents, financial_documents }: Snapshot): Promise<ExportedFile[]> {
  const pathOf = openPaths()
  const listed = [
    ...documents.map(({ document_request, ...file }) => ({ ...file, what: document_request.label })),
    ...financial_documents.map(({ fin_item, fin_category, ...file }) => ({
      ...file,
      what: [fin_category.label, fin_item.description].filter(Boolean).join(", "),
    })),
  ].toReversed()
  const stored = await Promise.all(listed.map(({ document_id }) => getStoredDocument(tx, document_id)))
  return stored.flatMap((document, index) => {
    const { what, uploaded_at } = listed[index] ?? {}
    if (what === undefined || uploaded_at === undefined) return []
    return { ...document, what, uploaded_at, path: pathOf(what, document.filename) }
  })
}

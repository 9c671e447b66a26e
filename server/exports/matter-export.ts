// A whole matter as it is now, to be taken out of Foyer: what the interface answers with, and every file. Sensitive
// answers are masked unless somebody who may asks for them; then the caller records their reading.
import { listSignatures, type SignatureRow } from "../agreements/signatures.ts"
import { listWithSensitivity } from "../answers/listing.ts"
import type { Answer } from "../answers/schema.ts"
import { listPeople, type PersonRow } from "../contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../corrections/corrections.ts"
import { questionsOf } from "../definition/parts.ts"
import { displayValue } from "../definition/values.ts"
import { listAttachments, type SentAttachment } from "../documents/attachments.ts"
import { getStoredDocument, type StoredDocument } from "../documents/documents.ts"
import { getFirm } from "../firms/firms.ts"
import { definitionOf } from "../matters/definition.ts"
import { listFilesAlone } from "../matters/parts-alone.ts"
import { listAllMessages } from "../messages/listing.ts"
import type { Message } from "../messages/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import type { Copy } from "../submissions/copy-shape.ts"
import { readLive, type Snapshot } from "../submissions/snapshot.ts"
import { openPaths } from "./file-paths.ts"
import { signedCopyOf } from "./signed-copy.ts"

export interface MatterExport {
  /** By part, each as the interface answers it; a masked answer's value is what people are shown of it. */
  parts: Snapshot
  /** Each answer in words, by its id. */
  words: Record<string, string>
  /** Ids of the sensitive answers that are in clear here. */
  revealed: string[]
  /** What the firm and the clients wrote to each other, oldest first. */
  messages: Message[]
  files: ExportedFile[]
  /** What clients signed, each with its copy. */
  signed: SignedFile[]
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
  /** The client who sent it without the other's seeing it. */
  alone: string | undefined
}

export interface SignedFile {
  signature: SignatureRow
  copy: Copy
  /** In an archive of all files. */
  path: string
}

/** Reads all of a matter; `reveal` puts sensitive answers in clear. Throws "not found". */
export async function readMatterExport(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { reveal }: { reveal: boolean },
): Promise<MatterExport> {
  const [live, people, corrections, listed, { definition }] = await Promise.all([
    readLive(tx, ring, matter_id),
    listPeople(tx, matter_id),
    listCorrections(tx, matter_id),
    listWithSensitivity(tx, ring, matter_id),
    definitionOf(tx, matter_id),
  ])
  const questions = new Map(questionsOf(definition).map((question) => [question.id, question]))
  const names = Object.fromEntries(live.contacts.map(({ id, full_name }) => [id, full_name]))
  const answers: Answer[] = []
  const words: Record<string, string> = {}
  for (const { sensitive, ...answer } of listed) {
    const question = questions.get(answer.question)
    const isMasked = sensitive && !reveal
    answers.push(isMasked ? { ...answer, value: answer.display_value } : answer)
    words[answer.id] =
      isMasked || !question ? answer.display_value : displayValue(question, answer.value, "en", names)
  }
  const pathOf = openPaths()
  return {
    parts: { ...live, answers },
    words,
    revealed: reveal ? listed.filter(({ sensitive }) => sensitive).map(({ id }) => id) : [],
    messages: await listAllMessages(tx, ring, matter_id),
    files: await listFiles(
      tx,
      live,
      await listAttachments(tx, matter_id),
      pathOf,
      await listFilesAlone(tx, matter_id),
    ),
    signed: await listSigned(tx, matter_id, pathOf),
    people,
    corrections,
    exported_at: tx.now,
  }
}

async function listSigned(
  tx: Tx,
  matter_id: string,
  pathOf: ReturnType<typeof openPaths>,
): Promise<SignedFile[]> {
  const [firm, signatures] = await Promise.all([getFirm(tx), listSignatures(tx, matter_id)])
  return Promise.all(
    signatures.map(async (signature) => {
      const { copy, filename } = await signedCopyOf(tx, firm, matter_id, signature.id)
      return { signature, copy, path: pathOf("Signed", `${filename}.pdf`) }
    }),
  )
}

async function listFiles(
  tx: Tx,
  { documents, financial_documents }: Snapshot,
  attachments: readonly SentAttachment[],
  pathOf: ReturnType<typeof openPaths>,
  alone: ReadonlyMap<string, string>,
): Promise<ExportedFile[]> {
  const listed = [
    ...documents.map(({ document_request, ...file }) => ({ ...file, what: document_request.label })),
    ...financial_documents.map(({ fin_item, fin_category, ...file }) => ({
      ...file,
      what: [fin_category.label, fin_item.description].filter(Boolean).join(", "),
    })),
    ...attachments.map(({ subject, ...file }) => ({ ...file, what: `Messages, ${subject}` })),
  ].toReversed()
  const stored = await Promise.all(listed.map(({ document_id }) => getStoredDocument(tx, document_id)))
  return stored.flatMap((document, index) => {
    const { what, uploaded_at } = listed[index] ?? {}
    if (what === undefined || uploaded_at === undefined) return []
    return {
      ...document,
      what,
      uploaded_at,
      alone: alone.get(document.id),
      path: pathOf(what, document.filename),
    }
  })
}

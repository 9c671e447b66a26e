// An entire matter as it is now, to export: the data in the shape of the API, and every file. Sensitive answers are
// masked unless an authorized user asks for them; the caller then records the read.

import type { Definition } from "../../definition/definition.ts"
import { questionsOf } from "../../definition/parts.ts"
import { namesOf } from "../../definition/people/names.ts"
import { textIn } from "../../definition/text.ts"
import { displayValue } from "../../definition/values/values.ts"
import { getFirm } from "../../firm/firms/firms.ts"
import { listSignatures, type SignatureRow } from "../../intake/agreements/signatures.ts"
import type { Answer } from "../../intake/answers/schema.ts"
import type { PersonRow } from "../../intake/contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../../intake/corrections/corrections.ts"
import { listAttachments, type SentAttachment } from "../../intake/documents/attachments.ts"
import { describeFiles } from "../../intake/documents/described.ts"
import { getStoredDocument, type StoredDocument } from "../../intake/documents/documents.ts"
import { type FilingSummary, getFilingSummary } from "../../intake/matters/filing/filing-summary.ts"
import { definitionOf } from "../../intake/matters/progress/definition.ts"
import { listFilesAlone } from "../../intake/matters/progress/parts-alone.ts"
import { listAllMessages } from "../../intake/messages/listing.ts"
import type { Message } from "../../intake/messages/schema.ts"
import type { Copy } from "../../intake/submissions/copy/copy-shape.ts"
import { signedCopyOf } from "../../intake/submissions/copy/signed-copy.ts"
import { loadMatter } from "../../intake/submissions/loaded-matter.ts"
import { readLive, type Snapshot } from "../../intake/submissions/snapshot.ts"
import type { Tx } from "../../platform/db/database.ts"
import { createPaths } from "../../platform/files/safe-names.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

export interface MatterExport {
  /** Each part in the shape of the API; the value of a masked answer is its masked display text. */
  parts: Snapshot
  /** Each answer as text, by id. */
  words: Record<string, string>
  /** Ids of the sensitive answers contained in plain text. */
  revealed: string[]
  /** The messages between the firm and the clients, oldest first. */
  messages: Message[]
  files: ExportedFile[]
  /** Signatures, each with a printable copy. */
  signed: SignedFile[]
  people: PersonRow[]
  corrections: CorrectionRow[]
  exported_at: Date
  definition: Definition
  /** The questionnaire's title in English. */
  title: string
  filing: FilingSummary
  /** The firm's. */
  time_zone: string
}

export interface ExportedFile extends StoredDocument {
  /** Path in an archive of all files. */
  path: string
  /** Its purpose: a request, an asset or a topic. */
  what: string
  uploaded_at: string
  /** The client who sent it privately from the other. */
  alone: string | undefined
}

export interface SignedFile {
  signature: SignatureRow
  copy: Copy
  /** Path in an archive of all files. */
  path: string
}

/** Reads an entire matter; `reveal` decrypts sensitive answers. Throws "not found". */
export async function readMatterExport(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  { reveal }: { reveal: boolean },
  loaded = loadMatter(tx, ring, matter_id),
): Promise<MatterExport> {
  const [live, people, corrections, listed, { definition, title }, filing, { time_zone }] = await Promise.all(
    [
      readLive(loaded),
      loaded.people(),
      listCorrections(tx, matter_id),
      loaded.shown.answers(),
      definitionOf(tx, matter_id),
      getFilingSummary(tx, matter_id),
      getFirm(tx),
    ],
  )
  const questions = new Map(questionsOf(definition).map((question) => [question.id, question]))
  const names = namesOf(live.contacts)
  const answers: Answer[] = []
  const words: Record<string, string> = {}
  for (const { sensitive, ...answer } of listed) {
    const question = questions.get(answer.question)
    const isMasked = sensitive && !reveal
    answers.push(isMasked ? { ...answer, value: answer.display_value } : answer)
    words[answer.id] =
      isMasked || !question ? answer.display_value : displayValue(question, answer.value, "en", names)
  }
  const pathOf = createPaths()
  return {
    parts: { ...live, answers },
    words,
    revealed: reveal ? listed.filter(({ sensitive }) => sensitive).map(({ id }) => id) : [],
    messages: await listAllMessages(tx, ring, matter_id),
    files: await listFiles(
      tx,
      live,
      await listAttachments(tx, ring, matter_id),
      pathOf,
      await listFilesAlone(tx, matter_id),
    ),
    signed: await listSigned(tx, matter_id, pathOf),
    people,
    corrections,
    exported_at: tx.now,
    definition,
    title: textIn(title, "en"),
    filing,
    time_zone,
  }
}

async function listSigned(
  tx: Tx,
  matter_id: string,
  pathOf: ReturnType<typeof createPaths>,
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
  live: Snapshot,
  attachments: readonly SentAttachment[],
  pathOf: ReturnType<typeof createPaths>,
  alone: ReadonlyMap<string, string>,
): Promise<ExportedFile[]> {
  const listed = describeFiles(live, attachments).toReversed()
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

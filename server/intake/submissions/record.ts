// A matter's record: what the reads of its parts return, in one response. Each part is read by the function of its own
// endpoint, so that neither can show anything else; only assets have their owners here besides.
import type { FastifyRequest } from "fastify"
import type { Static } from "typebox"
import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { answersOfSnapshot } from "../answers/listing.ts"
import { showAnswers } from "../answers/sensitive-answers.ts"
import { contactOf, listClients } from "../contacts/contacts.ts"
import { prepareLinks } from "../documents/downloads/links.ts"
import { type LoadedMatter, loadMatter } from "./loaded-matter.ts"
import type { MatterRecord } from "./record-schema.ts"
import type { SnapshotParts } from "./snapshot-reads.ts"
import { readSubmissions } from "./submission-list.ts"
import { readPart } from "./submissions.ts"

/** The matter as it is now or, with a number, as it was submitted then; throws "not found". */
export async function readRecord(
  tx: Tx,
  request: FastifyRequest,
  { ring, base_url, onSensitiveRead }: SnapshotParts,
  { matter_id, number }: { matter_id: string; number: number | undefined },
): Promise<Static<typeof MatterRecord>> {
  const loaded = loadMatter(tx, ring, matter_id)
  const matter = await (number === undefined
    ? loaded.shown.matter()
    : readPart(tx, matter_id, number, "matter"))
  const [{ listed, ...parts }, submissions, withLink] = await Promise.all([
    number === undefined ? readLiveParts(tx, loaded) : readSubmittedParts(tx, ring, matter_id, number),
    readSubmissions(tx, loaded, number),
    prepareLinks(tx, { ring, base_url }),
  ])
  return {
    submission: number ?? null,
    matter,
    ...parts,
    answers: await showAnswers(tx, request, { matter_id, listed, onSensitiveRead }),
    documents: parts.documents.map(withLink),
    financial_documents: parts.financial_documents.map(withLink),
    ...submissions,
  }
}

async function readLiveParts(tx: Tx, { matter_id, people, shown }: LoadedMatter) {
  const [clients, all, roles, assets, listed, documents, financial_documents] = await Promise.all([
    listClients(tx, matter_id),
    people(),
    shown.roles(),
    shown.assets(),
    shown.answers(),
    shown.documents(),
    shown.financialDocuments(),
  ])
  const contacts = all.map(contactOf)
  return { clients, contacts, roles, assets, listed, documents, financial_documents }
}

async function readSubmittedParts(tx: Tx, ring: KeyRing, matter_id: string, number: number) {
  const [clients, contacts, roles, assets, answers, documents, financial_documents] = await Promise.all([
    readPart(tx, matter_id, number, "clients"),
    readPart(tx, matter_id, number, "contacts"),
    readPart(tx, matter_id, number, "roles"),
    readPart(tx, matter_id, number, "assets"),
    readPart(tx, matter_id, number, "answers"),
    readPart(tx, matter_id, number, "documents"),
    readPart(tx, matter_id, number, "financial_documents"),
  ])
  const listed = answersOfSnapshot(ring, matter_id, answers)
  return { clients, contacts, roles, assets, listed, documents, financial_documents }
}

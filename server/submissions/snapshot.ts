import { type AnswerSnapshot, listAnswers, snapshotAnswers } from "../answers/listing.ts"
import type { Answer } from "../answers/schema.ts"
import { listAssets } from "../assets/assets.ts"
import type { Asset } from "../assets/schema.ts"
import { listClients, listContacts } from "../contacts/contacts.ts"
import type { Client, Contact } from "../contacts/schema.ts"
import { listDocuments, listFinancialDocuments } from "../documents/documents.ts"
import type { Document, FinancialDocument, WithoutLink } from "../documents/schema.ts"
import { getMatter } from "../matters/matters.ts"
import type { Matter } from "../matters/schema.ts"
import type { Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { listRoles } from "../roles/roles.ts"
import type { Role } from "../roles/schema.ts"
import { type ApproximateDate, listApproximateDates } from "./approximate-dates.ts"

/** A whole matter at one moment, by part, each as the interface answers it. Links to files are made when read. */
export interface Snapshot {
  matter: Matter
  clients: Client[]
  contacts: Contact[]
  assets: Asset[]
  roles: Role[]
  documents: WithoutLink<Document>[]
  financial_documents: WithoutLink<FinancialDocument>[]
  answers: Answer[]
  /** Not there in submissions before people could tell a year alone. */
  approximate_dates?: ApproximateDate[]
}

/** A snapshot as it is stored: sensitive answers stay sealed in it. */
export type StoredSnapshot = Omit<Snapshot, "answers"> & { answers: AnswerSnapshot[] }

/** The matter as it is now, to be stored; throws "not found". */
export async function takeSnapshot(tx: Tx, ring: KeyRing, matter_id: string): Promise<StoredSnapshot> {
  const [parts, answers] = await Promise.all([readParts(tx, matter_id), snapshotAnswers(tx, ring, matter_id)])
  return { ...parts, answers }
}

/** The matter as it is now, with sensitive answers in clear: to be compared with a submission. Throws "not found". */
export async function readLive(tx: Tx, ring: KeyRing, matter_id: string): Promise<Snapshot> {
  const [parts, answers] = await Promise.all([readParts(tx, matter_id), listAnswers(tx, ring, matter_id)])
  return { ...parts, answers }
}

async function readParts(tx: Tx, matter_id: string): Promise<Omit<Snapshot, "answers">> {
  const [matter, clients, contacts, assets, roles, documents, financial, approximate_dates] =
    await Promise.all([
      getMatter(tx, matter_id),
      listClients(tx, matter_id),
      listContacts(tx, matter_id),
      listAssets(tx, matter_id),
      listRoles(tx, matter_id),
      listDocuments(tx, matter_id),
      listFinancialDocuments(tx, matter_id),
      listApproximateDates(tx, matter_id),
    ])
  return {
    matter,
    clients,
    contacts,
    assets,
    roles,
    documents: documents.rows,
    financial_documents: financial.rows,
    approximate_dates,
  }
}

import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
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
import { listRoles } from "../roles/roles.ts"
import type { Role } from "../roles/schema.ts"
import { type ApproximateDate, listApproximateDates } from "./review/approximate-dates.ts"

/** A matter at one point in time, each part in the shape of the API. Links to files are created on reading. */
export interface Snapshot {
  matter: Matter
  clients: Client[]
  contacts: Contact[]
  assets: Asset[]
  roles: Role[]
  documents: WithoutLink<Document>[]
  financial_documents: WithoutLink<FinancialDocument>[]
  answers: Answer[]
  /** Missing in submissions from before approximate dates existed. */
  approximate_dates?: ApproximateDate[]
}

/** A snapshot as stored: sensitive answers stay encrypted. */
export type StoredSnapshot = Omit<Snapshot, "answers"> & { answers: AnswerSnapshot[] }

/** The matter as it is now, to be stored; throws "not found". */
export async function takeSnapshot(tx: Tx, ring: KeyRing, matter_id: string): Promise<StoredSnapshot> {
  const [parts, answers] = await Promise.all([readParts(tx, matter_id), snapshotAnswers(tx, ring, matter_id)])
  return { ...parts, answers }
}

/** The matter as it is now, with sensitive answers decrypted, to compare with a submission. Throws "not found". */
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

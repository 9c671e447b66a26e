import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type AnswerSnapshot, snapshotAnswers } from "../answers/listing.ts"
import type { Answer } from "../answers/schema.ts"
import type { OwnedAsset } from "../assets/schema.ts"
import { clientOf, contactOf, type PersonRow } from "../contacts/contacts.ts"
import type { Client, Contact } from "../contacts/schema.ts"
import type { Document, FinancialDocument, WithoutLink } from "../documents/schema.ts"
import type { Matter } from "../matters/schema.ts"
import type { Role } from "../roles/schema.ts"
import type { LoadedMatter } from "./loaded-matter.ts"
import { listUnavailable } from "./missing/open-items.ts"
import { type ApproximateDate, listApproximateDates } from "./review/approximate-dates.ts"
import type { UnavailableDocument } from "./schema.ts"

/** A matter at one point in time, each part in the shape of the API. Links to files are created on reading. */
export interface Snapshot {
  matter: Matter
  clients: Client[]
  contacts: Contact[]
  assets: OwnedAsset[]
  roles: Role[]
  documents: WithoutLink<Document>[]
  financial_documents: WithoutLink<FinancialDocument>[]
  answers: Answer[]
  /** Missing in submissions from before approximate dates existed. */
  approximate_dates?: ApproximateDate[]
  /** Missing in submissions from before it was stored. */
  unavailable_documents?: UnavailableDocument[]
  /** The version that asked for all this, for the wording of copies; missing in submissions from before it was stored. */
  questionnaire_version?: number
}

/** A snapshot as stored: sensitive answers stay encrypted. */
export type StoredSnapshot = Omit<Snapshot, "answers"> & { answers: AnswerSnapshot[] }

/** The matter as it is now, to be stored; throws "not found". */
export async function takeSnapshot(ring: KeyRing, loaded: LoadedMatter): Promise<StoredSnapshot> {
  const [parts, listed] = await Promise.all([readParts(loaded), loaded.shown.answers()])
  return { ...parts, answers: snapshotAnswers(ring, loaded.matter_id, listed) }
}

/** The matter as it is now, with sensitive answers decrypted, to compare with a submission. Throws "not found". */
export async function readLive(loaded: LoadedMatter): Promise<Snapshot> {
  const [parts, listed] = await Promise.all([readParts(loaded), loaded.shown.answers()])
  return { ...parts, answers: listed.map(({ sensitive, ...answer }) => answer) }
}

async function readParts(loaded: LoadedMatter): Promise<Omit<Snapshot, "answers">> {
  const { shown } = loaded
  const [
    matter,
    people,
    assets,
    roles,
    documents,
    financial_documents,
    approximate_dates,
    unavailable_documents,
    { questionnaire_version },
  ] = await Promise.all([
    shown.matter(),
    loaded.people(),
    shown.assets(),
    shown.roles(),
    shown.documents(),
    shown.financialDocuments(),
    listApproximateDates(loaded),
    listUnavailable(loaded),
    loaded.row(),
  ])
  const isMain = ({ id }: PersonRow) => Number(id === matter.contact_main.id)
  const clients = people.filter(({ is_client }) => is_client).toSorted((a, b) => isMain(b) - isMain(a))
  return {
    matter,
    clients: clients.map(clientOf),
    contacts: people.map(contactOf),
    assets,
    roles,
    documents,
    financial_documents,
    approximate_dates,
    unavailable_documents,
    questionnaire_version,
  }
}

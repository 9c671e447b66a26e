// What several reads of one matter share, each query run at most once and only when something needs it. It does not
// notice what is saved afterward: load the matter again.
import type { Answers } from "../../definition/conditions/conditions.ts"
import { namesOf } from "../../definition/people/names.ts"
import { allTogether } from "../../platform/db/all-together.ts"
import type { Tx } from "../../platform/db/database.ts"
import { once } from "../../platform/once.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { listToSign, type ToSign } from "../agreements/signing.ts"
import { openAnswers } from "../answers/answers.ts"
import { type ListedAnswer, listWithSensitivity } from "../answers/listing.ts"
import { type AssetRecord, listAssetRecords, listAssets } from "../assets/assets.ts"
import type { OwnedAsset } from "../assets/schema.ts"
import { listPeople, type PersonRow } from "../contacts/contacts.ts"
import {
  type RequestState,
  type RequestStateRow,
  requestStatesIn,
  requestStatesOf,
} from "../documents/document-choices.ts"
import { listFiles } from "../documents/documents.ts"
import type { Document, FinancialDocument, WithoutLink } from "../documents/schema.ts"
import type { MatterRow } from "../matters/matter-row.ts"
import { getMatter } from "../matters/matters.ts"
import { type AgendaItem, agendaOf } from "../matters/progress/agenda.ts"
import { readInDoubt } from "../matters/progress/answers-in-doubt.ts"
import { type UnfinishedField, unfinishedOf } from "../matters/progress/unfinished-fields.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import type { Matter } from "../matters/schema.ts"
import { type Assignment, assignmentsOf, listRoles } from "../roles/roles.ts"
import type { Role } from "../roles/schema.ts"
import { type IncompleteShare, incompleteSharesOf } from "./review/shares.ts"

export interface LoadedMatter {
  matter_id: string
  row(): Promise<MatterRow>
  visibility(): Promise<Visibility>
  /** The `answerKey` of each answer that a change of the marriage has put in doubt; see answers-in-doubt.ts. */
  in_doubt(): Promise<ReadonlySet<string>>
  /** The matter's contacts, ordered by relationship. */
  people(): Promise<PersonRow[]>
  /** Every answer by `answerKey`. Sensitive ones are in plain text: never send them to the browser. */
  answers(): Promise<Answers>
  /** Incomplete dates. */
  unfinished(): Promise<UnfinishedField[]>
  /** Fields the client wants to discuss. */
  agenda(): Promise<AgendaItem[]>
  /** How each document request was answered, by `answerKey`. */
  requestStates(): Promise<ReadonlyMap<string, RequestState>>
  assignments(): Promise<Assignment[]>
  assets(): Promise<AssetRecord[]>
  incompleteShares(): Promise<IncompleteShare[]>
  /** The agreements to sign, and who has signed them. */
  toSign(): Promise<ToSign[]>
  /** The visible parts in the shape of the API. */
  shown: {
    matter(): Promise<Matter>
    assets(): Promise<OwnedAsset[]>
    roles(): Promise<Role[]>
    documents(): Promise<WithoutLink<Document>[]>
    financialDocuments(): Promise<WithoutLink<FinancialDocument>[]>
    /** Sensitive ones in plain text: the caller must record the read. */
    answers(): Promise<ListedAnswer[]>
  }
}

interface Lists extends Record<string, unknown> {
  assignments: Assignment
  agenda: AgendaItem
  unfinished: UnfinishedField
  states: RequestStateRow
}

/**
 * Reads nothing yet; every function of the result throws "not found" if there is no such matter. `own` is what the caller
 * has read.
 */
export function loadMatter(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  own: Partial<Pick<LoadedMatter, "row" | "visibility">> = {},
): LoadedMatter {
  const visibility = own.visibility ?? once(() => readVisibility(tx, matter_id))
  // Who needs one of these mostly needs the others.
  const lists = once(() =>
    allTogether<Lists>(tx, {
      assignments: assignmentsOf(matter_id),
      agenda: agendaOf(matter_id),
      unfinished: unfinishedOf(matter_id),
      states: requestStatesOf(matter_id),
    }),
  )
  const assignments = once(async () => (await lists()).assignments)
  const assets = once(() => listAssetRecords(tx, matter_id))
  const unfinished = once(async () =>
    (await lists()).unfinished.map((one) => ({ ...one, typed_at: new Date(one.typed_at) })),
  )
  const people = once(() => listPeople(tx, matter_id))
  const files = once(() => listFiles(tx, matter_id, visibility()))
  const names = once(async () => namesOf(await people()))
  return {
    matter_id,
    row: own.row ?? (async () => (await visibility()).matter),
    visibility,
    in_doubt: once(async () => readInDoubt(tx, matter_id, await visibility())),
    people,
    answers: once(async () => openAnswers(ring, matter_id, await visibility())),
    unfinished,
    agenda: once(async () =>
      (await lists()).agenda.map((one) => ({ ...one, added_at: new Date(one.added_at) })),
    ),
    requestStates: once(async () => requestStatesIn((await lists()).states)),
    assignments,
    assets,
    incompleteShares: once(async () => incompleteSharesOf(await assets(), await unfinished())),
    toSign: once(() => listToSign(tx, matter_id)),
    shown: {
      matter: once(() => getMatter(tx, matter_id)),
      assets: once(() => listAssets(tx, matter_id, visibility())),
      roles: once(() => listRoles(tx, matter_id, visibility(), assignments(), names())),
      documents: async () => (await files()).documents,
      financialDocuments: async () => (await files()).financial,
      answers: once(() => listWithSensitivity(tx, ring, matter_id, visibility(), names())),
    },
  }
}

// What the pages of one request read from the database, each thing at most once.
import { listToSign, type ToSign } from "../agreements/signing.ts"
import { readAnswers } from "../answers/answers.ts"
import { listPriorAnswers, type PriorAnswer } from "../answers/prior-answers.ts"
import { type AssetRecord, listAssetRecords } from "../assets/assets.ts"
import { listCategoriesWithout } from "../assets/none.ts"
import { listPeople, type PersonRow } from "../contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../corrections/corrections.ts"
import type { Answers } from "../definition/conditions.ts"
import { listMatterFiles, type MatterFile } from "../documents/matter-files.ts"
import { type Handover, listHandovers } from "../handovers/handovers.ts"
import { type AgendaItem, listAgendaItems } from "../matters/agenda.ts"
import { readRevisions } from "../matters/changes.ts"
import { type ImpersonatedChange, listImpersonatedChanges } from "../matters/impersonated-changes.ts"
import { listUnfinishedFields, type UnfinishedField } from "../matters/unfinished-fields.ts"
import type { Tx } from "../platform/db/database.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { type Assignment, listAssignments } from "../roles/roles.ts"

export interface Loaded {
  /** Everybody of the matter, in the order of relationships. */
  people(): Promise<PersonRow[]>
  /** The revision in force of every field, by record. */
  revisions(): Promise<Record<string, Record<string, number>>>
  /** Every answer by `answerKey`, sensitive ones in clear: never to be sent to the browser as they are. */
  answers(): Promise<Answers>
  /** Answers of an earlier matter that are offered. */
  priorAnswers(): Promise<PriorAnswer[]>
  /** Dates of which only a part was typed. */
  unfinished(): Promise<UnfinishedField[]>
  /** What the client wants to talk about. */
  agenda(): Promise<AgendaItem[]>
  /** Every field whose present value staff or a helper gave for the client, latest first. */
  impersonatedChanges(): Promise<ImpersonatedChange[]>
  /** What the firm asks to be looked at again and is not over, open things first. */
  corrections(): Promise<CorrectionRow[]>
  files(): Promise<MatterFile[]>
  assets(): Promise<AssetRecord[]>
  /** Ids of categories of which the client said to have nothing. */
  categoriesWithout(): Promise<string[]>
  assignments(): Promise<Assignment[]>
  /** Parts that somebody was asked to fill in, those that are over included. */
  handovers(): Promise<Handover[]>
  /** The firm's texts to be signed here, and who signed them. */
  toSign(): Promise<ToSign[]>
}

/** Nothing is read before it is asked for. `shows_corrections` is whether corrections wait for whoever is here. */
export function loaderOf(tx: Tx, ring: KeyRing, matter_id: string, shows_corrections: boolean): Loaded {
  return {
    people: once(() => listPeople(tx, matter_id)),
    revisions: once(() => readRevisions(tx, matter_id)),
    answers: once(() => readAnswers(tx, ring, matter_id)),
    priorAnswers: once(() => listPriorAnswers(tx, matter_id)),
    unfinished: once(() => listUnfinishedFields(tx, matter_id)),
    agenda: once(() => listAgendaItems(tx, matter_id)),
    impersonatedChanges: once(() => listImpersonatedChanges(tx, matter_id)),
    corrections: once(async () => {
      const all = shows_corrections ? await listCorrections(tx, matter_id) : []
      return ["open", "answered"].flatMap((state) => all.filter((each) => each.state === state))
    }),
    files: once(() => listMatterFiles(tx, matter_id)),
    assets: once(() => listAssetRecords(tx, matter_id)),
    categoriesWithout: once(() => listCategoriesWithout(tx, matter_id)),
    assignments: once(() => listAssignments(tx, matter_id)),
    handovers: once(() => listHandovers(tx, matter_id)),
    toSign: once(() => listToSign(tx, matter_id)),
  }
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined
  return () => {
    result ??= read()
    return result
  }
}

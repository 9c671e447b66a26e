// The data that the pages of one request share, each query run at most once and only when a page needs it.

import type { Answers } from "../../definition/conditions/conditions.ts"
import type { Language } from "../../definition/text.ts"
import { listToSign, type ToSign } from "../../intake/agreements/signing.ts"
import { readAnswers } from "../../intake/answers/answers.ts"
import { listPriorAnswers, type PriorAnswer } from "../../intake/answers/prior-answers.ts"
import { type AssetRecord, listAssetRecords } from "../../intake/assets/assets.ts"
import { listCategoriesWithout } from "../../intake/assets/categories-without-assets.ts"
import { listPeople, type PersonRow } from "../../intake/contacts/contacts.ts"
import { type CorrectionRow, listCorrections } from "../../intake/corrections/corrections.ts"
import { type RequestState, readRequestStates } from "../../intake/documents/document-choices.ts"
import { listMatterFiles, type MatterFile } from "../../intake/documents/matter-files.ts"
import { type Handover, listHandovers } from "../../intake/handovers/handovers.ts"
import { readRevisions } from "../../intake/matters/changes/changes.ts"
import {
  type ImpersonatedChange,
  listImpersonatedChanges,
} from "../../intake/matters/changes/impersonated-changes.ts"
import { type AgendaItem, listAgendaItems } from "../../intake/matters/progress/agenda.ts"
import {
  listUnfinishedFields,
  type UnfinishedField,
} from "../../intake/matters/progress/unfinished-fields.ts"
import { type Assignment, listAssignments } from "../../intake/roles/roles.ts"
import { type Readiness, readReadiness } from "../../intake/submissions/missing/missing.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

export interface Loaded {
  /** The matter's contacts, ordered by relationship. */
  people(): Promise<PersonRow[]>
  /** The current revision of every field, by record. */
  revisions(): Promise<Record<string, Record<string, number>>>
  /** Every answer by `answerKey`. Sensitive ones are in plain text: never send them to the browser. */
  answers(): Promise<Answers>
  /** Answers from an earlier matter, offered as prefilled values. */
  priorAnswers(): Promise<PriorAnswer[]>
  /** Incomplete dates. */
  unfinished(): Promise<UnfinishedField[]>
  /** Fields the client wants to discuss. */
  agenda(): Promise<AgendaItem[]>
  /** Every field whose current value staff or a helper entered for the client, latest first. */
  impersonatedChanges(): Promise<ImpersonatedChange[]>
  /** The firm's unresolved correction requests, open ones first; empty if the user does not see corrections. */
  corrections(): Promise<CorrectionRow[]>
  /** Whether the answers can be sent. */
  readiness(): Promise<Readiness>
  files(): Promise<MatterFile[]>
  /** How each document request was answered, by `answerKey`. */
  requestStates(): Promise<ReadonlyMap<string, RequestState>>
  assets(): Promise<AssetRecord[]>
  /** Ids of the asset categories in which the client owns nothing. */
  categoriesWithout(): Promise<string[]>
  assignments(): Promise<Assignment[]>
  /** Sections handed over to another person, including those handed back. */
  handovers(): Promise<Handover[]>
  /** The agreements to sign, and who has signed them. */
  toSign(): Promise<ToSign[]>
}

/** The loaders of one matter. `shows_corrections` is whether the user may see correction requests. */
export function loaderOf(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  shows_corrections: boolean,
  language: Language,
): Loaded {
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
    requestStates: once(() => readRequestStates(tx, matter_id)),
    readiness: once(() => readReadiness(tx, ring, matter_id, language)),
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

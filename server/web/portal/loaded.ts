// The data that the pages of one request share, each query run at most once and only when a page needs it.

import type { Language } from "../../definition/text.ts"
import { listPriorAnswers, type PriorAnswer } from "../../intake/answers/prior-answers.ts"
import { listCategoriesWithout } from "../../intake/assets/categories-without-assets.ts"
import { type ChecklistItem, listChecklist } from "../../intake/checklist/checklist.ts"
import { listDueDays } from "../../intake/checklist/due-days.ts"
import { type CorrectionRow, listCorrections } from "../../intake/corrections/corrections.ts"
import { listAnswerable } from "../../intake/documents/awaited-documents.ts"
import { listMatterFiles, type MatterFile } from "../../intake/documents/matter-files.ts"
import { type Handover, listHandovers } from "../../intake/handovers/handovers.ts"
import { readRevisions } from "../../intake/matters/changes/changes.ts"
import {
  type ImpersonatedChange,
  listImpersonatedChanges,
} from "../../intake/matters/changes/impersonated-changes.ts"
import { type LoadedMatter, loadMatter } from "../../intake/submissions/loaded-matter.ts"
import { type Readiness, readReadiness } from "../../intake/submissions/missing/missing.ts"
import { listLatestItems, type SubmittedOpenItem } from "../../intake/submissions/missing/open-items.ts"
import type { Tx } from "../../platform/db/database.ts"
import { once } from "../../platform/once.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

export interface Loaded extends LoadedMatter {
  /** The current revision of every field, by record. */
  revisions(): Promise<Record<string, Record<string, number>>>
  /** Answers from an earlier matter, offered as prefilled values. */
  priorAnswers(): Promise<PriorAnswer[]>
  /** Every field whose current value staff or a helper entered for the client, latest first. */
  impersonatedChanges(): Promise<ImpersonatedChange[]>
  /** The firm's unresolved correction requests, open ones first; empty if the user does not see corrections. */
  corrections(): Promise<CorrectionRow[]>
  /** Whether the answers can be sent. */
  readiness(): Promise<Readiness>
  files(): Promise<MatterFile[]>
  /** The document requests that the user may still answer although the matter is completed. */
  answerable(): Promise<ReadonlySet<string>>
  /** What the latest submission was accepted with, and how each item stands now. */
  latestItems(): Promise<SubmittedOpenItem[]>
  /** The days by which staff want requested documents, by `answerKey` of the request and who sends it. */
  dueDays(): Promise<ReadonlyMap<string, string>>
  /** Requested documents and what became of each; not for helpers. */
  checklist(): Promise<ChecklistItem[]>
  /** Ids of the asset categories in which the client owns nothing. */
  categoriesWithout(): Promise<string[]>
  /** Sections handed over to another person, including those handed back. */
  handovers(): Promise<Handover[]>
}

/** The loaders of one matter. `shows_corrections` is whether the user may see correction requests. */
export function loaderOf(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  shows_corrections: boolean,
  language: Language,
  own?: Pick<LoadedMatter, "row"> & Partial<Pick<LoadedMatter, "visibility">>,
): Loaded {
  const loaded = loadMatter(tx, ring, matter_id, own)
  const files = once(() => listMatterFiles(tx, matter_id))
  return {
    ...loaded,
    revisions: once(() => readRevisions(tx, matter_id)),
    priorAnswers: once(() => listPriorAnswers(tx, matter_id)),
    impersonatedChanges: once(() => listImpersonatedChanges(tx, matter_id)),
    corrections: once(async () => {
      const all = shows_corrections ? await listCorrections(tx, matter_id) : []
      return ["open", "answered"].flatMap((state) => all.filter((each) => each.state === state))
    }),
    readiness: once(() => readReadiness(loaded, language)),
    files,
    answerable: once(() => listAnswerable(tx, matter_id)),
    latestItems: once(() => listLatestItems(tx, matter_id)),
    dueDays: once(() => listDueDays(tx, matter_id)),
    checklist: once(() =>
      listChecklist(tx, matter_id, {
        visibility: loaded.visibility(),
        files: files(),
        states: loaded.requestStates(),
      }),
    ),
    categoriesWithout: once(() => listCategoriesWithout(tx, matter_id)),
    handovers: once(() => listHandovers(tx, matter_id)),
  }
}

// The data that the pages of one request share, each query run at most once and only when a page needs it.

import type { Language } from "../../definition/text.ts"
import { allTogether } from "../../platform/db/all-together.ts"
import type { Tx } from "../../platform/db/database.ts"
import { once } from "../../platform/once.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { type PriorAnswer, priorAnswersOf } from "../answers/prior-answers.ts"
import { categoriesWithoutOf } from "../assets/categories-without-assets.ts"
import { type ChecklistItem, listChecklist } from "../checklist/checklist.ts"
import { type DueDayRow, dueDaysIn, dueDaysOf } from "../checklist/due-days.ts"
import { type CorrectionRow, listCorrections } from "../corrections/corrections.ts"
import { listAnswerable } from "../documents/awaited-documents.ts"
import { listMatterFiles, type MatterFile } from "../documents/matter-files.ts"
import { type Handover, listHandovers } from "../handovers/handovers.ts"
import { type ImpersonatedChange, listImpersonatedChanges } from "../matters/changes/impersonated-changes.ts"
import { type RevisionRow, revisionsIn, revisionsOf } from "../matters/changes/revisions.ts"
import { reviewedOf } from "../matters/progress/section-reviews.ts"
import { type QuestionTopic, questionTopicsOf } from "../messages/messages.ts"
import { type LoadedMatter, loadMatter } from "../submissions/loaded-matter.ts"
import { type Readiness, readReadiness } from "../submissions/missing/missing.ts"
import { latestItemsOf, type SubmittedOpenItem } from "../submissions/missing/open-items.ts"

export interface Loaded extends LoadedMatter {
  /** The current revision of every field, by record. */
  revisions(): Promise<Record<string, Record<string, number>>>
  /** Answers from an earlier matter, offered as prefilled values. */
  priorAnswers(): Promise<PriorAnswer[]>
  /** When the client last confirmed each section, by its id; without those never confirmed. */
  reviewed(): Promise<ReadonlyMap<string, Date>>
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
  /** Conversations about questions, latest last. */
  questionTopics(): Promise<readonly QuestionTopic[]>
  /** Ids of the asset categories in which the client owns nothing. */
  categoriesWithout(): Promise<string[]>
  /** Sections handed over to another person, including those handed back. */
  handovers(): Promise<Handover[]>
}

interface Lists extends Record<string, unknown> {
  revisions: RevisionRow
  prior: PriorAnswer
  reviewed: { section_id: string; reviewed_at: string }
  without: { category_id: string }
  due_days: DueDayRow
  latest: SubmittedOpenItem
  topics: QuestionTopic
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
  // Most pages of the portal need most of these.
  const lists = once(() =>
    allTogether<Lists>(tx, {
      revisions: revisionsOf(matter_id),
      prior: priorAnswersOf(matter_id),
      reviewed: reviewedOf(matter_id),
      without: categoriesWithoutOf(matter_id),
      due_days: dueDaysOf(matter_id),
      latest: latestItemsOf(matter_id),
      topics: questionTopicsOf(matter_id),
    }),
  )
  return {
    ...loaded,
    revisions: once(async () => revisionsIn((await lists()).revisions)),
    priorAnswers: async () => (await lists()).prior,
    reviewed: async () =>
      new Map((await lists()).reviewed.map((each) => [each.section_id, new Date(each.reviewed_at)])),
    impersonatedChanges: once(() => listImpersonatedChanges(tx, matter_id)),
    corrections: once(async () => {
      const all = shows_corrections ? await listCorrections(tx, matter_id) : []
      return ["open", "answered"].flatMap((state) => all.filter((each) => each.state === state))
    }),
    readiness: once(() => readReadiness(loaded, language)),
    files,
    answerable: once(() => listAnswerable(tx, matter_id)),
    latestItems: once(async () =>
      (await lists()).latest.map((one) => ({
        ...one,
        closed_at: one.closed_at === null ? null : new Date(one.closed_at),
      })),
    ),
    dueDays: once(async () => dueDaysIn((await lists()).due_days)),
    checklist: once(() =>
      listChecklist(tx, matter_id, {
        visibility: loaded.visibility(),
        files: files(),
        states: loaded.requestStates(),
      }),
    ),
    questionTopics: async () => (await lists()).topics,
    categoriesWithout: async () => (await lists()).without.map(({ category_id }) => category_id),
    handovers: once(() => listHandovers(tx, matter_id)),
  }
}

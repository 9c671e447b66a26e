import { namesOf } from "../../../../definition/people/names.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { type CorrectionWithChanges, readCorrections } from "../../../corrections/console/table.tsx"
import { loadMatter } from "../../loaded-matter.ts"
import { readReadiness } from "../../missing/missing.ts"
import { openItemsInWords } from "../../missing/open-items.ts"
import { readAcceptance, unseenIn } from "../../review/acceptance.ts"
import { type AgendaTopic, listAgenda } from "../../review/agenda.ts"
import { recordsOf } from "../../review/differences.ts"
import { listFindings } from "../../review/findings/findings.ts"
import { type ComparedStep, compareSteps } from "../../review/seen-changes.ts"
import { readLive } from "../../snapshot.ts"
import { changeLines, type FindingGroup, findingGroups, missingLines } from "./attention-lines.tsx"
import { documentLines } from "./document-lines.tsx"
import type { ReviewLine } from "./line.tsx"
import { type QuestionPart, questionParts } from "./question-lines.tsx"
import { assetLines, peopleLines, type ReviewData, roleLines } from "./record-lines.tsx"

/** Everything the review of a matter shows. */
export interface Review {
  missing: ReviewLine[]
  /** Signatures and documents still to come, in words. */
  open: string[]
  changes: ReviewLine[]
  findings: FindingGroup[]
  corrections: CorrectionWithChanges[]
  agenda: AgendaTopic[]
  /** What the client entered, by kind of record, without answers to the firm's own questions. */
  parts: { id: string; title: string; lines: ReviewLine[] }[]
  questions: QuestionPart[]
  /** The changes from one submission to the next, latest first. */
  steps: ComparedStep[]
  /** The client has entered nothing but names. */
  is_blank: boolean
}

export async function readReview(req: PageRequest, matter_id: string): Promise<Review> {
  const { tx, parts } = req
  const loaded = loadMatter(tx, parts.ring, matter_id)
  const [live, visibility, acceptance, items, agenda, ready, findings, corrections, steps, request_states] =
    await Promise.all([
      readLive(tx, loaded),
      loaded.visibility(),
      readAcceptance(tx, parts.ring, matter_id),
      loaded.agenda(),
      listAgenda(tx, loaded),
      readReadiness(tx, loaded),
      listFindings(tx, loaded),
      readCorrections(tx, matter_id),
      compareSteps(tx, parts.ring, matter_id, loaded),
      loaded.requestStates(),
    ])
  const accepted = new Map(recordsOf(live).map((record) => [record.record_key, acceptance(record)]))
  const data: ReviewData = {
    live,
    visibility,
    names: namesOf(live.contacts),
    acceptanceOf: (record_key) => accepted.get(record_key),
    agenda: items,
    request_states,
    home: `/console/matters/${matter_id}`,
    req,
  }
  return {
    missing: missingLines(ready.missing),
    open: openItemsInWords(ready.open, "en", "firm"),
    changes: changeLines(unseenIn(steps), data),
    findings: findingGroups(findings, acceptance, data),
    corrections,
    agenda,
    parts: [
      { id: "documents", title: "Documents", lines: documentLines(data) },
      { id: "people", title: "People", lines: peopleLines(data) },
      { id: "roles", title: "Roles", lines: roleLines(data) },
      { id: "assets", title: "Assets", lines: assetLines(data) },
    ],
    questions: questionParts(data),
    steps,
    is_blank: live.answers.length + live.assets.length + live.documents.length === 0,
  }
}

/** All lines of the page from top to bottom. */
export function allLines({ missing, changes, findings, parts, questions }: Review): ReviewLine[] {
  return [...missing, ...changes, ...[...findings, ...parts, ...questions].flatMap(({ lines }) => lines)]
}

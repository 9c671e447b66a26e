import { namesOf } from "../../../../definition/people/names.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { AssetTotals } from "../../../assets/console/totals.tsx"
import { listPossibleConflicts } from "../../../conflict-names/possible-conflicts.ts"
import { contactOf, type PersonRow } from "../../../contacts/contacts.ts"
import { Family } from "../../../contacts/drawing/family.tsx"
import { isFamily } from "../../../contacts/family/drawn.ts"
import { membersOf, relativesOf } from "../../../contacts/family/members.ts"
import { type CorrectionRow, listCorrections } from "../../../corrections/corrections.ts"
import type { MatterDetails } from "../../../matters/console/frame/frame.tsx"
import type { MatterRow } from "../../../matters/matter-row.ts"
import type { Visibility } from "../../../matters/progress/visibility.ts"
import { loadMatter } from "../../loaded-matter.ts"
import { readReadiness } from "../../missing/missing.ts"
import { listSubmittedOpenItems, openItemsInWords, type SubmittedOpenItem } from "../../missing/open-items.ts"
import { acceptanceIn, unseenIn } from "../../review/acceptance.ts"
import { listAgenda } from "../../review/agenda.ts"
import { recordsOf } from "../../review/differences.ts"
import { listFindings } from "../../review/findings/findings.ts"
import { type ComparedStep, compareSubmissions, stepsOf } from "../../review/seen-changes.ts"
import type { Snapshot } from "../../snapshot.ts"
import { readLive } from "../../snapshot.ts"
import { listSubmissions, readSubmission, type SubmissionRow } from "../../submissions.ts"
import { editedInLine } from "./answer-field.ts"
import { agendaLines, changeLines, findingLines, missingLines } from "./attention-lines.tsx"
import { documentLines, fileLines } from "./document-lines.tsx"
import type { ReviewLine, ReviewPart } from "./line.tsx"
import { questionParts, submittedAnswers } from "./question-lines.tsx"
import { assetLines, peopleLines, type ReviewData, roleLines } from "./record-lines.tsx"
import { rangeOf, type Version } from "./versions.tsx"

export interface Review {
  version: Version
  submissions: SubmissionRow[]
  missing: ReviewLine[]
  /** Signatures and documents still to come, in words. */
  open: string[]
  changes: { title: string; lines: ReviewLine[] }
  findings: ReviewLine[]
  corrections: CorrectionRow[]
  agenda: ReviewLine[]
  /** What the client entered, by kind of record, then by section of the firm's own questions. */
  parts: ReviewPart[]
  /** The keys of the answers that staff may edit in their lines. */
  edited_in_line: ReadonlySet<string>
  /** The changes from one submission to the next, latest first. */
  steps: ComparedStep[]
  /** Nothing has been entered but the names of the clients. */
  is_blank: boolean
  /** For a submission: its row, and what it was accepted without. */
  submission?: SubmissionRow & { open: SubmittedOpenItem[] }
}

/** The review of the matter as it is now, with its changes since staff last looked or since a submission. */
export async function readReview(req: PageRequest, matter: MatterDetails, version: Version): Promise<Review> {
  const { tx, parts, staff } = req
  const loaded = loadMatter(tx, parts.ring, matter.id, { row: async () => matter })
  const range = rangeOf(version)
  const comparison = stepsOf(tx, parts.ring, loaded)
  const [live, visibility, seen, items, agenda, ready, findings, corrections, steps, request_states] =
    await Promise.all([
      readLive(loaded),
      loaded.visibility(),
      comparison.seen(),
      loaded.agenda(),
      listAgenda(loaded),
      readReadiness(loaded),
      listFindings(tx, loaded),
      listCorrections(tx, matter.id),
      comparison.steps(),
      loaded.requestStates(),
    ])
  const acceptance = acceptanceIn(seen, parts.ring, matter.id)
  const [people, submissions, conflicts, between] = await Promise.all([
    loaded.people(),
    comparison.submissions(),
    // A member limited to assigned matters cannot check the rest of the firm for conflicts.
    staff.assigned_matters_only ? new Map<string, string>() : listPossibleConflicts(tx, matter.id),
    range && compareSubmissions(tx, parts.ring, matter.id, range, loaded, undefined, seen),
  ])
  const accepted = new Map(recordsOf(live).map((record) => [record.record_key, acceptance(record)]))
  const data = {
    ...dataOf(req, live, visibility),
    acceptanceOf: (record_key: string) => accepted.get(record_key),
    ...{ agenda: items, request_states, conflicts },
  }
  return {
    version,
    submissions: submissions.toReversed(),
    missing: missingLines(ready.missing),
    open: openItemsInWords(ready.open, "en", "firm"),
    changes: { title: titleOf(version), lines: changeLines(between ?? unseenIn(steps), data) },
    findings: findingLines(findings, acceptance, data),
    corrections,
    agenda: agendaLines(agenda),
    parts: [...recordParts(data, { matter, people }), ...questionParts(data)],
    edited_in_line: new Set(editedInLine(visibility).map(({ key }) => key)),
    steps,
    is_blank:
      live.answers.length + live.assets.length + live.documents.length === 0 &&
      live.contacts.every(({ id, is_client }) => is_client || id === matter.contact_main_id),
  }
}

/** A submission exactly as it was, with its changes since an earlier one. */
export async function readPastReview(
  req: PageRequest,
  matter: MatterDetails,
  number: number,
  version: Version,
): Promise<Review> {
  const { tx, parts } = req
  const loaded = loadMatter(tx, parts.ring, matter.id)
  const range = rangeOf(version)
  const [{ snapshot, ...row }, visibility, submissions, items, between] = await Promise.all([
    readSubmission(tx, parts.ring, matter.id, number),
    loaded.visibility(),
    listSubmissions(tx, matter.id),
    listSubmittedOpenItems(tx, matter.id),
    range && compareSubmissions(tx, parts.ring, matter.id, range, loaded),
  ])
  const data = dataOf(req, snapshot, visibility)
  return {
    ...{ version, submissions, missing: [], open: [], findings: [], corrections: [], agenda: [], steps: [] },
    changes: { title: titleOf(version), lines: changeLines(between ?? [], data) },
    parts: [...recordParts(data), ...submittedAnswers(data)],
    edited_in_line: new Set(),
    is_blank: false,
    submission: { ...row, open: items.filter((item) => item.number === number) },
  }
}

/** What the lines of a version show; of a submission, no more than what it holds. */
function dataOf(req: PageRequest, live: Snapshot, visibility: Visibility): ReviewData {
  const { contact_main_status, id } = live.matter
  return {
    ...{ req, live, visibility, names: namesOf(live.contacts), home: `/console/matters/${id}` },
    main_has_died: contact_main_status === "deceased",
    ...{ acceptanceOf: () => undefined, agenda: [], request_states: new Map(), conflicts: new Map() },
  }
}

function titleOf({ number, since }: Version): string {
  if (since === undefined) return "Changed since last seen"
  return number === undefined
    ? `Changed since submission ${since}`
    : `Changed from submission ${since} to ${number}`
}

export function allLines({ missing, changes, findings, parts }: Review): ReviewLine[] {
  return [...missing, ...changes.lines, ...findings, ...parts.flatMap(({ lines }) => lines)]
}

/** Documents, people with their family, roles, and assets with their totals; `now` is undefined for a submission. */
function recordParts(
  data: ReviewData,
  now?: { matter: MatterRow; people: readonly PersonRow[] },
): ReviewPart[] {
  const { contacts, assets } = data.live
  const relatives = now ? relativesOf(now.matter, now.people.map(contactOf), now.people) : { contacts }
  const family = membersOf(relatives)
  return [
    { id: "documents", title: "Documents", lines: now ? documentLines(data) : fileLines(data) },
    {
      id: "people",
      title: "People",
      lines: peopleLines(data),
      footer: isFamily(family) && <Family members={family} />,
    },
    { id: "roles", title: "Roles", lines: roleLines(data) },
    {
      id: "assets",
      title: "Assets",
      lines: assetLines(data),
      footer: assets.length > 0 && <AssetTotals assets={assets} names={data.names} />,
    },
  ]
}

// A matter as text for people to read and save: the content of the PDF copy. Sensitive answers stay masked.

import type { DocumentRequest, Section } from "../../../definition/definition.ts"
import { requestsOf, rolesOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import type { Tx } from "../../../platform/db/database.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { readRequestIds } from "../../documents/matter-files.ts"
import { definitionOf } from "../../matters/progress/definition.ts"
import type { LoadedMatter } from "../loaded-matter.ts"
import { roleFor } from "../missing/missing-sentences.ts"
import { listSubmittedOpenItems, openItemsInWords } from "../missing/open-items.ts"
import { readLive, type Snapshot } from "../snapshot.ts"
import { listSubmissions, readSubmission } from "../submissions.ts"
import { answerRows, isMasked, leftAnswers } from "./copy-answers.ts"
import { assetGroups, leftAssets } from "./copy-assets.ts"
import { momentInWords } from "./copy-moment.ts"
import { clientGroups, peopleGroups } from "./copy-people.ts"
import {
  type Copy,
  type CopyGroup,
  type CopyReader,
  type CopyRow,
  type CopySource,
  withValues,
  wordingOf,
} from "./copy-shape.ts"
import { copyWords } from "./copy-words.ts"
import { isolated } from "./text/isolated.ts"

/** One submission as it was sent; throws "not found". */
export async function copyOfSubmission(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  number: number,
  reader: CopyReader,
): Promise<Copy> {
  const submission = await readSubmission(tx, ring, matter_id, number)
  const open = (await listSubmittedOpenItems(tx, matter_id)).filter((item) => item.number === number)
  const words = copyWords[reader.language]
  const facts = [
    { label: words.number, value: String(submission.number) },
    { label: words.sent, value: momentInWords(submission.submitted_at, reader) },
    { label: words.sent_by, value: submission.submitted_by_name },
    { label: words.open, value: openItemsInWords(open, reader.language, "firm").join("\n") },
  ]
  return composeCopy(tx, matter_id, submission.snapshot, facts, reader)
}

/** The matter as it is now, for the firm's own file; every page names the matter. Throws "not found". */
export async function copyOfMatter(tx: Tx, loaded: LoadedMatter, reader: CopyReader): Promise<Copy> {
  const { matter_id } = loaded
  const [snapshot, matter, [last], { title: questionnaire }] = await Promise.all([
    readLive(loaded),
    loaded.row(),
    listSubmissions(tx, matter_id),
    definitionOf(tx, matter_id),
  ])
  const words = copyWords[reader.language]
  const clients = snapshot.contacts
    .filter(({ is_client }) => is_client)
    .map(({ full_name }) => isolated(full_name))
  const reference = Object.entries(matter.context ?? {}).map(([key, value]) => `${key}: ${value}`)
  const sent = last
    ? `${words.submission(last.number)}, ${momentInWords(last.submitted_at, reader)}`
    : words.not_sent
  const facts = [
    { label: words.matter, value: matter.name },
    { label: words.clients, value: clients.filter(Boolean).join("\n") },
    { label: words.reference, value: reference.join("\n") },
    { label: words.questionnaire, value: textIn(questionnaire, reader.language) },
    { label: words.last_sent, value: sent },
    { label: words.as_of, value: momentInWords(tx.now, reader) },
  ]
  const copy = await composeCopy(tx, matter_id, snapshot, facts, reader)
  // Identifiers come first: a long name may push the rest off the line.
  const running = [
    ...reference,
    sent,
    isolated(matter.name),
    joinWords(clients.filter(Boolean), reader.language),
  ]
  return {
    ...copy,
    title: words.file_title,
    has_cover: true,
    subject: matter.name,
    running: [...new Set(running)].filter(Boolean).join(" · "),
  }
}

async function composeCopy(
  tx: Tx,
  matter_id: string,
  snapshot: Snapshot,
  facts: CopyRow[],
  { language, firm_name }: CopyReader,
): Promise<Copy> {
  const { questionnaire_version } = snapshot
  const [{ definition, title }, requests] = await Promise.all([
    definitionOf(tx, matter_id, questionnaire_version),
    readRequestIds(tx, matter_id),
  ])
  const names = Object.fromEntries(snapshot.contacts.map(({ id, full_name }) => [id, isolated(full_name)]))
  const is_exact = questionnaire_version !== undefined
  const source: CopySource = { snapshot, definition, language, names, is_exact, requests }
  const hasMasked = snapshot.answers.some(({ display_value }) => isMasked(display_value))
  return {
    language,
    firm_name,
    subject: textIn(title, language),
    facts: withValues(facts),
    sections: sectionsOf(source),
    ...(hasMasked && { note: copyWords[language].masked_note }),
  }
}

/** Everything in the records, in the questionnaire's order; at the end what it no longer has a place for. */
export function sectionsOf(source: CopySource): Copy["sections"] {
  const { definition, language } = source
  const sections = [
    ...definition.sections.map((section) => ({
      title: textIn(section.title, language),
      groups: groupsOf(section, source),
    })),
    {
      title: copyWords[language].more,
      groups: [...leftAssets(source), ...leftRoles(source), leftFiles(source), ...leftAnswers(source)],
    },
  ]
  return sections
    .map((section) => ({ ...section, groups: section.groups.filter(({ rows }) => rows.length > 0) }))
    .filter(({ groups }) => groups.length > 0)
}

function groupsOf(section: Section, source: CopySource): CopyGroup[] {
  switch (section.kind) {
    case "clients":
      return clientGroups(source)
    case "people":
      return peopleGroups(section, source)
    case "roles":
      return section.roles.flatMap(({ id }) => roleGroups(id, source))
    case "assets":
      return assetGroups(section, source)
    case "documents":
      return [{ rows: fileRows(section.requests, source) }]
    case "questions":
      return [{ rows: section.questions.flatMap(({ id }) => answerRows(id, source)) }]
    default:
      return section satisfies never
  }
}

function roleGroups(role_id: string, source: CopySource): CopyGroup[] {
  const { snapshot, definition, language, names } = source
  const words = copyWords[language]
  const role = rolesOf(definition).find(({ id }) => id === role_id)
  return snapshot.roles
    .filter(({ id }) => id === role_id)
    .map(({ role_description, focus_contact, assignments }) => {
      const name = wordingOf(role?.role_description, role_description, source)
      const rows = assignments.map(({ position, contacts }) => ({
        label: words.choice(position),
        value: joinWords(
          contacts.map((id) => names[id] ?? ""),
          language,
        ),
      }))
      return {
        title: roleFor(name, names[focus_contact ?? ""], language),
        rows: rows.length > 0 ? rows : [{ label: words.choice(1), value: words.no_one }],
      }
    })
}

/** Roles that the questionnaire no longer has. */
function leftRoles(source: CopySource): CopyGroup[] {
  const known = rolesOf(source.definition).map(({ id }) => id)
  const left = new Set(source.snapshot.roles.map(({ id }) => id).filter((id) => !known.includes(id)))
  return [...left].flatMap((id) => roleGroups(id, source))
}

/** Files for requests that the questionnaire no longer has. Those of file questions are answers. */
function leftFiles(source: CopySource): CopyGroup {
  const left = source.snapshot.documents.filter((file) => requestIdOf(file, source) === undefined)
  return {
    rows: left.map(({ filename, document_request }) => ({ label: document_request.label, value: filename })),
  }
}

function fileRows(requests: readonly DocumentRequest[], source: CopySource): CopyRow[] {
  return requests.flatMap(({ id, label }) => {
    const files = source.snapshot.documents.filter((file) => requestIdOf(file, source) === id)
    return withValues([
      { label: textIn(label, source.language), value: files.map(({ filename }) => filename).join("\n") },
    ])
  })
}

/** The request of the definition that a file answers. */
function requestIdOf(
  { document_id, document_request }: Snapshot["documents"][number],
  { definition, requests }: CopySource,
): string | undefined {
  const request_id = requests[document_id]
  const isIts = ({ id, label }: DocumentRequest) =>
    request_id === undefined ? textIn(label, "en") === document_request.label : id === request_id
  return requestsOf(definition).find(isIts)?.id
}

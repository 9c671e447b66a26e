// A matter on paper for the firm's own file: first what needs attention, then drawings and tables, then the complete
// record in questionnaire order. Sensitive answers stay masked.

import { categoriesOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import { listSignatures, type SignatureRow } from "../../../intake/agreements/signatures.ts"
import { membersOf, relativesOf } from "../../../intake/contacts/family/members.ts"
import { type CorrectionRow, listCorrections } from "../../../intake/corrections/corrections.ts"
import { listAttachments } from "../../../intake/documents/attachments.ts"
import { describeFiles } from "../../../intake/documents/described.ts"
import { type FilingSummary, getFilingSummary } from "../../../intake/matters/filing/filing-summary.ts"
import { copyOfMatter } from "../../../intake/submissions/copy/copy.ts"
import {
  type Copy,
  type CopyGroup,
  type CopyReader,
  type CopyRow,
  withValues,
} from "../../../intake/submissions/copy/copy-shape.ts"
import { familyGroups } from "../../../intake/submissions/copy/figures/family-figure.ts"
import { flowGroups } from "../../../intake/submissions/copy/figures/flow-figure.ts"
import { isolated } from "../../../intake/submissions/copy/text/isolated.ts"
import { loadMatter } from "../../../intake/submissions/loaded-matter.ts"
import { type AgendaTopic, listAgenda } from "../../../intake/submissions/review/agenda.ts"
import type { Finding } from "../../../intake/submissions/review/findings/finding.ts"
import { listFindings } from "../../../intake/submissions/review/findings/findings.ts"
import { readLive } from "../../../intake/submissions/snapshot.ts"
import type { Tx } from "../../../platform/db/database.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { ladderGroups } from "./ladder-figure.ts"
import { assetTable, fileTable, insuranceRows } from "./memo-tables.ts"
import { stillToComeRows } from "./still-to-come.ts"

/** The file memo, ready to print. Throws "not found". */
export async function memoOf(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  reader: Omit<CopyReader, "language">,
): Promise<Copy> {
  const loaded = loadMatter(tx, ring, matter_id)
  const [
    copy,
    live,
    matter,
    people,
    agenda,
    findings,
    corrections,
    { definition },
    signatures,
    attachments,
    to_come,
    filing,
  ] = await Promise.all([
    copyOfMatter(tx, loaded, { ...reader, language: "en" }),
    readLive(loaded),
    loaded.row(),
    loaded.people(),
    listAgenda(loaded),
    listFindings(tx, loaded),
    listCorrections(tx, matter_id),
    loaded.visibility(),
    listSignatures(tx, matter_id),
    listAttachments(tx, ring, matter_id),
    stillToComeRows(loaded),
    getFilingSummary(tx, matter_id),
  ])
  const { contacts, roles, assets } = live
  const names = Object.fromEntries(contacts.map(({ id, full_name }) => [id, isolated(full_name)]))
  const titles = Object.fromEntries(
    categoriesOf(definition).map(({ id, title }) => [id, textIn(title, "en")]),
  )
  const files = describeFiles(live, attachments)
  const counts = (
    [
      [contacts.length, "person", "people"],
      [assets.length, "asset", "assets"],
      [files.length, "file", "files"],
      [findings.length, "thing worth a look", "things worth a look"],
      [agenda.length, "topic to talk about", "topics to talk about"],
    ] as const
  ).filter(([count]) => count > 0)
  const overview = [
    { title: "Still to come", groups: [{ rows: to_come }] },
    { title: "To talk about", groups: [{ rows: agenda.map(agendaRow) }] },
    { title: "Worth a look", groups: [{ rows: findings.map(findingRow) }] },
    { title: "Signed", groups: [{ rows: signatures.map((each) => signatureRow(each, reader.time_zone)) }] },
    { title: "Corrections", groups: [{ rows: corrections.map(correctionRow) }] },
    { title: "The family", groups: familyGroups(membersOf(relativesOf(matter, contacts, people))) },
    { title: "Who serves", groups: ladderGroups(roles, names) },
    {
      title: "Assets",
      groups:
        assets.length > 0
          ? [
              { rows: [], table: assetTable(assets, titles) },
              { rows: insuranceRows(assets) },
              ...flowGroups(assets, names),
            ]
          : [],
    },
    {
      title: "Files received",
      groups: files.length > 0 ? [{ rows: [], table: fileTable(files, reader.time_zone) }] : [],
    },
  ]
  return {
    ...copy,
    facts: [
      ...filingRows(filing),
      ...copy.facts,
      {
        label: "Contents",
        value: counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join("\n"),
      },
    ],
    running: [filing.file_number, copy.running].filter(Boolean).join(" · "),
    sections: [...overview.filter(({ groups }) => !groups.every(isEmpty)), ...copy.sections],
  }
}

function filingRows({ file_number, assignee_name, due_on, tags }: FilingSummary): CopyRow[] {
  return withValues([
    { label: "File number", value: file_number },
    { label: "Assigned to", value: assignee_name ?? "" },
    { label: "Due", value: due_on ? displayDate(due_on, "en") : "" },
    { label: "Tags", value: tags.join(", ") },
  ])
}

function isEmpty({ rows, figure, table }: CopyGroup): boolean {
  return rows.length === 0 && !figure && !table
}

function agendaRow({ section, label, person }: AgendaTopic): CopyRow {
  return { label: section, value: person ? `${label} (${isolated(person)})` : label }
}

function signatureRow(
  { title, language, name, version, signed_at }: SignatureRow,
  timeZone: string,
): CopyRow {
  const when = signed_at.toLocaleString("en-US", { timeZone, dateStyle: "long", timeStyle: "short" })
  return { label: title[language], value: `${isolated(name)}, ${when} (version ${version})` }
}

function findingRow({ code, sentence }: Finding): CopyRow {
  return { label: topics[code], value: sentence }
}

const topics: Record<Finding["code"], string> = {
  shares_incomplete: "Shares",
  beneficiary_deceased: "Beneficiary",
  beneficiary_divorced: "Beneficiary",
  beneficiary_minor: "Beneficiary",
  owner_unknown: "Owner",
  serves_deceased: "Role",
  serves_divorced: "Role",
  serves_minor: "Role",
  serves_client: "Role",
  beneficiary_owner: "Beneficiary",
  beneficiary_duplicate: "Beneficiary",
  successor_missing: "Role",
  minor_without_guardian: "Guardian",
  partner_missing: "Family",
  children_differ: "Family",
  answers_in_doubt: "Family",
  document_missing: "Document",
}

function correctionRow({ label, words, state }: CorrectionRow): CopyRow {
  return { label: `${label} (${stateWords[state]})`, value: words }
}

const stateWords: Record<CorrectionRow["state"], string> = {
  collected: "not sent yet",
  open: "open",
  answered: "answered",
  resolved: "resolved",
  withdrawn: "withdrawn",
}

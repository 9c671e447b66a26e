// The lines that need a reviewer's attention first: missing items, changes, findings and what to talk about.
import { findSectionOf } from "../../../../definition/parts.ts"
import { type PersonField, personFields } from "../../../../definition/people/person-fields.ts"
import { displayDate } from "../../../../definition/values/dates.ts"
import { moneyText } from "../../../assets/console/money.ts"
import type { NamedSubject, SubjectKind } from "../../../corrections/subjects.ts"
import { ChangedValue } from "../../../matters/console/frame/changed-value.tsx"
import { isBlank, type Missing, type MissingLocation } from "../../missing/missing-answer.ts"
import { fieldLabel } from "../../missing/missing-sentences.ts"
import {
  type Acceptance,
  type Accepted,
  findingRecord,
  nameOfLine,
  type UnseenChange,
} from "../../review/acceptance.ts"
import type { AgendaTopic } from "../../review/agenda.ts"
import type { Finding, FindingCode } from "../../review/findings/finding.ts"
import type { Signable } from "../../review/seen-marks.ts"
import type { ReviewLine } from "./line.tsx"
import { type ReviewData, sectionOfPerson } from "./record-lines.tsx"

export function missingLines(missing: readonly Missing[]): ReviewLine[] {
  return missing.map(({ where, code, label, person, section_id, message }) => ({
    id: ["missing", ...Object.values(where)].join("-"),
    title: label,
    note: person,
    value: isBlank(code) ? undefined : <span class="cell-note">{message}</span>,
    subject: "agreement_id" in where ? undefined : subjectAt(where),
    section_id,
  }))
}

function subjectAt(
  where: Exclude<MissingLocation, { agreement_id: string }> | Finding["where"],
): NamedSubject {
  if ("contact_id" in where) return { kind: "contact", record_id: where.contact_id, about: null }
  if ("question_id" in where)
    return { kind: "question", record_id: where.question_id, about: where.about ?? null }
  if ("role_id" in where)
    return { kind: "role", record_id: where.role_id, about: where.focus_contact_id ?? null }
  if ("asset_id" in where) return { kind: "asset", record_id: where.asset_id, about: null }
  return { kind: "request", record_id: where.request_id, about: where.about ?? null }
}

/** Changes that wait for staff, or all those between two versions with who saw them. */
export function changeLines(
  changes: readonly (UnseenChange & { seen?: Accepted | undefined })[],
  data: ReviewData,
): ReviewLine[] {
  return changes.map((change) => {
    const { label, part, field, before, after, mark, seen } = change
    const subject = subjectOfChange(change)
    return {
      id: `change-${mark}`,
      title: label,
      note: field && part !== "answers" ? differenceLabel(field) : undefined,
      value: (
        <ChangedValue
          before={before && formatValue(before, field)}
          after={after && formatValue(after, field)}
        />
      ),
      tag: tagOf(change),
      subject,
      section_id: subject && sectionOfSubject(subject, data),
      acceptance: { mark, name: nameOfLine(change, mark), accepted: seen },
    }
  })
}

function tagOf({ change, before, after }: UnseenChange): ReviewLine["tag"] {
  if (before === after) return { text: "Changed and changed back", tone: "neutral" }
  if (change === "changed") return undefined
  return change === "added" ? { text: "Added", tone: "success" } : { text: "Removed", tone: "danger" }
}

const kindsOfParts: Record<UnseenChange["part"], SubjectKind | undefined> = {
  answers: "question",
  contacts: "contact",
  roles: "role",
  assets: "asset",
  documents: "document",
  financial_documents: "document",
  matter: undefined,
}

/** The subject of a correction about a change; undefined for removed records, which the client no longer sees. */
function subjectOfChange(one: UnseenChange): NamedSubject | undefined {
  const { part, record_id, record_key, change, after } = one
  const kind = kindsOfParts[part]
  const [, key = record_id, about = ""] = record_key.split(" ")
  if (kind === "question" || kind === "role") return { kind, record_id: key, about: about || null }
  const isGone = change === "removed" || after === null
  return kind && !isGone ? { kind, record_id, about: null } : undefined
}

function sectionOfSubject({ kind, record_id }: NamedSubject, data: ReviewData): string | undefined {
  const { live, visibility } = data
  switch (kind) {
    case "contact":
      return sectionOfPerson(
        visibility,
        live.contacts.some(({ id, is_client }) => id === record_id && is_client),
      )
    case "asset": {
      const asset = live.assets.find(({ id }) => id === record_id)
      return asset && findSectionOf(visibility.definition, asset.for_fin_category)?.id
    }
    default:
      return findSectionOf(visibility.definition, record_id)?.id
  }
}

/** Most serious first: what would make a plan fail comes before what is only unfinished. */
const findingTitles: readonly [FindingCode, string][] = [
  ["minor_without_guardian", "Children without a guardian"],
  ["serves_deceased", "Chosen for a role, but has died"],
  ["beneficiary_deceased", "Inherits, but has died"],
  ["beneficiary_divorced", "Inherits, but is a former spouse or partner"],
  ["serves_minor", "Chosen for a role, but a minor"],
  ["serves_client", "Chosen for a role that stands in for the clients, but a client"],
  ["beneficiary_owner", "Owner is named as beneficiary"],
  ["beneficiary_duplicate", "Same person as primary and contingent beneficiary"],
  ["shares_incomplete", "Shares that do not add up to 100%"],
  ["beneficiary_minor", "Inherits as a minor"],
  ["serves_divorced", "Chosen for a role, but divorced"],
  ["partner_missing", "Spouse or partner not among the people"],
  ["children_differ", "Number of children differs"],
  ["answers_in_doubt", "Answers from before the marriage changed"],
  ["owner_unknown", "Owners to look at"],
  ["successor_missing", "Roles without a successor"],
  ["document_missing", "Documents not sent"],
]

export function findingLines(
  findings: readonly Finding[],
  acceptanceOf: (line: Signable) => Acceptance,
  data: ReviewData,
): ReviewLine[] {
  const byCode = Map.groupBy(findings, ({ code }) => code)
  return findingTitles.flatMap(([code, note]) =>
    (byCode.get(code) ?? []).map((finding): ReviewLine => {
      const acceptance = acceptanceOf(findingRecord(finding))
      const subject = subjectAt(finding.where)
      return {
        id: `finding-${acceptance.mark}`,
        title: finding.sentence,
        note,
        value: null,
        subject,
        section_id: sectionOfSubject(subject, data),
        acceptance,
      }
    }),
  )
}

export function agendaLines(agenda: readonly AgendaTopic[]): ReviewLine[] {
  return agenda.map(({ section, section_id, label, person }, index) => ({
    id: `agenda-${index + 1}`,
    title: label,
    note: person ? `${person}, ${section}` : section,
    value: <span class="cell-note">Not known yet</span>,
    section_id,
  }))
}

/** Formats a value of a difference: amounts and dates arrive as stored. */
export function formatValue(text: string, field: string): string {
  if (field === "credit_value" || field === "debit_value") return moneyText(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? displayDate(text, "en") : text
}

const labels: Record<string, string> = {
  name: "Name",
  full_name: "Name",
  contact_main_status: "Status",
  contact_main_marital_status: "Marital status",
  relationship: "Relationship",
  is_client: "Client",
  assignments: "Who serves",
  identifier_value: "Name or address",
  owner_value: "Owner",
  credit_value: "Value",
  debit_value: "Owed",
  beneficiaries: "Beneficiaries",
}

function differenceLabel(field: string): string {
  const known = labels[field]
  if (known) return known
  return (personFields as readonly string[]).includes(field) ? fieldLabel(field as PersonField, "en") : field
}

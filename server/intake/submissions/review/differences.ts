import { namesOf } from "../../../definition/people/names.ts"
import { differenceParts } from "../schema.ts"
import type { Snapshot } from "../snapshot.ts"
import {
  answerRecord,
  assetRecord,
  type Comparable,
  type ComparableField,
  type ComparedMatter,
  contactRecord,
  fileRecord,
  matterRecord,
  roleRecord,
} from "./comparable-records.ts"

/** The differences between two snapshots, for staff to read. Pure. */

export interface Difference {
  part: (typeof differenceParts)[number]
  change: "added" | "removed" | "changed"
  /** Id of the contact, asset, role, document or answer. */
  record_id: string
  /** What people call the record. */
  label: string
  /** The API's name of the field, or the prompt of an additional field; empty for an entire record. */
  field: string
  /** As text; for a sensitive answer, at most its last four characters. Null where there was nothing. */
  before: string | null
  after: string | null
  /** The part and the record's key. Two differences with the same `record_key` and `field` are about the same thing. */
  record_key: string
  /** The complete new content, to compare changes by. It may be sensitive: never show it. */
  state: string
}

/** What is compared of a snapshot. */
export type Compared = Omit<Snapshot, "matter" | "clients"> & { matter: ComparedMatter }
export type ComparedPart = Difference["part"]

const recordsOfPart: Record<ComparedPart, (side: Compared) => Comparable[]> = {
  matter: ({ matter }) => [matterRecord(matter)],
  contacts: ({ contacts, approximate_dates }) =>
    contacts.map((contact) => contactRecord(contact, approximate_dates)),
  roles: ({ roles, contacts }) => roles.map((role) => roleRecord(role, namesOf(contacts))),
  assets: ({ assets, contacts }) => assets.map((asset) => assetRecord(asset, namesOf(contacts))),
  documents: ({ documents }) => documents.map(fileRecord),
  financial_documents: ({ financial_documents }) => financial_documents.map(fileRecord),
  answers: ({ answers, contacts }) => answers.map((answer) => answerRecord(answer, namesOf(contacts))),
}

/** All differences, part by part, in the order of the later snapshot, followed by what it no longer contains. */
export function differencesBetween(
  before: Compared,
  after: Compared,
  parts: readonly ComparedPart[] = differenceParts,
): Difference[] {
  return parts.flatMap((part) => compare(part, recordsOfPart[part](before), recordsOfPart[part](after)))
}

/** Every record of a snapshot, as if all of it were new. */
export function recordsOf(
  snapshot: Compared,
  parts: readonly ComparedPart[] = differenceParts,
): Difference[] {
  return parts
    .filter((part) => part !== "matter")
    .flatMap((part) => compare(part, [], recordsOfPart[part](snapshot)))
}

function compare(
  part: ComparedPart,
  before: readonly Comparable[],
  after: readonly Comparable[],
): Difference[] {
  const old = new Map(before.map((record) => [record.key, record]))
  const now = new Set(after.map((record) => record.key))
  const gone = before.filter((record) => !now.has(record.key))
  return [
    ...after.flatMap((record) => changesOf(part, old.get(record.key), record)),
    ...gone.flatMap((record) => wholeRecord(part, record, "removed")),
  ]
}

function changesOf(part: ComparedPart, before: Comparable | undefined, after: Comparable): Difference[] {
  if (!before) return wholeRecord(part, after, "added")
  const { record_id, label } = after
  const fields = [...new Set([...Object.keys(after.fields), ...Object.keys(before.fields)])]
  return fields.flatMap((field): Difference[] => {
    const [old, now] = [before.fields[field], after.fields[field]]
    const isSame = (old?.value ?? "") === (now?.value ?? "")
    if (isSame && !hasOtherDetail(old, now)) return []
    const state = isSame ? `${now?.value} ${now?.detail}` : (now?.value ?? "")
    const record_key = `${part} ${after.key}`
    const [from, to] = [inWords(old), inWords(now)]
    return [{ part, change: "changed", record_id, label, field, before: from, after: to, record_key, state }]
  })
}

function hasOtherDetail(before?: ComparableField, after?: ComparableField): boolean {
  return before?.detail !== undefined && after?.detail !== undefined && before.detail !== after.detail
}

function wholeRecord(part: ComparedPart, record: Comparable, change: "added" | "removed"): Difference[] {
  const { key, record_id, label, fields, is_value, is_empty } = record
  if (is_empty) return []
  const [field = "", content] = is_value ? (Object.entries(fields)[0] ?? []) : []
  const words = is_value ? inWords(content) : label
  const [before, after] = change === "added" ? [null, words] : [words, null]
  const all = JSON.stringify(Object.entries(fields).map(([name, { value }]) => [name, value]))
  const state = change === "removed" ? "" : is_value ? (content?.value ?? "") : all
  const record_key = `${part} ${key}`
  return [{ part, change, record_id, label, field, before, after, record_key, state }]
}

function inWords(field: ComparableField | undefined): string | null {
  return (field?.display ?? field?.value) || null
}

// The items of a matter that staff can ask a client to check again, and how clients have changed them since.

import { answerKey } from "../../definition/conditions/conditions.ts"
import { isTyped } from "../../definition/kinds.ts"
import { requestsOf, sendersOf } from "../../definition/parts.ts"
import { namesOf } from "../../definition/people/names.ts"
import { textIn } from "../../definition/text.ts"
import { isAmong, sql, type Tx } from "../../platform/db/sql.ts"
import { listAssets } from "../assets/assets.ts"
import { nameOfAsset } from "../assets/described.ts"
import { listContacts } from "../contacts/contacts.ts"
import { listDocuments, listFinancialDocuments } from "../documents/documents.ts"
import { changesAnswering } from "../matters/changes/answering.ts"
import type { Json } from "../matters/changes/changes.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import { listRoles } from "../roles/roles.ts"

export const subjectKinds = ["question", "contact", "role", "asset", "request", "document"] as const
export type SubjectKind = (typeof subjectKinds)[number]

export interface Subject {
  kind: SubjectKind
  record_id: string
  /** The client that a per-client question or role is about. */
  about: string | null
  /** Staff's name for it. */
  label: string
}

/** The fields that identify a subject. */
export type NamedSubject = Omit<Subject, "label">

/** All subjects, by kind, as the questionnaire and the matter are now; throws "not found". */
export async function listSubjects(tx: Tx, matter_id: string): Promise<Subject[]> {
  const [visibility, contacts, roles, assets, plain, financial] = await Promise.all([
    readVisibility(tx, matter_id),
    listContacts(tx, matter_id),
    listRoles(tx, matter_id),
    listAssets(tx, matter_id),
    listDocuments(tx, matter_id),
    listFinancialDocuments(tx, matter_id),
  ])
  const names = namesOf(contacts)
  const withName = (label: string, about: string | null) =>
    about ? `${label} – ${names[about] || "one client"}` : label
  return [
    ...questionsOf(visibility, withName),
    ...contacts.map(({ id, full_name, relationship }) => ({
      kind: "contact" as const,
      record_id: id,
      about: null,
      label: full_name || relationship.short,
    })),
    ...roles.map(({ id, role_description, focus_contact }) => ({
      kind: "role" as const,
      record_id: id,
      about: focus_contact,
      label: withName(role_description, focus_contact),
    })),
    ...assets.map((asset) => ({
      kind: "asset" as const,
      record_id: asset.id,
      about: null,
      label: nameOfAsset(asset),
    })),
    ...requestSubjects(visibility, visibility.alone, withName),
    ...plain.rows.map(({ document_id, filename, document_request }) =>
      fileOf(document_id, `${filename} (${document_request.label})`),
    ),
    ...financial.rows.map(({ document_id, filename, fin_item }) =>
      fileOf(document_id, fin_item.description ? `${filename} (${fin_item.description})` : filename),
    ),
  ]
}

/** The subject with this kind and id among those of the matter. */
export function findSubject(
  subjects: readonly Subject[],
  { kind, record_id, about }: Pick<NamedSubject, "record_id" | "about"> & { kind: unknown },
): Subject | undefined {
  return subjects.find((one) => one.kind === kind && one.record_id === record_id && one.about === about)
}

/** A subject in an address or form: `contact:contact_…`. */
export function subjectText({ kind, record_id, about }: NamedSubject): string {
  return [kind, record_id, ...(about ? [about] : [])].join(":")
}

/** Parses that text; `collectCorrection` refuses what the matter doesn't have. */
export function subjectOf(text: string): NamedSubject {
  const [kind = "", record_id = "", about = null] = text.split(":")
  return { kind: kind as SubjectKind, record_id, about }
}

function questionsOf(
  { definition, facts, visible }: Visibility,
  withName: (label: string, about: string | null) => string,
): Subject[] {
  return definition.sections.flatMap((section) =>
    section.kind !== "questions"
      ? []
      : section.questions
          .filter(({ type }) => isTyped(type))
          .flatMap(({ id, prompt, each_client }) =>
            (each_client ? facts.clients : [null])
              .filter((about) => visible.has(answerKey(id, about)))
              .map((about) => ({
                kind: "question" as const,
                record_id: id,
                about,
                label: withName(textIn(prompt, "en"), about),
              })),
          ),
  )
}

function requestSubjects(
  { definition, facts, visible }: Visibility,
  alone: ReadonlySet<string>,
  withName: (label: string, about: string | null) => string,
): Subject[] {
  return requestsOf(definition)
    .filter(({ id }) => visible.has(id))
    .flatMap((request) =>
      sendersOf(request, alone, facts.clients).map((about) => ({
        kind: "request" as const,
        record_id: request.id,
        about,
        label: withName(textIn(request.label, "en"), about),
      })),
    )
}

function fileOf(record_id: string, label: string): Subject {
  return { kind: "document", record_id, about: null, label }
}

export interface AnsweringChange {
  correction_id: string
  record_id: string
  field: string
  /** The value at the time of the request. */
  before: Json
  /** The value the client last left. */
  after: Json
}

/** Every field that clients changed in answer to a correction, or to one of these, with its value before and after. */
export function listAnsweringChanges(
  tx: Tx,
  matter_id: string,
  ids?: readonly string[],
): Promise<AnsweringChange[]> {
  return tx.all(sql`
    select t.correction_id, t.record_id, t.field, last.value as after,
           case when t.first = 1 then start.previous
                else (select p.value from changes p
                       where p.record_id = t.record_id and p.field = t.field and p.revision = t.first - 1) end as before
      from corrections c
     cross join lateral (
           select c.id as correction_id, ch.record_id, ch.field, min(ch.revision) as first, max(ch.revision) as last
             from ${changesAnswering} group by ch.record_id, ch.field) t
      join changes start on start.record_id = t.record_id and start.field = t.field and start.revision = t.first
      join changes last on last.record_id = t.record_id and last.field = t.field and last.revision = t.last
     where c.matter_id = ${matter_id} and ${isAmong(sql`c.id`, ids)}
     order by t.correction_id, start.changed_at, t.record_id, t.field`)
}

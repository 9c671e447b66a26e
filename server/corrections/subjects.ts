// Everything of a matter that a client can be asked to look at again.
import { listAssets } from "../assets/assets.ts"
import { listContacts } from "../contacts/contacts.ts"
import { answerKey } from "../definition/conditions.ts"
import { textIn } from "../definition/text.ts"
import { listDocuments, listFinancialDocuments } from "../documents/documents.ts"
import { readVisibility, type Visibility } from "../matters/visibility.ts"
import type { Tx } from "../platform/db/database.ts"
import { listRoles } from "../roles/roles.ts"

export const subjectKinds = ["question", "contact", "role", "asset", "request", "document"] as const
export type SubjectKind = (typeof subjectKinds)[number]

export interface Subject {
  kind: SubjectKind
  record_id: string
  /** The client a question or role of each client is about. */
  about: string | null
  /** What staff call it. */
  label: string
}

/** All of them, kind by kind, as the questionnaire and the matter stand now; throws "not found". */
export async function listSubjects(tx: Tx, matter_id: string): Promise<Subject[]> {
  const [visibility, contacts, roles, assets, plain, financial] = await Promise.all([
    readVisibility(tx, matter_id),
    listContacts(tx, matter_id),
    listRoles(tx, matter_id),
    listAssets(tx, matter_id),
    listDocuments(tx, matter_id),
    listFinancialDocuments(tx, matter_id),
  ])
  const names = Object.fromEntries(contacts.map(({ id, full_name }) => [id, full_name]))
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
    ...assets.map(({ id, identifier_value, general_category, identifier_label }) => ({
      kind: "asset" as const,
      record_id: id,
      about: null,
      label: identifier_value || general_category.label || identifier_label,
    })),
    ...requestsOf(visibility),
    ...plain.rows.map(({ document_id, filename, document_request }) =>
      fileOf(document_id, `${filename} (${document_request.label})`),
    ),
    ...financial.rows.map(({ document_id, filename, fin_item }) =>
      fileOf(document_id, fin_item.description ? `${filename} (${fin_item.description})` : filename),
    ),
  ]
}

/** The one of this kind and id, if the matter has it. */
export async function findSubject(
  tx: Tx,
  matter_id: string,
  { kind, record_id, about }: Omit<Subject, "label">,
): Promise<Subject | undefined> {
  const subjects = await listSubjects(tx, matter_id)
  return subjects.find((one) => one.kind === kind && one.record_id === record_id && one.about === about)
}

function questionsOf(
  { definition, facts, visible }: Visibility,
  withName: (label: string, about: string | null) => string,
): Subject[] {
  return definition.sections.flatMap((section) =>
    section.kind !== "questions"
      ? []
      : section.questions
          .filter(({ type }) => type !== "notice")
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

function requestsOf({ definition, visible }: Visibility): Subject[] {
  return definition.sections.flatMap((section) =>
    section.kind !== "documents"
      ? []
      : section.requests
          .filter(({ id }) => visible.has(id))
          .map(({ id, label }) => ({
            kind: "request" as const,
            record_id: id,
            about: null,
            label: textIn(label, "en"),
          })),
  )
}

function fileOf(record_id: string, label: string): Subject {
  return { kind: "document", record_id, about: null, label }
}

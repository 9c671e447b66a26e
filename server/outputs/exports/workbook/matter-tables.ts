import { kinds as questionKinds } from "../../../definition/kinds.ts"
import { namesOf } from "../../../definition/people/names.ts"
import { findRelationship } from "../../../definition/people/relationships.ts"
import type { Cell, Column } from "../../../platform/files/csv.ts"
import type { MatterExport } from "../matter-export.ts"
import { assetColumns } from "./asset-columns.ts"

/** A part of a matter as a table: the cells of each row, in the order of the columns. */
export interface MatterTable {
  name: string
  columns: { name: string; kind: CellKind }[]
  rows: Cell[][]
}

/**
 * The type of a cell's text, for programs that distinguish numbers and dates from text; `by_type` follows the type of
 * the answer.
 */
export type CellKind = "text" | "date" | "moment" | "number" | "money" | "by_type"

const kinds: Readonly<Record<string, CellKind>> = {
  open_date: "date",
  close_date: "date",
  date_of_birth: "date",
  date_of_death: "date",
  credit_value: "money",
  debit_value: "money",
  net_value: "money",
  share_percent: "number",
  answered_at: "moment",
  uploaded_at: "moment",
  requested_at: "moment",
  written_at: "moment",
  value: "by_type",
}

/** A matter as tables, one per part, linked by ids. */
export function matterTables(all: MatterExport): MatterTable[] {
  const { parts, words, files, people, corrections } = all
  const names = namesOf(parts.contacts)
  const nameOf = (id: string | null) => names[id ?? ""]
  const assetOf = new Map(parts.assets.map((asset) => [asset.id, asset]))
  return [
    table("matter", [parts.matter], {
      matter_id: (row) => row.id,
      name: (row) => row.name,
      open_date: (row) => row.open_date,
      close_date: (row) => row.close_date,
      questionnaire: (row) => row.questionnaire.internal_type,
      client_type: (row) => row.client_type,
      main_contact: (row) => row.contact_main.full_name,
      main_contact_status: (row) => row.contact_main_status,
      marital_status: (row) => row.contact_main_marital_status,
      spouse: (row) => row.contact_spouse?.full_name,
      representative: (row) => row.contact_representative?.full_name,
      number_of_children: (row) => row.number_of_children,
      is_submitted: (row) => row.is_submitted,
      client_may_edit: (row) => row.client_may_edit,
    }),
    table("contacts", parts.contacts, {
      contact_id: (row) => row.id,
      is_client: (row) => row.is_client,
      relationship: (row) => row.relationship.short,
      relationship_type: (row) => row.relationship.type,
      full_name: (row) => row.full_name,
      first_name: (row) => row.first_name,
      middle_name: (row) => row.middle_name,
      last_name: (row) => row.last_name,
      suffix: (row) => row.suffix,
      also_known_as: (row) => row.also_known_as,
      preferred_name: (row) => row.preferred_name,
      gender: (row) => row.gender_binary,
      date_of_birth: (row) => row.date_of_birth,
      date_of_death: (row) => row.date_of_death,
      phone_numbers: (row) => row.phone_numbers.map(({ type, number }) => `${number} (${type})`).join("; "),
      email_addresses: (row) => row.email_addresses.map(({ email }) => email).join("; "),
      addresses: (row) =>
        row.addresses.map(({ type, full_address }) => `${full_address} (${type})`).join("; "),
    }),
    table(
      "relations",
      people
        .flatMap(({ id, full_name, relationship_type, partner_relationship_type }) => [
          { id, full_name, type: relationship_type, to: parts.matter.contact_main.id },
          { id, full_name, type: partner_relationship_type, to: parts.matter.contact_spouse?.id ?? null },
        ])
        .filter(({ id, type, to }) => type && to && to !== id),
      {
        contact_id: (row) => row.id,
        name: (row) => row.full_name,
        relationship: (row) => findRelationship(row.type ?? "")?.short,
        relationship_type: (row) => row.type,
        to_contact_id: (row) => row.to,
        to_name: (row) => nameOf(row.to),
      },
    ),
    table(
      "roles",
      parts.roles.flatMap(({ assignments, ...role }) =>
        assignments.flatMap(({ position, contacts }) =>
          contacts.map((contact) => ({ ...role, position, contact })),
        ),
      ),
      {
        role_id: (row) => row.id,
        role: (row) => row.role_description,
        for_contact_id: (row) => row.focus_contact,
        for_name: (row) => nameOf(row.focus_contact),
        position: (row) => row.position,
        contact_id: (row) => row.contact,
        name: (row) => nameOf(row.contact),
      },
    ),
    tableOf("assets", parts.assets, assetColumns(parts.assets)),
    table(
      "beneficiaries",
      parts.assets.flatMap(({ id, beneficiaries }) =>
        (beneficiaries ?? []).map((beneficiary) => ({ asset_id: id, ...beneficiary })),
      ),
      {
        asset_id: (row) => row.asset_id,
        asset: (row) => assetOf.get(row.asset_id)?.identifier_value,
        level: (row) => row.level,
        contact_id: (row) => row.contact,
        name: (row) => nameOf(row.contact),
        share_percent: (row) => row.share,
      },
    ),
    table("answers", parts.answers, {
      answer_id: (row) => row.id,
      section: (row) => row.section,
      question_id: (row) => row.question,
      question: (row) => row.prompt,
      type: (row) => row.type,
      about_contact_id: (row) => row.about,
      about: (row) => nameOf(row.about),
      answer: (row) => words[row.id],
      value: (row) => (questionKinds[row.type].cell ? String(row.value) : undefined),
      answered_at: (row) => row.answered_at,
    }),
    table("messages", all.messages, {
      message_id: (row) => row.id,
      topic: (row) => row.topic.subject,
      written_at: (row) => row.created_at,
      written_by: (row) => row.user.name,
      is_from_client: (row) => row.user.is_client_user,
      text: (row) => row.text,
      document_ids: (row) => row.documents.map(({ document_id }) => document_id).join("; "),
    }),
    table("documents", files, {
      document_id: (row) => row.id,
      what: (row) => row.what,
      filename: (row) => row.filename,
      size_bytes: (row) => row.size,
      uploaded_at: (row) => row.uploaded_at,
      sent_alone_by: (row) => nameOf(row.alone ?? null),
      path: (row) => row.path,
    }),
    table("corrections", corrections, {
      correction_id: (row) => row.id,
      about: (row) => row.label,
      words: (row) => row.words,
      state: (row) => row.state,
      requested_by: (row) => row.requested_by_name,
      requested_at: (row) => row.requested_at?.toISOString(),
      answered_at: (row) => row.answered_at?.toISOString(),
    }),
  ]
}

/** A table whose columns have the order of the object's keys. */
function table<Row>(
  name: string,
  rows: readonly Row[],
  columns: Record<string, Column<Row>["of"]>,
): MatterTable {
  return tableOf(
    name,
    rows,
    Object.entries(columns).map(([column, of]) => ({ name: column, of })),
  )
}

function tableOf<Row>(name: string, rows: readonly Row[], columns: readonly Column<Row>[]): MatterTable {
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, kind: kinds[column.name] ?? "text" })),
    rows: rows.map((row) => columns.map(({ of }) => of(row))),
  }
}

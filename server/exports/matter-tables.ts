import type { Asset } from "../assets/schema.ts"
import type { Contact } from "../contacts/schema.ts"
import { type Column, csv } from "./csv.ts"
import type { MatterExport } from "./matter-export.ts"

export interface NamedTable {
  filename: string
  text: string
}

/** A matter as tables, one for each part. Ids tie them together. */
export function matterTables(all: MatterExport): NamedTable[] {
  const { parts, words, files } = all
  const nameOf = namesOf(parts.contacts)
  const assetOf = new Map(parts.assets.map((asset) => [asset.id, asset]))
  return [
    table("matter.csv", [parts.matter], {
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
    table("contacts.csv", parts.contacts, {
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
      "roles.csv",
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
    { filename: "assets.csv", text: csv(assetColumns(parts.assets), parts.assets) },
    table(
      "beneficiaries.csv",
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
    table("answers.csv", parts.answers, {
      answer_id: (row) => row.id,
      section: (row) => row.section,
      question_id: (row) => row.question,
      question: (row) => row.prompt,
      type: (row) => row.type,
      about_contact_id: (row) => row.about,
      about: (row) => nameOf(row.about),
      answer: (row) => words[row.id],
      answered_at: (row) => row.answered_at,
    }),
    table("documents.csv", files, {
      document_id: (row) => row.id,
      what: (row) => row.what,
      filename: (row) => row.filename,
      size_bytes: (row) => row.size,
      uploaded_at: (row) => row.uploaded_at,
      path: (row) => row.path,
    }),
  ]
}

/** Columns in the order they are written here. */
function table<Row>(
  filename: string,
  rows: readonly Row[],
  columns: Record<string, Column<Row>["of"]>,
): NamedTable {
  return {
    filename,
    text: csv(
      Object.entries(columns).map(([name, of]) => ({ name, of })),
      rows,
    ),
  }
}

/** The fixed facts of an asset, then the further fields of all categories, each a column under its own words. */
function assetColumns(assets: readonly Asset[]): Column<Asset>[] {
  const prompts = [
    ...new Set(assets.flatMap(({ additional_fields }) => additional_fields.map(({ prompt }) => prompt))),
  ]
  return [
    { name: "asset_id", of: (row) => row.id },
    { name: "category_id", of: (row) => row.for_fin_category },
    { name: "general_category", of: (row) => row.general_category.label },
    { name: "identifier", of: (row) => row.identifier_value },
    { name: "owner", of: (row) => row.owner_value },
    { name: "credit_value", of: (row) => row.credit_value },
    { name: "debit_value", of: (row) => row.debit_value },
    { name: "net_value", of: (row) => row.net_value },
    ...prompts.map((prompt) => ({
      name: prompt,
      of: (row: Asset) => row.additional_fields.find((field) => field.prompt === prompt)?.answer,
    })),
  ]
}

function namesOf(contacts: readonly Contact[]): (id: string | null) => string | undefined {
  const names = new Map(contacts.map(({ id, full_name }) => [id, full_name]))
  return (id) => (id === null ? undefined : names.get(id))
}

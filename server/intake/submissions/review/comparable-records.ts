import type { Names } from "../../../definition/people/names.ts"
import { nameOfAsset } from "../../assets/described.ts"
import { ownersInWords } from "../../assets/owners.ts"
import type { OwnedAsset } from "../../assets/schema.ts"
import type { Contact } from "../../contacts/schema.ts"
import type { Role } from "../../roles/schema.ts"
import { isolated } from "../copy/text/isolated.ts"
import type { Snapshot } from "../snapshot.ts"
import { type ApproximateDate, approximateDateInWords } from "./approximate-dates.ts"

/** The records of a snapshot in comparable form. Pure. */

/** A record as text. `display` replaces `value` on screen, where two different values may look alike. */
export interface Comparable {
  key: string
  record_id: string
  label: string
  fields: Record<string, ComparableField>
  /** The record is a single value, such as an answer. */
  is_value?: boolean
  /** Nothing is filled in, as in a role without people: that it comes or goes is no difference. */
  is_empty?: boolean
}

export interface ComparableField {
  value: string
  display?: string
  /** What tells equal values apart, such as whom a name names; missing if it is not known. */
  detail?: string
}

function plain(values: Record<string, string | number | boolean | null>): Comparable["fields"] {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, { value: value === null ? "" : String(value) }]),
  )
}

export interface ComparedMatter {
  id: string
  name: string
  contact_main_status: string
  contact_main_marital_status: string | null
  /** Null, which the API shows as none, until it is answered. */
  number_of_children: number | null
}

export function matterRecord(matter: ComparedMatter): Comparable {
  const { id, name, contact_main_status, contact_main_marital_status, number_of_children } = matter
  const fields = plain({
    name,
    contact_main_status,
    contact_main_marital_status,
    number_of_children: number_of_children ?? 0,
  })
  return { key: id, record_id: id, label: name, fields }
}

export function contactRecord(contact: Contact, dates?: readonly ApproximateDate[]): Comparable {
  const {
    id,
    for_matter,
    full_name,
    created_at,
    relationship,
    phone_numbers,
    email_addresses,
    addresses,
    date_of_birth,
    date_of_death,
    ...facts
  } = contact
  const fields = plain({
    ...facts,
    ...{ date_of_birth, date_of_death },
    relationship: relationship.short,
    phone_numbers: phone_numbers.map(({ type, number }) => `${number} (${type})`).join("; "),
    email_addresses: email_addresses.map(({ type, email }) => `${email} (${type})`).join("; "),
    addresses: addresses.map(({ type, full_address }) => `${full_address} (${type})`).join("; "),
  })
  for (const [field, date] of Object.entries({ date_of_birth, date_of_death })) {
    if (date !== null || dates === undefined) continue
    const known = dates.find((each) => each.contact_id === id && each.field === field)
    fields[field] = { value: "", detail: "", ...(known && approximate(known)) }
  }
  return { key: id, record_id: id, label: full_name || relationship.short, fields }
}

function approximate(date: ApproximateDate) {
  const display = approximateDateInWords(date, "en")
  return { display, detail: display }
}

export function roleRecord(
  { id, role_description, focus_contact, assignments }: Role,
  names: Names,
): Comparable {
  const levels = assignments.map(({ position, contacts, display_name }) => ({
    // By id: two people may have the same name.
    value: `${position} ${contacts.join()}`,
    display: `${position}. ${display_name}`,
  }))
  const join = (which: "value" | "display") => levels.map((level) => level[which]).join("; ")
  return {
    key: `${id} ${focus_contact ?? ""}`,
    record_id: id,
    label: focus_contact ? `${role_description} – ${names[focus_contact] ?? ""}` : role_description,
    fields: { assignments: { value: join("value"), display: join("display") } },
    is_empty: levels.length === 0,
  }
}

export function assetRecord(asset: OwnedAsset, names: Names): Comparable {
  const { id, identifier_value, credit_value, debit_value, additional_fields, beneficiaries } = asset
  const owner_value = ownersInWords(asset)
  const detail = asset.owners.map(({ contact, name }) => contact ?? name).join()
  const shares = (beneficiaries ?? []).map(({ contact, share, level }) => ({
    value: `${contact} ${share} ${level}`,
    display: `${isolated(names[contact] ?? "")} ${share}% (${level})`,
  }))
  const join = (which: "value" | "display") => shares.map((share) => share[which]).join("; ")
  return {
    key: id,
    record_id: id,
    label: nameOfAsset(asset),
    fields: {
      ...plain({ identifier_value, credit_value, debit_value }),
      owner_value: { value: owner_value, ...(detail !== "" && { detail }) },
      ...plain(Object.fromEntries(additional_fields.map(({ prompt, answer }) => [prompt, answer]))),
      beneficiaries: { value: join("value"), display: join("display") },
    },
  }
}

export function fileRecord({ document_id, filename }: { document_id: string; filename: string }): Comparable {
  return { key: document_id, record_id: document_id, label: filename, fields: {} }
}

export function answerRecord(
  { id, question, about, prompt, value, display_value }: Snapshot["answers"][number],
  names: Names,
) {
  return {
    key: `${question} ${about ?? ""}`,
    record_id: id,
    label: about ? `${prompt} – ${names[about] ?? ""}` : prompt,
    fields: { value: { value: JSON.stringify(value), display: display_value } },
    is_value: true,
  }
}

import type { Words } from "../../../../web/portal/words/en.ts"
import type { SaveResult } from "../../../matters/changes/changes.ts"
import type { Field, FieldEdit } from "../../../portal/fields/field.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { changeEmails, changePhones } from "../../contact-details.ts"
import type { PersonRow } from "../../contacts.ts"
import type { AboutPerson } from "./about-person.ts"
import { mergeList } from "./merge-list.ts"

// Phone numbers and email addresses: stored as lists, shown as one field per type.

const phones = ["mobile", "home", "work"] as const
const emails = ["home", "work"] as const

export function contactDetailFields(
  { person, fields, is_you }: AboutPerson,
  revisions: Readonly<Record<string, number>>,
  words: Words,
): Field[] {
  const phoneFields = phones.map((type): Field => {
    const value = person.phone_numbers.find((phone) => phone.type === type)?.number ?? null
    return {
      name: `phone_${type}`,
      type: "phone",
      label: words.person.phones[type],
      required: type === "mobile" && fields.phone_numbers === "required",
      alternatives: phones.map((each) => `phone_${each}`),
      value,
      given: value !== null,
      seen: revisions.phone_numbers ?? 0,
      autocomplete: is_you ? (type === "mobile" ? "tel" : `${type} tel`) : "off",
    }
  })
  const emailFields = emails.map((type): Field => {
    const value = person.email_addresses.find((email) => email.type === type)?.email ?? null
    return {
      name: `email_${type}`,
      type: "email",
      label: words.person.emails[type],
      required: type === "home" && fields.email_addresses === "required",
      alternatives: emails.map((each) => `email_${each}`),
      value,
      given: value !== null,
      seen: revisions.email_addresses ?? 0,
      autocomplete: is_you && type === "home" ? "email" : "off",
    }
  })
  return [...(fields.phone_numbers ? phoneFields : []), ...(fields.email_addresses ? emailFields : [])]
}

/** Saves edits of phone numbers and email addresses into their lists, leaving other rows unchanged. */
export async function saveContactDetails(
  { tx }: PageRequest,
  person: PersonRow,
  edits: readonly FieldEdit[],
): Promise<SaveResult> {
  const phoneEdits = edits.filter(({ field }) => field.startsWith("phone_"))
  const emailEdits = edits.filter(({ field }) => field.startsWith("email_"))
  const savedPhones = await mergeList(tx, person.id, {
    field: "phone_numbers",
    rows: person.phone_numbers,
    edits: phoneEdits,
    read: (rows, name) => rows.find(({ type }) => `phone_${type}` === name)?.number ?? "",
    write: (rows, name, number) => withRow(rows, name.slice("phone_".length), { number }),
    store: (rows) => changePhones(tx, person.id, rows),
  })
  const savedEmails = await mergeList(tx, person.id, {
    field: "email_addresses",
    rows: person.email_addresses,
    edits: emailEdits,
    read: (rows, name) => rows.find(({ type }) => `email_${type}` === name)?.email ?? "",
    write: (rows, name, email) => withRow(rows, name.slice("email_".length), { email }),
    store: (rows) => changeEmails(tx, person.id, rows),
  })
  return {
    saved: { ...savedPhones.saved, ...savedEmails.saved },
    conflicts: [...savedPhones.conflicts, ...savedEmails.conflicts],
  }
}

/** Sets the value of the first row of a type, or removes that row if the value is blank. */
function withRow<Row extends { id?: string; type: string }>(
  rows: readonly Row[],
  type: string,
  value: Omit<Row, "id" | "type">,
): Row[] {
  const at = rows.findIndex((row) => row.type === type)
  const isBlank = Object.values(value).every((each) => each === "")
  const row = { ...rows[at], type, ...value } as Row
  if (isBlank) return rows.filter((_, index) => index !== at)
  return at < 0 ? [...rows, row] : rows.with(at, row)
}

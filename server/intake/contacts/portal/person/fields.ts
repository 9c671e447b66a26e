// The fields about a person, by topic: names, details, contact details and address. The questionnaire decides which of
// them each client or other person gets.

import type { FieldRules } from "../../../../definition/definition.ts"
import { maritalStatuses } from "../../../../definition/people/marital-status.ts"
import type { PersonField } from "../../../../definition/people/person-fields.ts"
import type { Words } from "../../../../web/portal/words/en.ts"
import { withChangers } from "../../../portal/changed.tsx"
import type { Field, FieldStore } from "../../../portal/fields/field.ts"
import { withUnfinished } from "../../../portal/fields/unfinished-dates.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { withLater } from "../../../portal/sections/later.tsx"
import type { PersonRow } from "../../contacts.ts"
import { changeContact } from "../../editing.ts"
import { relationshipFields } from "../people/relationship.ts"
import type { AboutPerson } from "./about-person.ts"
import { addressFields, saveAddress } from "./address.ts"
import { contactDetailFields, saveContactDetails } from "./contact-details.ts"

export const topics = ["names", "details", "contact", "address"] as const
export type Topic = (typeof topics)[number]

const fieldsOf: Record<Topic, readonly PersonField[]> = {
  names: ["first_name", "middle_name", "last_name", "suffix", "preferred_name", "also_known_as"],
  details: ["date_of_birth", "gender_binary", "marital_status", "date_of_death"],
  contact: ["phone_numbers", "email_addresses"],
  address: ["addresses"],
}

/** The topics that have fields; names always do. */
export function topicsOf(fields: FieldRules): Topic[] {
  return topics.filter((topic) => topic === "names" || fieldsOf[topic].some((field) => fields[field]))
}

/** Whether a topic has no required fields. */
export function isOptional(fields: FieldRules, topic: Topic): boolean {
  return fieldsOf[topic].every((field) => fields[field] !== "required")
}

/** The fields of one topic, with their stores, agenda checkboxes, unfinished dates and notes on who changed them. */
export async function fieldsAbout(req: PageRequest, about: AboutPerson, topic: Topic): Promise<Field[]> {
  const store = storeOf(about.person, topic)
  const fields = (await topicFields(req, about, topic)).map((field) => ({ ...field, store }))
  const record_id = about.person.id
  const deferrable = await Promise.all(
    fields.map(async (field) => {
      // Other pages need the names, and optional details can be left blank, so neither offers the agenda.
      if (topic !== "details" || !field.required) return field
      const deferred = await withLater(req, field, { record_id, field: field.name })
      return about.is_you && !deferred.later?.is_on ? field : deferred
    }),
  )
  const all = await withUnfinished(req, about.person.id, deferrable)
  return withChangers(req, about.person.id, all)
}

function storeOf(person: PersonRow, topic: Topic): FieldStore {
  if (topic === "contact") return { save: (req, edits) => saveContactDetails(req, person, edits) }
  if (topic === "address") return { save: (req, edits) => saveAddress(req, person, edits) }
  return { save: ({ tx }, edits) => changeContact(tx, person.id, edits) }
}

async function topicFields(req: PageRequest, about: AboutPerson, topic: Topic): Promise<Field[]> {
  const { person } = about
  const [people, all] = await Promise.all([req.loaded.people(), req.loaded.revisions()])
  const revisions = all[person.id] ?? {}
  switch (topic) {
    case "names":
      return [
        ...(about.group ? await relationshipFields(req, about.group, person, revisions) : []),
        ...nameFields(about, revisions, req.words),
      ]
    case "details":
      return detailFields(about, revisions, req.words)
    case "contact":
      return contactDetailFields(about, revisions, req.words)
    case "address":
      return addressFields(req, about, revisions, people)
    default:
      return topic satisfies never
  }
}

type Revisions = Readonly<Record<string, number>>

const autofill: Partial<Record<PersonField, string>> = {
  first_name: "given-name",
  middle_name: "additional-name",
  last_name: "family-name",
  suffix: "honorific-suffix",
  preferred_name: "nickname",
}

export function nameFields(about: AboutPerson, revisions: Revisions, words: Words): Field[] {
  const { fields, is_client, is_you, person, takes_organizations } = about
  const isIncluded = (field: PersonField) =>
    field === "first_name" || field === "last_name" || fields[field] !== undefined
  return fieldsOf.names.filter(isIncluded).map((name) => {
    const value = storedText(person, name)
    const isName = name === "first_name" || name === "last_name"
    return {
      name,
      type: "text",
      max_length: 128,
      label: words.person[name as "first_name"],
      hint:
        name === "first_name" && takes_organizations
          ? words.person.organization_hint
          : name === "last_name" && is_client
            ? words.person.one_name_hint
            : hintOf(name, words),
      required: fields[name] === "required" || (isName && fields[name] !== "optional"),
      // Many people have a single name.
      alternatives: isName ? ["first_name", "last_name"] : undefined,
      value,
      given: value !== null,
      seen: revisions[name] ?? 0,
      autocomplete: is_you ? autofill[name] : "off",
      width: name === "suffix" ? 5 : undefined,
    }
  })
}

export function detailFields(
  { person, fields, is_you, is_client }: AboutPerson,
  revisions: Revisions,
  words: Words,
): Field[] {
  const common = (name: PersonField) => {
    const value = storedText(person, name)
    const required = fields[name] === "required"
    return { name, required, value, given: value !== null, seen: revisions[name] ?? 0 }
  }
  const date = {
    type: "date",
    min: "1850-01-01",
    max: "today",
    // Documents need a client's exact date; a relative's exact date is often unknown.
    ...(!is_client && { takes_year: true, hint: words.frame.date_hints.year }),
  } as const
  const fieldsByName: Record<string, Field> = {
    date_of_birth: {
      ...common("date_of_birth"),
      ...date,
      // The person typing is alive.
      ...(is_you && { min: "1900-01-01" }),
      label: words.person.date_of_birth,
      autocomplete: is_you ? "bday" : "off",
    },
    gender_binary: {
      ...common("gender_binary"),
      type: "one_of",
      inline: true,
      label: words.person.gender_binary,
      hint: words.person.gender_hint,
      options: [
        { value: "Female", label: words.person.female },
        { value: "Male", label: words.person.male },
      ],
    },
    marital_status: {
      ...common("marital_status"),
      type: "one_of",
      as_list: true,
      label: words.clients.marital_status,
      options: maritalOptions(words),
    },
    date_of_death: { ...common("date_of_death"), ...date, label: words.person.date_of_death },
  }
  return fieldsOf.details.flatMap((name) => (fields[name] && fieldsByName[name] ? [fieldsByName[name]] : []))
}

function hintOf(name: PersonField, words: Words): string | undefined {
  if (name === "preferred_name") return words.person.preferred_name_hint
  return name === "also_known_as" ? words.person.also_known_as_hint : undefined
}

function storedText(person: PersonRow, name: PersonField): string | null {
  const value = (person as unknown as Record<string, unknown>)[name]
  return typeof value === "string" && value !== "" ? value : null
}

/** The marital statuses as options. */
export function maritalOptions(words: Words) {
  return maritalStatuses.map((value) => ({ value, label: words.person.marital[value] }))
}

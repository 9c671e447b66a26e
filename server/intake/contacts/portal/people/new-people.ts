// The forms of new people on one page: each adds a person, and one left blank adds no one.
import type { PeopleGroup } from "../../../../definition/definition.ts"
import type { Language } from "../../../../definition/text.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import { textOf } from "../../../../web/portal/form.ts"
import { isSameValue } from "../../../matters/changes/changes.ts"
import { recordUnfinishedFields } from "../../../matters/progress/unfinished-fields.ts"
import type { Field, FieldEdit } from "../../../portal/fields/field.ts"
import type { FieldPart } from "../../../portal/fields/field-parts.tsx"
import { type ParsedForm, parseForm } from "../../../portal/fields/form-fields.ts"
import { type PageRequest, refresh } from "../../../portal/page-request.ts"
import { recordLater } from "../../../portal/sections/later.tsx"
import { newRecordId } from "../../../portal/sections/section.tsx"
import type { Confirmation } from "../../../portal/view.tsx"
import { addContact } from "../../editing.ts"
import { findSimilarContacts, type SimilarContact } from "../../similar.ts"
import type { AboutPerson } from "../person/about-person.ts"
import { addressFields, saveAddress } from "../person/address.ts"
import { contactDetailFields, saveContactDetails } from "../person/contact-details.ts"
import { detailFields, nameFields } from "../person/fields.ts"
import { newPerson } from "../person/new-person.ts"
import { personParts } from "../person/person-page.ts"
import { aboutMember } from "./members.ts"
import { relationshipFields } from "./relationship.ts"

/** The relationship whose button opened the form; blank for one that is chosen from the list of all. */
export const relatedField = "related_as"

/** The choice of one of several people with a similar name. */
export const sameField = "same_person"

export interface NewPersonForm {
  /** Begins the names of the form's controls; blank for the only or first form of a page. */
  prefix: string
  /** Said above the form if the page has several. */
  title?: string
  fields: readonly Field[]
  parts?: readonly FieldPart[]
}

export interface Refused {
  faults: ParsedForm["faults"]
  /** By the form's prefix, contacts with a similar name: the user must say whether one of these is the same person. */
  similar: Readonly<Record<string, readonly SimilarContact[]>>
}

/** The form of a new person of a group, with every field the group asks for. */
export async function memberForm(req: PageRequest, group: PeopleGroup, prefix = ""): Promise<NewPersonForm> {
  const about = aboutMember(group, newPerson())
  const people = await req.loaded.people()
  const fields = [
    ...(await newPersonFields(req, about)),
    ...contactDetailFields(about, {}, req.words),
    ...(group.fields.addresses ? addressFields(req, about, {}, people) : []),
  ]
  const { titles, unnamed } = req.words.person
  const headings = { contact: titles.contact(unnamed.person), address: titles.address(unnamed.person) }
  const named = (name: string) => `${prefix}${name}`
  return {
    prefix,
    fields: fields.map((field) => ({
      ...field,
      name: named(field.name),
      group: field.group && named(field.group),
      alternatives: field.alternatives?.map(named),
      reveals:
        field.reveals &&
        Object.fromEntries(
          Object.entries(field.reveals).map(([option, names]) => [option, names.map(named)]),
        ),
    })),
    parts: personParts(req, about, fields, headings).map((part) => ({
      ...part,
      names: part.names.map(named),
    })),
  }
}

/** Relationship, name and details of a new person; without a group, with every relationship to choose from. */
export async function newPersonFields(
  req: PageRequest,
  about: Omit<AboutPerson, "person">,
): Promise<Field[]> {
  const blank = { ...about, person: newPerson() }
  const details = detailFields(blank, {}, req.words).map((field) =>
    field.required ? { ...field, later: { record_id: "", field: field.name, is_on: false } } : field,
  )
  const names = nameFields(blank, {}, req.words)
  const last_name = about.group === "children" ? await sharedName(req) : null
  return [
    ...(await relationshipFields(req, about.group)),
    ...names.map((field) => (field.name === "last_name" ? { ...field, value: last_name } : field)),
    ...details,
  ]
}

/** The last name that all parents among the clients have, for their children. */
async function sharedName({ matter, loaded }: PageRequest): Promise<string | null> {
  const parents = [matter.contact_main_id, matter.contact_spouse_id]
  const names = (await loaded.people()).filter(({ id }) => parents.includes(id)).map((each) => each.last_name)
  return (new Set(names).size === 1 && names[0]) || null
}

/** A person whose form was sent: added, or one who was on the list before. */
interface Entered {
  id: string
  name: string
  is_new: boolean
}

/**
 * Adds the people whose forms are filled in, with `is_required` the first in any case. With a fault in any form, or a
 * name that may be someone's already, adds no one and returns why. The request it returns is refreshed.
 */
export async function addPeople(
  req: PageRequest,
  forms: readonly NewPersonForm[],
  form: Form,
  is_required = false,
): Promise<Refused | { req: PageRequest; entered: Entered[] }> {
  const given = forms.filter((each) => !isBlank(req, each, form))
  const filled = (given.length === 0 && is_required ? forms.slice(0, 1) : given).map((each) => {
    const { edits, faults } = parseForm(each.fields, withRelationship(form, each), req)
    const own = edits.map((edit) => ({ ...edit, field: edit.field.slice(each.prefix.length) }))
    const { first_name, last_name } = valuesOf(own)
    const name = [first_name, last_name].filter(Boolean).join(" ")
    return { ...each, edits: own, faults, name, id: newRecordId("contact", form, each.prefix) }
  })
  const faults = filled.flatMap((each) => each.faults)
  if (faults.length > 0) return { faults, similar: {} }
  const similar: Record<string, SimilarContact[]> = {}
  for (const { prefix, name } of filled)
    similar[prefix] = (await findSimilarContacts(req.tx, req.matter.id, name)).filter((found) =>
      filled.every(({ id }) => id !== found.id),
    )
  const same = ({ prefix }: NewPersonForm) => textOf(form, `${prefix}${sameField}`)
  if (filled.some((each) => same(each) === undefined && similar[each.prefix]?.length))
    return { faults: [], similar }
  let refreshed = req
  const entered: Entered[] = []
  for (const each of filled) {
    const known = similar[each.prefix]?.find(({ id }) => id === same(each))
    if (!known) refreshed = await addPerson(refreshed, each)
    entered.push({ id: known?.id ?? each.id, name: each.name, is_new: !known })
  }
  return { req: refreshed, entered }
}

/** What the next page says about who was added. */
export function addedOf(entered: readonly Entered[], lang: Language): Confirmation | undefined {
  const names = entered.filter(({ is_new }) => is_new).map(({ name }) => name)
  if (names.length === 0) return undefined
  return { key: names.length === 1 ? "person_added" : "people_added", name: joinWords(names, lang) }
}

/** A relationship that is no longer offered has no button that could show its fault: the list counts. */
function withRelationship(form: Form, { prefix, fields }: NewPersonForm): Form {
  const related = textOf(form, `${prefix}${relatedField}`)
  const name = `${prefix}relationship_type`
  const isOffered = fields.some(
    (field) => field.name === name && field.options?.some(({ value }) => value === related),
  )
  return related && isOffered ? { ...form, [name]: [related] } : form
}

/** Whether a form is as it was shown, perhaps opened, or without even what it suggests. */
function isBlank(req: PageRequest, { fields }: NewPersonForm, form: Form): boolean {
  const { edits, faults } = parseForm(fields, form, req, true)
  const suggested = (edit: FieldEdit) => fields.find(({ name }) => name === edit.field)?.value ?? null
  const isUntouched = (edit: FieldEdit) =>
    !edit.typed && !edit.later && (edit.value === null || isSameValue(edit.value, suggested(edit)))
  return faults.length === 0 && edits.every(isUntouched)
}

/** Creates the contact with everything typed; returns a refreshed request. */
async function addPerson(
  req: PageRequest,
  { id, edits, fields, prefix }: NewPersonForm & { id: string; edits: readonly FieldEdit[] },
): Promise<PageRequest> {
  const isAddress = ({ field }: FieldEdit) => /^(address_|same_as$)/.test(field)
  const isContactDetail = ({ field }: FieldEdit) => /^(phone|email)_/.test(field)
  const own = valuesOf(edits.filter((edit) => !isAddress(edit) && !isContactDetail(edit)))
  await addContact(req.tx, req.matter.id, { ...own, relationship_type: String(own.relationship_type) }, id)
  const refreshed = await refresh(req)
  const added = (await refreshed.loaded.people()).find((each) => each.id === id)
  if (added) {
    await saveContactDetails(refreshed, added, edits.filter(isContactDetail))
    await saveAddress(refreshed, added, edits.filter(isAddress))
  }
  const unfinished = edits.filter(({ typed }) => typed)
  await recordUnfinishedFields(req.tx, req.matter.id, id, unfinished)
  const deferrable = fields.map(({ name, later, ...field }) => ({
    ...field,
    name: name.slice(prefix.length),
    later: later && { ...later, record_id: id },
  }))
  await recordLater(req, deferrable, edits)
  return refreshed
}

function valuesOf(edits: readonly FieldEdit[]): Record<string, string | null> {
  return Object.fromEntries(edits.map(({ field, value }) => [field, value as string | null]))
}

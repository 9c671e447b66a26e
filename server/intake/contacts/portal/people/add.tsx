import type { PeopleGroup, PeopleSection } from "../../../../definition/definition.ts"
import type { Field, FieldEdit } from "../../../../web/portal/fields/field.ts"
import { parseForm } from "../../../../web/portal/fields/form-fields.ts"
import { textOf } from "../../../../web/portal/form.ts"
import { type PageRequest, refresh } from "../../../../web/portal/page-request.ts"
import { recordLater } from "../../../../web/portal/sections/later.tsx"
import {
  newRecordId,
  type PageAddress,
  type SectionPage,
  sectionUrl,
} from "../../../../web/portal/sections/section.tsx"
import { recordUnfinishedFields } from "../../../matters/progress/unfinished-fields.ts"
import { addContact } from "../../editing.ts"
import { findSimilarContacts } from "../../similar.ts"
import { addressFields, saveAddress } from "../person/address.ts"
import { contactDetailFields, saveContactDetails } from "../person/contact-details.ts"
import { newPerson } from "../person/new-person.ts"
import { personParts } from "../person/person-page.ts"
import {
  addView,
  anotherField,
  type NewPersonForm,
  nameIn,
  newPersonFields,
  type Shown,
  sameField,
} from "./add-view.tsx"
import { aboutMember, childrenLeft, listPath, membersOf } from "./members.ts"

export function addPath(group: PeopleGroup): string {
  return `${group.group}/new`
}

/** The page that adds a person to a group: one form with every field the group asks for. */
export async function addPage(
  req: PageRequest,
  section: PeopleSection,
  group: PeopleGroup,
): Promise<SectionPage> {
  const title = req.words.people.add_title[group.group]
  const back = sectionUrl(section.id, listPath(section))
  const path = addPath(group)
  const view = async (req: PageRequest, request: PageAddress, fields: NewPersonForm, shown: Shown = {}) => {
    const listed = (await membersOf(req, group.group)).length
    // Saving leads to the next child's form anyway if more are left.
    const offers_another = childrenLeft(req, group.group, listed) < 2
    return { ...addView(req, title, fields, request, { ...shown, offers_another }), back: { href: back } }
  }
  return {
    path,
    title,
    aside: true,
    checked_fields: (await memberFields(req, group)).all,
    show: async (req, request) => view(req, request, await memberFields(req, group)),
    save: async (req, request) => {
      const { form } = request
      const fields = await memberFields(req, group)
      const { edits, faults } = parseForm(fields.all, form, req)
      if (faults.length > 0)
        return { ...(await view(req, request, fields, { typed: form, faults })), status: 422 }
      const same = textOf(form, sameField)
      const new_id = newRecordId("contact", form)
      const name = nameIn(valuesOf(edits))
      const similar = (await findSimilarContacts(req.tx, req.matter.id, name)).filter(
        ({ id }) => id !== new_id,
      )
      if (same === undefined && similar.length > 0)
        return { ...(await view(req, request, fields, { typed: form, similar })), status: 422 }
      if (similar.some(({ id }) => id === same)) return { saved: true, to: back }
      const refreshed = await addMember(req, fields.all, edits, new_id)
      const listed = (await membersOf(refreshed, group.group)).length
      const isNext =
        textOf(form, anotherField) !== undefined || childrenLeft(refreshed, group.group, listed) > 0
      return {
        saved: true,
        done: { key: "person_added", name },
        to: isNext ? sectionUrl(section.id, path) : back,
      }
    },
  }
}

/** Creates the contact with everything typed; returns a refreshed request. */
async function addMember(
  req: PageRequest,
  fields: readonly Field[],
  edits: readonly FieldEdit[],
  new_id: string,
): Promise<PageRequest> {
  const isContactDetail = ({ field }: FieldEdit) => /^(phone_|email_|address_|same_as$)/.test(field)
  const own = valuesOf(edits.filter((edit) => !isContactDetail(edit)))
  const person = { ...own, relationship_type: String(own.relationship_type) }
  const id = await addContact(req.tx, req.matter.id, person, new_id)
  const refreshed = await refresh(req)
  const added = (await refreshed.loaded.people()).find((each) => each.id === id)
  const details = edits.filter(isContactDetail)
  if (added) {
    const isAddress = ({ field }: FieldEdit) => /^(address_|same_as$)/.test(field)
    await saveContactDetails(
      refreshed,
      added,
      details.filter((edit) => !isAddress(edit)),
    )
    await saveAddress(refreshed, added, details.filter(isAddress))
  }
  const unfinished = edits.filter(({ typed }) => typed)
  await recordUnfinishedFields(req.tx, req.matter.id, id, unfinished)
  await recordLater(
    req,
    fields.map((field) => ownedBy(field, id)),
    edits,
  )
  return refreshed
}

function valuesOf(edits: readonly FieldEdit[]): Record<string, string | null> {
  return Object.fromEntries(edits.map(({ field, value }) => [field, value as string | null]))
}

/** Points a field's agenda item at the new contact. */
function ownedBy(field: Field, record_id: string): Field {
  return field.later ? { ...field, later: { ...field.later, record_id } } : field
}

async function memberFields(req: PageRequest, group: PeopleGroup): Promise<NewPersonForm> {
  const about = aboutMember(group, newPerson())
  const people = await req.loaded.people()
  const all = [
    ...(await newPersonFields(req, group.group, group.fields, about.takes_organizations === true)),
    ...contactDetailFields(about, {}, req.words),
    ...(group.fields.addresses ? addressFields(req, about, {}, people) : []),
  ]
  const { titles, unnamed } = req.words.person
  const headings = { contact: titles.contact(unnamed.person), address: titles.address(unnamed.person) }
  return { all, parts: personParts(req, about, all, headings) }
}

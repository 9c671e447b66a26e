// The page with all fields about one person, and a page for each topic, which Change links lead to.

import type { Field } from "../../../portal/fields/field.ts"
import type { FieldPart } from "../../../portal/fields/field-parts.tsx"
import { formPage } from "../../../portal/form-page.tsx"
import type { PageRequest } from "../../../portal/page-request.ts"
import type { PageEntry, SectionPage } from "../../../portal/sections/section.tsx"
import { nameOr } from "../../contacts.ts"
import type { AboutPerson } from "./about-person.ts"
import { fieldsAbout, isOptional, type Topic, topicsOf } from "./fields.ts"

export interface PersonPageOptions {
  path: string
  aside?: boolean
  /** What to call a person without a name yet, such as "your spouse or partner". */
  unnamed: string
  /** The person has died: asks in the past tense. */
  is_past?: boolean
  lede?: string
  /** Where to go after saving, unless a Change link led here. */
  next?: (req: PageRequest) => Promise<string | undefined>
}

/** The page about a person at `options.path`, and the asides of its topics below that. */
export function personEntries(req: PageRequest, about: AboutPerson, options: PersonPageOptions): PageEntry[] {
  const topics = topicsOf(about.fields).map(
    (topic): PageEntry => ({
      path: `${options.path}/${topic}`,
      aside: true,
      open: () => topicPage(req, about, topic, { ...options, path: `${options.path}/${topic}`, aside: true }),
    }),
  )
  return [
    { path: options.path, aside: options.aside, open: () => personPage(req, about, options) },
    ...topics,
  ]
}

async function personPage(
  req: PageRequest,
  about: AboutPerson,
  { path, aside, unnamed, is_past, lede, next }: PersonPageOptions,
): Promise<SectionPage> {
  const who = about.is_you ? undefined : nameOr(about.person, unnamed)
  const { titles } = req.words.person
  const topics = topicsOf(about.fields)
  const title = titles[topics.length === 1 ? "names" : "details"](who)
  const fields = (await Promise.all(topics.map((topic) => fieldsAbout(req, about, topic)))).flat()
  const address = is_past ? titles.past_address(who ?? unnamed) : titles.address(who)
  return formPage({
    path,
    aside,
    title,
    lede,
    fields,
    parts: personParts(req, about, fields, { contact: titles.contact(who), address }),
    next: next && (async (req, _, { query }) => (query.return ? undefined : next(req))),
  })
}

async function topicPage(
  req: PageRequest,
  about: AboutPerson,
  topic: Topic,
  { path, aside, unnamed, is_past, lede, next }: PersonPageOptions,
): Promise<SectionPage> {
  const { words } = req
  const who = about.is_you ? undefined : nameOr(about.person, unnamed)
  const titles = words.person.titles
  return formPage({
    path,
    aside,
    title: topic === "address" && is_past ? titles.past_address(who ?? unnamed) : titles[topic](who),
    lede,
    fields: await fieldsAbout(req, about, topic),
    next: next && (async (req, _, { query }) => (query.return ? undefined : next(req))),
  })
}

const rareNames = ["suffix", "preferred_name", "also_known_as"]
const secondContacts = ["phone_home", "phone_work", "email_work"]

/**
 * Groups the fields about a person: rarely used ones are collapsed, and so are optional contact details of people who
 * are not clients.
 */
export function personParts(
  { words }: PageRequest,
  { fields: rules, is_client, group }: AboutPerson,
  fields: readonly Field[],
  titles: { contact: string; address: string },
): FieldPart[] {
  const { folds } = words.person
  const namesOf = (which: (field: Field) => boolean) => fields.filter(which).map(({ name }) => name)
  const isContact = ({ name }: Field) => /^(phone|email)_/.test(name)
  const isAddress = ({ name }: Field) => name === "same_as" || name.startsWith("address_")
  const isDetail = ({ name }: Field) => /^(date_|gender_|marital_)/.test(name)
  const isRare = ({ name, required }: Field) => rareNames.includes(name) && !required
  // Mostly a child of one is a child of both.
  const isPartners = ({ name }: Field) => name === "partner_relationship_type"
  const isFolded = (field: Field) =>
    [isContact, isAddress, isDetail, isRare, isPartners].some((is) => is(field))
  const own: FieldPart[] = [
    { names: namesOf((field) => !isFolded(field)) },
    { fold: fields.find(isPartners)?.label, names: namesOf(isPartners) },
    { fold: folds.names, names: namesOf(isRare) },
    { names: namesOf(isDetail) },
  ]
  if (!is_client && isOptional(rules, "contact") && isOptional(rules, "address")) {
    const fold = group === "children" ? folds.contact_details_of_child : folds.contact_details
    return [...own, { fold, names: namesOf((field) => isContact(field) || isAddress(field)) }]
  }
  const isSecond = ({ name, required }: Field) => secondContacts.includes(name) && !required
  return [
    ...own,
    { title: titles.contact, names: namesOf((field) => isContact(field) && !isSecond(field)) },
    { fold: folds.contact, names: namesOf(isSecond) },
    { title: titles.address, names: namesOf(isAddress) },
  ]
}

import type { Asset } from "../assets/schema.ts"
import { percent, totalOf } from "../assets/totals.ts"
import type { Contact } from "../contacts/schema.ts"
import { displayMoney } from "../definition/amounts.ts"
import { displayDate } from "../definition/dates.ts"
import { maritalWords } from "../definition/marital-status.ts"
import { categoriesOf } from "../definition/parts.ts"
import { groupOf } from "../definition/relationships.ts"
import { textIn } from "../definition/text.ts"
import { readMatterExport } from "../exports/matter-export.ts"
import { getFirm } from "../firms/firms.ts"
import { definitionOf } from "../matters/definition.ts"
import type { Tx } from "../platform/db/database.ts"
import { readFirmDay } from "../platform/db/firm-day.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import type { Role } from "../roles/schema.ts"
import { copyWords } from "../submissions/copy-words.ts"
import { fieldName } from "./fields.ts"
import type { Values } from "./fill-template.ts"

/** A matter's values by the field names of fields.ts, with sensitive answers masked. Throws "not found". */
export async function readValues(tx: Tx, ring: KeyRing, matter_id: string): Promise<Values> {
  const [{ parts, words, files }, firm, today, { definition }] = await Promise.all([
    readMatterExport(tx, ring, matter_id, { reveal: false }),
    getFirm(tx),
    readFirmDay(tx),
    definitionOf(tx, matter_id),
  ])
  const { matter, contacts } = parts
  const names = new Map(contacts.map(({ id, full_name }) => [id, full_name]))
  const nameOf = (id: string | null) => names.get(id ?? "") ?? ""
  const personOf = (id: string | undefined) => {
    const contact = contacts.find((each) => each.id === id)
    return contact ? personValues(contact) : false
  }
  const kinds = new Map(categoriesOf(definition).map(({ id, title }) => [id, textIn(title, "en")]))
  const totals = totalOf(parts.assets)
  const spouse = matter.contact_spouse?.id
  const answersFor = (about: string | undefined) =>
    Object.fromEntries(
      parts.answers
        .filter((answer) => answer.about === null || answer.about === about)
        .map(({ id, prompt }) => [fieldName(prompt), words[id] ?? ""]),
    )
  return {
    today: displayDate(today, "en"),
    firm: { name: firm.name, contact_line: firm.contact_line },
    matter: matterValues(matter),
    client: personOf(matter.contact_main.id),
    spouse: personOf(spouse),
    representative: personOf(matter.contact_representative?.id),
    people: contacts.map(personValues),
    children: contacts
      .filter(({ relationship }) => groupOf(relationship.type) === "children")
      .map(personValues),
    roles: parts.roles.map((role) => roleValues(role, nameOf)),
    assets: parts.assets.map((asset) => assetValues(asset, kinds.get(asset.for_fin_category) ?? "", nameOf)),
    totals: {
      value: displayMoney(totals.credit_total),
      owed: displayMoney(totals.debit_total),
      net: displayMoney(totals.net_total),
    },
    documents: files.map(({ what, filename, uploaded_at }) => ({
      what,
      file: filename,
      sent: displayDate(uploaded_at.slice(0, 10), "en"),
    })),
    answers: parts.answers.map(({ id, section, prompt, about }) => ({
      section,
      question: prompt,
      about: nameOf(about),
      answer: words[id] ?? "",
    })),
    answer: answersFor(matter.contact_main.id),
    spouse_answer: spouse ? answersFor(spouse) : {},
    yes: Object.fromEntries(
      parts.answers
        .filter(({ type }) => type === "yes_no")
        .map(({ prompt, value }) => [fieldName(prompt), value === true]),
    ),
  }
}

type Matter = Awaited<ReturnType<typeof readMatterExport>>["parts"]["matter"]

function matterValues(matter: Matter): Values {
  const status = matter.contact_main_marital_status
  const marital = (wanted: string) => status === wanted
  return {
    name: matter.name,
    id: matter.id,
    opened: displayDate(matter.open_date, "en"),
    closed: dateOf(matter.close_date),
    questionnaire: matter.questionnaire.internal_type,
    marital_status: (maritalWords.en as Record<string, string>)[status] ?? "",
    number_of_children: String(matter.number_of_children || ""),
    is_submitted: matter.is_submitted,
    is_single: marital("single"),
    is_married: marital("married"),
    is_partnered: marital("life_partner"),
    is_divorced: marital("divorced"),
    is_widowed: marital("widowed"),
    is_separated: marital("separated"),
    is_deceased: matter.contact_main_status === "deceased",
    is_incapacitated: matter.contact_main_status === "incapacitated",
  }
}

function personValues(person: Contact): Values {
  const [address] = person.addresses
  return {
    full_name: person.full_name,
    first_name: person.first_name,
    middle_name: person.middle_name,
    last_name: person.last_name,
    suffix: person.suffix ?? "",
    also_known_as: person.also_known_as ?? "",
    preferred_name: person.preferred_name ?? "",
    relationship: person.relationship.short,
    sex: person.gender_binary,
    date_of_birth: dateOf(person.date_of_birth),
    date_of_death: dateOf(person.date_of_death),
    phone: person.phone_numbers[0]?.number ?? "",
    email: person.email_addresses[0]?.email ?? "",
    address: address?.full_address ?? "",
    street: address?.street ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    postal_code: address?.postal_code ?? "",
    is_client: person.is_client,
    is_male: person.gender_binary === "Male",
    is_female: person.gender_binary === "Female",
    has_died: person.date_of_death !== null,
  }
}

function roleValues(
  { role_description, focus_contact, assignments }: Role,
  nameOf: (id: string | null) => string,
): Values {
  return {
    role: role_description,
    for: nameOf(focus_contact),
    first_choice: assignments[0]?.display_name ?? "",
    levels: assignments.map(({ position, display_name }) => ({
      choice: copyWords.en.choice(position),
      names: display_name,
    })),
  }
}

function assetValues(asset: Asset, kind: string, nameOf: (id: string | null) => string): Values {
  return {
    what: asset.identifier_value,
    kind,
    owner: asset.owner_value,
    value: displayMoney(asset.credit_value),
    owed: displayMoney(asset.debit_value),
    net: displayMoney(asset.net_value),
    beneficiaries: (asset.beneficiaries ?? []).map(({ contact, share, level }) => ({
      name: nameOf(contact),
      share: percent(share),
      is_primary: level === "primary",
    })),
  }
}

function dateOf(date: string | null): string {
  return date === null ? "" : displayDate(date, "en")
}

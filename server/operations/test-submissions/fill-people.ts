import type { ClientsSection, PeopleGroup, PeopleSection } from "../../definition/definition.ts"
import { sampleAddress } from "../../definition/kinds/address.ts"
import { samplePhone } from "../../definition/kinds/email-and-phone.ts"
import { type FieldRule, fieldsOfClient, fieldsOfGroup } from "../../definition/parts.ts"
import type { PersonField } from "../../definition/people/person-fields.ts"
import { classOf, groupOf } from "../../definition/people/relationships.ts"
import { changeAddresses, changeEmails, changePhones } from "../../intake/contacts/contact-details.ts"
import { listPeople, type PersonRow } from "../../intake/contacts/contacts.ts"
import { addContact, changeContact } from "../../intake/contacts/editing.ts"
import { changeMatterFacts } from "../../intake/contacts/facts.ts"
import { getMatterRow, type MatterRow } from "../../intake/matters/matter-row.ts"
import { recordUnfinishedFields } from "../../intake/matters/progress/unfinished-fields.ts"
import { clientsInSection, isBlank } from "../../intake/submissions/missing/person-details.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { Filling } from "./filling.ts"
import { type SamplePerson, sampleEmail, samplePerson } from "./sample-people.ts"

/** Fills in the details the section asks of the clients, of a representative, and of the person represented. */
export async function fillClients(tx: Tx, filling: Filling, section: ClientsSection): Promise<void> {
  const matter = await getMatterRow(tx, filling.matter_id)
  for (const [index, [who, id]] of clientsInSection(matter, section.with_partner).entries()) {
    const person = (await listPeople(tx, matter.id)).find((one) => one.id === id)
    const age = matter.approach === "rep-deceased" && who === "subject" ? 84 : 62 - 3 * index
    if (person) await fillPerson(tx, filling, fieldsOfClient(section, who), { matter, person, age })
  }
}

/** The people a group gets when it is empty: their relationships and ages. */
const newPeople: Record<
  PeopleGroup["group"],
  readonly (readonly [relationship_type: string, age: number])[]
> = {
  children: [
    ["2DATR", 31],
    ["2SON", 12],
  ],
  family: [
    ["3SIST", 58],
    ["3BROT", 55],
  ],
  others: [["4FRND", 60]],
  advisors: [["5ACCT", 47]],
}

/** Adds people to the groups that are empty, and fills in the details of all. */
export async function fillPeople(tx: Tx, filling: Filling, section: PeopleSection): Promise<void> {
  const { matter_id } = filling
  for (const group of section.groups.filter(({ included }) => included)) {
    const matter = await getMatterRow(tx, matter_id)
    if ((await peopleIn(tx, matter_id, group)).length === 0) {
      const { number_of_children } = matter
      const wanted = newPeople[group.group]
      const count = group.group === "children" ? (number_of_children ?? wanted.length) : wanted.length
      for (let index = 0; index < Math.min(count, 5); index += 1) {
        const [relationship_type = "", age = 0] = wanted[index % wanted.length] ?? []
        await addSamplePerson(tx, filling, matter, relationship_type, age)
      }
    }
    for (const person of await peopleIn(tx, matter_id, group))
      await fillPerson(tx, filling, fieldsOfGroup(group), { matter, person, age: 45 })
  }
}

async function peopleIn(tx: Tx, matter_id: string, { group }: PeopleGroup): Promise<PersonRow[]> {
  const people = await listPeople(tx, matter_id)
  return people.filter((one) => !one.is_client && groupOf(one.relationship_type) === group)
}

/** Adds a person with a name and a date of birth. */
export async function addSamplePerson(
  tx: Tx,
  filling: Filling,
  matter: MatterRow,
  relationship_type: string,
  age: number,
): Promise<string> {
  const { middle_name, ...person } = await inventPerson(tx, filling, matter, { relationship_type, age })
  return addContact(tx, matter.id, { relationship_type, ...person })
}

/** A person whose name no one else in the matter has. Clients and their family share the main client's last name. */
async function inventPerson(
  tx: Tx,
  { sample, today }: Filling,
  { id, contact_main_id }: MatterRow,
  { relationship_type, age }: { relationship_type: string; age: number },
): Promise<SamplePerson> {
  const people = await listPeople(tx, id)
  const last_name =
    classOf(relationship_type) <= 3 && people.find((one) => one.id === contact_main_id)?.last_name
  const invent = () =>
    samplePerson(sample, today, { relationship_type, age, ...(last_name && { last_name }) })
  const isTaken = ({ first_name }: SamplePerson) => people.some((one) => one.first_name === first_name)
  let person = invent()
  for (let attempt = 0; isTaken(person) && attempt < 20; attempt += 1) person = invent()
  return person
}

async function fillPerson(
  tx: Tx,
  filling: Filling,
  rules: readonly FieldRule[],
  { matter, person, age }: { matter: MatterRow; person: PersonRow; age: number },
): Promise<void> {
  const blank = rules.filter(
    ({ field, required }) =>
      isBlank(field, person, matter) && (required || !isRare(field) || isDeath(field, matter, person)),
  )
  if (blank.length === 0) return
  const { id: contact_id, relationship_type } = person
  const invented = await inventPerson(tx, filling, matter, { relationship_type, age })
  const first_name = person.first_name || invented.first_name
  const last_name = person.last_name || invented.last_name
  const year = Number(filling.today.slice(0, 4))
  const values: Partial<Record<PersonField, string>> = {
    ...{ ...invented, first_name, last_name, date_of_death: `${year - 1}-03-14` },
    ...{ suffix: "Sr.", also_known_as: `${first_name} Rivers`, preferred_name: first_name },
  }
  for (const { field } of blank) {
    if (field === "phone_numbers")
      await changePhones(tx, contact_id, [{ type: "mobile", number: samplePhone(filling.sample) }])
    else if (field === "email_addresses")
      await changeEmails(tx, contact_id, [{ type: "home", email: sampleEmail({ first_name, last_name }) }])
    else if (field === "addresses")
      await changeAddresses(tx, contact_id, [{ type: "home", ...sampleAddress(filling.sample) }])
    else if (field === "number_of_children" || field === "marital_status")
      await fillFact(tx, filling, matter, person, field)
    else await changeContact(tx, contact_id, [{ field, value: values[field] ?? "" }])
    await recordUnfinishedFields(tx, matter.id, contact_id, [{ field }])
  }
}

/** Details that few people have; sample people have them only if the questionnaire requires them. */
function isRare(field: PersonField): boolean {
  return ["suffix", "also_known_as", "preferred_name", "date_of_death"].includes(field)
}

function isDeath(field: PersonField, { approach, contact_main_id }: MatterRow, { id }: PersonRow): boolean {
  return field === "date_of_death" && approach === "rep-deceased" && id === contact_main_id
}

async function fillFact(
  tx: Tx,
  { matter_id }: Filling,
  { contact_main_id, contact_spouse_id }: MatterRow,
  { id }: PersonRow,
  field: "number_of_children" | "marital_status",
): Promise<void> {
  if (field === "number_of_children") {
    const people = await listPeople(tx, matter_id)
    const value = people.filter(({ relationship_type }) => classOf(relationship_type) === 2).length || 2
    await changeMatterFacts(tx, matter_id, [{ field, value }])
  } else if (id === contact_main_id) {
    const value = contact_spouse_id ? "married" : "single"
    await changeMatterFacts(tx, matter_id, [{ field: "contact_main_marital_status", value }])
  } else await changeContact(tx, id, [{ field, value: "married" }])
}

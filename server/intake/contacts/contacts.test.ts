import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import type { Approach } from "../../definition/definition.ts"
import { isId, newId } from "../../platform/ids.ts"
import { createMatter } from "../matters/matters.ts"
import { createQuestionnaire } from "../questionnaires/questionnaires.ts"
import { addContact } from "./editing.ts"
import { changeMatterFacts } from "./facts.ts"
import { addPartner } from "./partner.ts"
import { findSimilarContacts } from "./similar.ts"

const service = provideService({ clock: () => new Date("2026-03-02T09:30:00.123Z") })

async function newMatter(firm: TestFirm, approach: Approach = "planning") {
  return firm.run(async (tx) => {
    const url_short_name = newId("questionnaire").slice(-20).toLowerCase()
    const definition = { sections: [] }
    const questionnaire = { title: "T", internal_type: "Planning", approach, url_short_name, definition }
    const questionnaire_id = await createQuestionnaire(tx, questionnaire)
    const client = { first_name: "Ada", last_name: "Smith", email: "ada@example.com" }
    return createMatter(tx, { questionnaire_id, matter_name: "Smith", client })
  })
}

test("a contact has exactly the fields of the API", async () => {
  const firm = await service.newFirm()
  const { id: matter_id } = await newMatter(firm)
  const id = await firm.run((tx) =>
    addContact(tx, matter_id, {
      relationship_type: "2DATR",
      first_name: "Nguyễn",
      middle_name: "Ana",
      last_name: "O’Neil-Ștefănescu",
      gender_binary: "Female",
      date_of_birth: "1999-02-28",
      phones: [{ type: "mobile", number: "(202) 555-0142" }],
      emails: [{ type: "work", email: "ana@example.com" }],
      addresses: [
        { type: "home", street: "12 Elm Street", city: "Springfield", state: "IL", postal_code: "62701" },
      ],
    }),
  )
  const { status, body } = await firm.request("GET", `/v1/matters/${matter_id}/contacts`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ["matter", "contacts"])
  assert.equal(body.matter, matter_id)
  const [main, contact] = body.contacts
  assert.equal(main.relationship.type, "1MAIN")
  const [phone, email, address] = [contact.phone_numbers[0], contact.email_addresses[0], contact.addresses[0]]
  assert.ok(isId("phone", phone.id) && isId("email", email.id) && isId("address", address.id))
  assert.deepEqual(contact, {
    id,
    for_matter: matter_id,
    is_client: false,
    first_name: "Nguyễn",
    middle_name: "Ana",
    last_name: "O’Neil-Ștefănescu",
    suffix: null,
    full_name: "Nguyễn Ana O’Neil-Ștefănescu",
    also_known_as: null,
    preferred_name: null,
    gender_binary: "Female",
    date_of_birth: "1999-02-28",
    date_of_death: null,
    relationship: { type: "2DATR", short: "Daughter", description: "Daughter" },
    phone_numbers: [{ id: phone.id, type: "mobile", number: "(202) 555-0142" }],
    email_addresses: [{ id: email.id, type: "work", email: "ana@example.com" }],
    addresses: [
      {
        id: address.id,
        type: "home",
        street: "12 Elm Street",
        city: "Springfield",
        state: "IL",
        postal_code: "62701",
        country_iso: "US",
        country_display: "United States",
        full_address: "12 Elm Street, Springfield, IL 62701, United States",
      },
    ],
    created_at: "2026-03-02T09:30:00.123000+00:00",
  })
})

test("contacts are sorted by class of relationship and order added, and match the matter's count", async () => {
  const firm = await service.newFirm()
  const { id } = await newMatter(firm)
  for (const relationship_type of ["5WMAN", "2SON", "4GODM", "2DATR", "3SSIB", "5ATTY"]) {
    await firm.run((tx) => addContact(tx, id, { relationship_type }))
  }
  await firm.run((tx) => addPartner(tx, id))
  const { body } = await firm.request("GET", `/v1/matters/${id}/contacts`)
  assertEach(body.contacts, (contact: { relationship: { type: string } }) => contact.relationship.type, [
    "1MAIN",
    "1MARR",
    "2SON",
    "2DATR",
    "3SSIB",
    "4GODM",
    "5WMAN",
    "5ATTY",
  ])
  const matter = await firm.request("GET", `/v1/matters/${id}`)
  assert.equal(matter.body.number_of_contacts, body.contacts.length)
})

test("clients are the main client and then the partner, without relationships", async () => {
  const firm = await service.newFirm()
  const { id } = await newMatter(firm)
  await firm.run((tx) => addPartner(tx, id, { first_name: "Ben" }))
  const { status, body } = await firm.request("GET", `/v1/matters/${id}/clients/`)
  assert.equal(status, 200)
  assertEach(body.contacts, (client: { full_name: string }) => client.full_name, ["Ada Smith", "Ben"])
  assert.ok(body.contacts.every((client: object) => !("relationship" in client) && "created_at" in client))
  await assert.rejects(firm.call(addPartner, id), { code: "partner_exists" })
})

test("in a representative's intake, the representative is the client and the represented person a contact", async () => {
  const firm = await service.newFirm()
  const matter = await newMatter(firm, "rep-deceased")
  await firm.run((tx) => addPartner(tx, matter.id, { first_name: "Widow" }))
  const clients = await firm.request("GET", `/v1/matters/${matter.id}/clients`)
  assertEach(clients.body.contacts, (client: { id: string }) => client.id, [matter.contact_representative_id])
  const contacts = await firm.request("GET", `/v1/matters/${matter.id}/contacts`)
  assert.deepEqual(
    contacts.body.contacts.map((contact: { relationship: { type: string }; is_client: boolean }) => [
      contact.relationship.type,
      contact.is_client,
    ]),
    [
      ["0CLNT", true],
      ["1MAIN", false],
      ["1MARR", false],
    ],
  )
})

test("another firm's people do not exist", async () => {
  const [firm, stranger] = [await service.newFirm(), await service.newFirm()]
  const { id } = await newMatter(firm)
  for (const list of ["clients", "contacts"]) {
    const { status, body } = await stranger.request("GET", `/v1/matters/${id}/${list}`)
    assert.equal(status, 404)
    assert.equal(body.detail, "There is no such record.")
  }
})

test("the partner's relationship follows the marital status unless someone chose another", async () => {
  const firm = await service.newFirm()
  const { id } = await newMatter(firm)
  const is = (value: string) => [{ field: "contact_main_marital_status", value }]
  await firm.run((tx) => changeMatterFacts(tx, id, is("life_partner")))
  const partner = await firm.run((tx) => addPartner(tx, id))
  const relationship = async () => {
    const { body } = await firm.request("GET", `/v1/matters/${id}/contacts`)
    return body.contacts.find((contact: { id: string }) => contact.id === partner).relationship.type
  }
  assert.equal(await relationship(), "1LIFP")
  await firm.run((tx) => changeMatterFacts(tx, id, is("married")))
  assert.equal(await relationship(), "1MARR")
  const { body } = await firm.request("GET", `/v1/matters/${id}`)
  assert.equal(body.contact_main_marital_status, "married")
  assert.equal(body.contact_spouse.id, partner)
  await assert.rejects(
    firm.call(changeMatterFacts, id, [...is("it’s complicated"), { field: "number_of_children", value: -1 }]),
    (error: { errors: { param: string }[] }) => error.errors.length === 2,
  )
})

test("a person about to be entered twice is found, whatever the spelling", async () => {
  const firm = await service.newFirm()
  const { id } = await newMatter(firm)
  const add = (first_name: string, middle_name: string, last_name: string, preferred_name = "") =>
    firm.run((tx) =>
      addContact(tx, id, { relationship_type: "2CHLD", first_name, middle_name, last_name, preferred_name }),
    )
  const jose = await add("José", "Luis", "García Núñez")
  const william = await add("William", "", "Hart", "Bill")
  const nearest = async (name: string) =>
    (await firm.run((tx) => findSimilarContacts(tx, id, name))).map((contact) => contact.id)
  for (const name of [
    "jose garcia nunez",
    "JOSÉ LUIS GARCÍA NÚÑEZ",
    "Jose L Garcia Núñez",
    "José Luis García Nuñes",
  ])
    assert.deepEqual(await nearest(name), [jose], name)
  const joan = await add("Joan", "", "D’Or")
  for (const name of ["Joan Dor", "JOAN D'OR"]) assert.deepEqual(await nearest(name), [joan], name)
  assert.deepEqual(await nearest("Bill Hart"), [william])
  assert.deepEqual(await nearest("Wiliam Hart"), [william])
  const sukarno = await add("", "", "Sukarno")
  assert.deepEqual(await nearest("sukarno"), [sukarno], "a name of one word")
  for (const name of ["", "José", "Josefa García Núñez Pérez", "Ann Hart"])
    assert.deepEqual(await nearest(name), [], name)
})

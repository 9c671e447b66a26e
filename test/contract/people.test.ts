import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../harness/assert-each.ts"
import { assertConforms, clients, contacts } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

interface Person {
  id: string
  is_client: boolean
  first_name: string
  relationship: { type: string }
}

const sample = provideSampleFirm()

async function people(matter_id: string, list: "clients" | "contacts"): Promise<Person[]> {
  const { status, body } = await sample.get(`/v1/matters/${matter_id}/${list}`)
  assert.equal(status, 200, JSON.stringify(body))
  assertConforms(list === "clients" ? clients : contacts, body)
  assert.equal(body.matter, matter_id)
  for (const person of body.contacts) assert.equal(person.for_matter, matter_id)
  return body.contacts
}

test("clients and contacts match their schema in every kind of matter, and every client is a contact", async () => {
  for (const id of Object.values(sample.matters)) {
    const [some, all] = [await people(id, "clients"), await people(id, "contacts")]
    const ids = all.map((person) => person.id)
    assert.ok(some.every((client) => client.is_client && ids.includes(client.id)))
    assert.deepEqual(
      all
        .filter(({ is_client }) => is_client)
        .map((person) => person.id)
        .toSorted(),
      some.map((client) => client.id).toSorted(),
    )
  }
})

test("Get Clients: a couple has two clients, the main client first; a single person has one", async () => {
  const { couple, single, pre_created } = sample
  assertEach(await people(couple.matter_id, "clients"), ({ id }) => id, [couple.main, couple.spouse])
  assertEach(await people(single.matter_id, "clients"), ({ id }) => id, [single.main])
  assert.equal((await people(pre_created, "clients")).length, 1)
})

test("Get Clients: if a representative fills it in, only the representative is listed", async () => {
  const { probate } = sample
  const matter = (await sample.get(`/v1/matters/${probate.matter_id}`)).body
  const found = await people(probate.matter_id, "clients")
  assertEach(found, ({ id }) => id, [matter.contact_representative.id])
  const all = await people(probate.matter_id, "contacts")
  const typeOf = (id: string) => all.find((person) => person.id === id)?.relationship.type
  assert.equal(typeOf(matter.contact_representative.id), "0CLNT")
  assert.equal(typeOf(matter.contact_main.id), "1MAIN")
  assert.equal(all.find((person) => person.id === matter.contact_main.id)?.is_client, false)
})

test("Get Contacts: contacts are sorted by class of relationship, then in the order added", async () => {
  const all = await people(sample.couple.matter_id, "contacts")
  assertEach(all, ({ first_name, relationship }) => `${relationship.type} ${first_name}`, [
    "1MAIN Ada",
    "1MARR Ben",
    "2CHLD Cleo",
    "2CHLD Dan",
    "3SSIB Sam",
    "4GODM Grace",
    "5WMAN Wim",
  ])
})

test("Get Contacts: a person with every field", async () => {
  const { couple, get } = sample
  const { body } = await get(`/v1/matters/${couple.matter_id}/contacts`)
  const [main] = body.contacts
  assert.equal(main.full_name, "Ada Maria Smith Jr.")
  assert.equal(main.suffix, "Jr.")
  assertEach(main.phone_numbers, ({ type, number }: { type: string; number: string }) => [type, number], [
    ["mobile", "(202) 555-0142"],
    ["home", "(202) 555-0143"],
  ])
  const { id: _, ...address } = main.addresses[0]
  assert.deepEqual(address, {
    type: "home",
    street: "12 Elm Street",
    city: "Springfield",
    state: "IL",
    postal_code: "62701",
    country_iso: "US",
    country_display: "United States",
    full_address: "12 Elm Street, Springfield, IL 62701, United States",
  })
  const [, spouse] = body.contacts
  assert.equal(spouse.suffix, null)
  assert.deepEqual([spouse.phone_numbers, spouse.email_addresses, spouse.addresses], [[], [], []])
})

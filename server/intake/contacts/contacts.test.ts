import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import type { Approach } from "../../definition/definition.ts"
import { newId } from "../../platform/ids.ts"
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

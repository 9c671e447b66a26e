import assert from "node:assert/strict"
import { test } from "node:test"
import { addPartner } from "../../server/intake/contacts/partner.ts"
import { assignRole } from "../../server/intake/roles/roles.ts"
import { assertEach } from "../harness/assert-each.ts"
import { literally } from "../harness/literally.ts"
import { answers, assertConforms, assets, roles } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()

const read = async (matter_id: string, list: "assets" | "roles" | "answers") => {
  const { status, body } = await sample.get(`/v1/matters/${matter_id}/${list}`)
  assert.equal(status, 200, JSON.stringify(body))
  assertConforms({ assets, roles, answers }[list], body)
  assert.equal(body.matter, matter_id)
  return body[list]
}

test("assets, roles, and answers match their schema in every kind of matter", async () => {
  for (const id of Object.values(sample.matters)) {
    for (const list of ["assets", "roles", "answers"] as const) await read(id, list)
  }
})

test("Get Assets: category labels, exact decimals, additional fields, debts, and beneficiaries", async () => {
  const { couple } = sample
  const [home, policy, ...others] = await read(couple.matter_id, "assets")
  assert.deepEqual(others, [])
  assert.deepEqual(home, {
    id: couple.home,
    for_matter: couple.matter_id,
    for_fin_category: couple.ids.home,
    general_category: { id: "A017", label: "Real Estate" },
    identifier_label: "Description",
    identifier_value: "12 Elm Street",
    owner_label: "Owner",
    owner_value: "Ada Maria Smith Jr. and Ben Smith",
    credit_label: "Value",
    credit_value: "500000.10",
    debit_label: "Mortgage",
    debit_value: "120000.20",
    net_value: "379999.90",
    additional_fields: [
      { id: couple.ids.purchased, prompt: "Date of purchase", answer: "1999-03-04" },
      { id: couple.ids.insured, prompt: "Insured?", answer: "" },
    ],
    beneficiaries: null,
  })
  assert.equal(policy.debit_label, null)
  assert.equal(policy.debit_value, "0.00")
  assert.equal(policy.net_value, "0.30")
  assert.deepEqual(policy.beneficiaries, [
    { contact: couple.spouse, share: "33.33", level: "primary" },
    { contact: couple.other_child, share: "66.67", level: "primary" },
    { contact: couple.child, share: "100.00", level: "contingent" },
  ])
})

test("Get Roles: a split role is listed once per client, under one id, with levels from 1", async () => {
  const { couple } = sample
  const [first, second, ...others] = await read(couple.matter_id, "roles")
  assert.deepEqual(others, [], "an inactive role, and one whose section is hidden, are left out")
  assert.deepEqual(first, {
    id: couple.ids.executor,
    role_description: "Executor",
    split: true,
    focus_type: "contact_main",
    focus_contact: couple.main,
    assignments: [
      { position: 1, contacts: [couple.spouse], display_name: "Ben Smith" },
      {
        position: 2,
        contacts: [couple.other_child, couple.child],
        display_name: "Dan Smith and Cleo Smith",
      },
    ],
  })
  assert.deepEqual(
    [second.id, second.split, second.focus_type, second.focus_contact],
    [first.id, true, "contact_partner", couple.spouse],
  )
  assert.deepEqual(second.assignments, [
    { position: 1, contacts: [couple.child], display_name: "Cleo Smith" },
  ])
})

test("Get Roles: with one client a split role is one entry, and becomes two when a partner is added", async () => {
  const { single } = sample
  const [role, ...others] = await read(single.matter_id, "roles")
  assert.deepEqual(others, [])
  assert.deepEqual(
    [role.split, role.focus_type, role.focus_contact, role.assignments],
    [false, null, null, []],
  )
  await single.asClient(async (tx) => {
    const levels = [[], [single.child]]
    await assignRole(tx, single.matter_id, { role_id: single.ids.executor, levels })
  })
  const [assigned] = await read(single.matter_id, "roles")
  assert.deepEqual(assigned.assignments, [
    { position: 1, contacts: [single.child], display_name: "Cleo Smith" },
  ])
  await single.asClient((tx) => addPartner(tx, single.matter_id))
  const unfolded = await read(single.matter_id, "roles")
  assertEach(unfolded, ({ id, split, focus_type }: Record<string, unknown>) => [id, split, focus_type], [
    [role.id, true, "contact_main"],
    [role.id, true, "contact_partner"],
  ])
  assert.deepEqual(unfolded[0].assignments, assigned.assignments)
})

test("Get Answers: given and visible answers are in the order asked, and name the client they are about", async () => {
  const { couple } = sample
  const given = await read(couple.matter_id, "answers")
  assertEach(
    given,
    ({ question, about, value, type }: Record<string, unknown>) => [question, about, value, type],
    [
      [couple.ids.has_will, null, true, "yes_no"],
      [couple.ids.will_date, null, "1999-03-04", "date"],
      [couple.ids.ssn, couple.spouse, "123-45-6789", "text"],
      [couple.ids.friend, null, couple.friend, "contact"],
    ],
  )
  assert.equal(given[0].display_value, "Yes")
  assert.equal(given[0].section, "Your wishes")
  assert.equal(given[0].prompt, "Do you have a will today?")
  assert.equal(given[3].display_value, "Grace Lee")
  assert.doesNotMatch(given[2].display_value, literally("123-45"))
})

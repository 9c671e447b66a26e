import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { marksOf, newPortalIntake, type PortalIntake } from "../../../test/harness/portal-intake.ts"
import { type SampleParts, sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { changeMatterFacts } from "../../contacts/facts.ts"
import type { Definition } from "../../definition/definition.ts"

let service: TestService
let firm: TestFirm
before(async () => {
  service = await openTestService()
  firm = await service.newFirm()
})
after(() => service.close())

/** Children are asked for their birth date, and for their phones, which may stay blank. */
function define(ids: SampleParts): Definition {
  const definition = sampleDefinition(ids)
  for (const section of definition.sections)
    if (section.kind === "people")
      for (const group of section.groups) Object.assign(group.fields, { phone_numbers: "optional" })
  return definition
}

const child = (first_name: string, year: string) => ({
  relationship_type: "2DATR",
  first_name,
  last_name: "Moreau",
  "seen.date_of_birth": "0",
  date_of_birth_month: "5",
  date_of_birth_day: "17",
  date_of_birth_year: year,
})

async function peopleOf({ matter_id }: PortalIntake) {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/contacts`)
  return body.contacts as {
    first_name: string
    date_of_birth: string | null
    phone_numbers: { number: string }[]
  }[]
}

test("all that is asked about somebody new is one form, and how to reach them is folded away", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt } = intake
  const { html } = await ada.get(peopleAt("children/new"))
  assert.match(
    html,
    /name="first_name"[\s\S]*name="date_of_birth_year"[\s\S]*<details class="details">[\s\S]*only if 18 or older[\s\S]*name="phone_mobile"/,
  )
  const phone = { "seen.phone_mobile": "0", phone_mobile: "512 555 0142" }
  const adult = await ada.post(peopleAt("children/new"), { ...child("Ines", "1990"), ...phone })
  assert.match(adult.location, /\/children#done$/)
  const added = await peopleOf(intake)
  assert.deepEqual(
    added
      .slice(-1)
      .map(({ first_name, date_of_birth, phone_numbers }) => [
        first_name,
        date_of_birth,
        phone_numbers.map(({ number }) => number),
      ]),
    [["Ines", "1990-05-17", ["512 555 0142"]]],
  )
  // A fault inside the fold opens it.
  const faulty = { ...child("Jules", "2019"), ...phone, phone_mobile: "none" }
  assert.match(
    (await ada.post(peopleAt("children/new"), faulty)).html,
    /<details class="details" open[\s\S]*value="none"/,
  )
})

test("one more is added right after the first, without the list between", async () => {
  const { ada, peopleAt } = await newPortalIntake(service, firm, { define })
  const first = await ada.post(peopleAt("children/new"), { ...child("Ines", "1990"), another: "true" })
  assert.match(first.location, /\/children\/new#done$/)
})

test("while fewer children are listed than there are, the next one is asked at once", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt, matter_id } = intake
  // Two are listed already.
  await firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "number_of_children", value: 4 }]))
  const third = await ada.post(peopleAt("children/new"), child("Jules", "2019"))
  assert.match(third.location, /\/children\/new#done$/)
  const fourth = await ada.post(peopleAt("children/new"), child("Lou", "2021"))
  assert.match(fourth.location, /\/children#done$/)
})

test("a birth date nobody knows is left to a conversation, and blank it is asked once more", async () => {
  const intake = await newPortalIntake(service, firm, { define })
  const { ada, peopleAt } = intake
  const { html } = await ada.get(peopleAt("children/new"))
  const blank = { ...child("Jules", ""), date_of_birth_month: "", date_of_birth_day: "", ...marksOf(html) }
  assert.equal((await ada.post(peopleAt("children/new"), blank)).status, 422)
  const left = await ada.post(peopleAt("children/new"), { ...blank, "later.date_of_birth": "true" })
  assert.equal(left.status, 303)
  assert.equal((await peopleOf(intake)).at(-1)?.date_of_birth, null)
  assert.match((await ada.get(peopleAt("check"))).html, /Jules Moreau[\s\S]*To talk about/)
})

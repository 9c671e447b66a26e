import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { amount, cell, debts, lender, place, since, withKinds } from "../../../test/harness/kind-questions.ts"
import { marksOf, newPortalIntake } from "../../../test/harness/portal-intake.ts"
import type { SampleParts } from "../../../test/harness/sample-intake.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import type { Definition } from "../../definition/definition.ts"

let service: TestService
let firm: TestFirm
before(async () => {
  service = await openTestService()
  firm = await service.newFirm()
})
after(() => service.close())

const answersOf = async (matter_id: string) => {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/answers`)
  return Object.fromEntries(
    body.answers.map(({ question, value, display_value }: Record<string, string>) => [
      question,
      { value, display_value },
    ]),
  )
}

test("an address is typed part by part without script, read by the API and shown on the check page", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const url = pageOf(place)
  const { html } = await ada.get(url)
  const parts = { street: "12 Oak St", city: "Austin", state: "TX", postal_code: "78701", country_iso: "US" }
  const typed = Object.fromEntries(Object.entries(parts).map(([part, text]) => [`${place}_${part}`, text]))
  for (const name of Object.keys(typed)) assert.match(html, new RegExp(`name="${name}"`))
  assert.equal((await ada.post(url, { ...marksOf(html), ...typed })).status, 303)
  assert.deepEqual((await answersOf(matter_id))[place], {
    value: ["12 Oak St", "Austin", "TX", "78701", "US"],
    display_value: "12 Oak St, Austin, TX 78701",
  })
  assert.match((await ada.get("/portal/check")).html, /12 Oak St, Austin, TX 78701/)
  const again = (await ada.get(url)).html
  assert.match(again, /value="78701"/)
  const blank = Object.fromEntries(Object.keys(typed).map((name) => [name, ""]))
  await ada.post(url, { ...marksOf(again), ...blank })
  assert.equal((await answersOf(matter_id))[place], undefined)
})

test("rows of a table are added and taken away without script", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const url = pageOf(debts)
  const send = async (typed: Record<string, string>) => {
    const { html } = await ada.get(url)
    return ada.post(url, { ...marksOf(html), ...typed })
  }
  const first = { [cell(1, lender)]: "Bank", [cell(1, amount)]: "1,200" }
  const added = await send({ ...first, row: `add ${debts} 2` })
  assert.deepEqual([added.status, added.location], [303, `${url}#${debts}-row-2`])
  const second = {
    [cell(2, lender)]: "Aunt Jo",
    [`${cell(2, since)}_month`]: "3",
    [`${cell(2, since)}_day`]: "4",
  }
  const faulty = await send({ ...first, ...second, row: `add ${debts} 3` })
  assert.equal(faulty.status, 422)
  assert.match(faulty.html, /“Debts, row 2, Since” needs a year/)
  assert.match(faulty.html, new RegExp(`href="#${cell(2, since)}"`))
  assert.match(faulty.html, /value="Aunt Jo"/)
  await send({ ...first, ...second, [`${cell(2, since)}_year`]: "1999", row: `add ${debts} 3` })
  assert.equal(
    (await answersOf(matter_id))[debts].display_value,
    "Lender: Bank, Amount: $1,200.00; Lender: Aunt Jo, Since: March 4, 1999",
  )
  const third = { [cell(3, lender)]: "Card" }
  const removed = await send({
    ...first,
    ...second,
    [`${cell(2, since)}_year`]: "1999",
    ...third,
    row: `remove ${debts} 1`,
  })
  assert.equal(removed.location, `${url}#${debts}`)
  assert.deepEqual((await answersOf(matter_id))[debts].value.map(JSON.parse as (text: string) => unknown), [
    { [lender]: "Aunt Jo", [since]: "1999-03-04" },
    { [lender]: "Card" },
  ])
})

test("a table can be taken away to its last row, and one that is required is then missing", async () => {
  const define = (ids: SampleParts): Definition => ({
    sections: withKinds(ids).sections.map((section) =>
      section.kind === "questions"
        ? {
            ...section,
            questions: section.questions.map((each) => ({ ...each, required: each.id === debts })),
          }
        : section,
    ),
  })
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define })
  const url = pageOf(debts)
  await ada.post(url, { ...marksOf((await ada.get(url)).html), [cell(1, lender)]: "Bank" })
  assert.doesNotMatch((await ada.get("/portal/check")).html, /“Debts” needs/)
  await ada.post(url, {
    ...marksOf((await ada.get(url)).html),
    ...{ [cell(1, lender)]: "Bank", row: `remove ${debts} 1` },
  })
  assert.equal((await answersOf(matter_id))[debts], undefined)
  const blank = await ada.post(url, { ...marksOf((await ada.get(url)).html), [cell(1, lender)]: "" })
  assert.equal(blank.status, 422)
  assert.match(blank.html, /“Debts” needs an answer/)
})

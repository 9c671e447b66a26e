import assert from "node:assert/strict"
import { test } from "node:test"
import {
  amount,
  cell,
  debts,
  deed,
  homepage,
  lender,
  place,
  since,
  total,
  withKinds,
} from "../../../../test/harness/kind-questions.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { marksOf, newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import type { SampleParts } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import type { Definition } from "../../../definition/definition.ts"
import { findMissing } from "../../submissions/missing/missing.ts"

const { service, firm } = provideServiceAndFirm()

const answersOf = async (matter_id: string) => {
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/answers`)
  return Object.fromEntries(
    body.answers.map(({ question, value, display_value }: Record<string, string>) => [
      question,
      { value, display_value },
    ]),
  )
}

test("an address can be entered without script, and the API and the check page show it", async () => {
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

test("a website may be typed without https://, and what is no website is refused with the reason", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const url = pageOf(homepage)
  const send = async (typed: string) =>
    ada.post(url, { ...marksOf((await ada.get(url)).html), [homepage]: typed })
  const control = new RegExp(`<input[^>]*name="${homepage}"[^>]*>`).exec((await ada.get(url)).html)?.[0] ?? ""
  assert.match(control, /inputmode="url" autocomplete="url" spellcheck="?false"?[^>]*dir="ltr"/)
  assert.equal((await send("Ruiz.example/menu")).status, 303)
  const value = "https://ruiz.example/menu"
  assert.deepEqual((await answersOf(matter_id))[homepage], { value, display_value: value })
  assert.match((await ada.get("/portal/check")).html, literally(value))
  assert.match((await ada.get(url)).html, literally(`value="${value}"`))
  const refused = await send("javascript:alert(1)")
  assert.equal(refused.status, 422)
  assert.match(refused.html, /“Your company’s website” must begin with https:\/\/ or http:\/\//)
  assert.match(refused.html, /value="javascript:alert\(1\)"/)
  assert.equal((await answersOf(matter_id))[homepage].value, value)
})

test("a page that was open when fewer questions shared one leads on, and still saves", async () => {
  const { ada, ids, pageOf, matter_id } = await newPortalIntake(service, firm)
  const url = pageOf(ids.children_wishes, `together/${ids.children_wishes}`)
  const now = pageOf(ids.friend, `together/${ids.friend}`)
  assert.equal((await ada.get(url)).location, now)
  const typed = { [`seen.${ids.children_wishes}`]: "0", [ids.children_wishes]: "The piano" }
  assert.equal((await ada.post(url, typed)).status, 303)
  assert.equal((await answersOf(matter_id))[ids.children_wishes]?.value, "The piano")
})

test("table rows can be added and removed without script", async () => {
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

test("a computed value shows on the next page, drives conditions, and is in the API", async () => {
  const { ada, pageOf, matter_id } = await newPortalIntake(service, firm, { define: withKinds })
  const url = pageOf(debts)
  const owe = async (first: string, second: string) =>
    ada.post(url, {
      ...marksOf((await ada.get(url)).html),
      ...{
        [cell(1, lender)]: "Bank",
        [cell(1, amount)]: first,
        [cell(2, lender)]: "Jo",
        [cell(2, amount)]: second,
      },
    })
  await owe("9,000.25", "999.75")
  assert.match((await ada.get(pageOf(total))).html, /Debts in all[\s\S]*\$10,000\.00/)
  assert.doesNotMatch((await ada.get(pageOf(total))).html, /Who is owed most/)
  await owe("9,000.25", "1,000")
  assert.match((await ada.get(pageOf(total))).html, /Who is owed most/)
  assert.match((await ada.get("/portal/check")).html, /Debts in all[\s\S]*\$10,000\.25/)
  assert.deepEqual((await answersOf(matter_id))[total], { value: "10000.25", display_value: "$10,000.25" })
})

test("a file uploaded to a question counts as its answer and is listed as a document", async () => {
  const intake = await newPortalIntake(service, firm, { define: withKinds })
  const { ada, pageOf, matter_id } = intake
  const needed = />The deed<\/a>/
  const missing = () => firm.run((tx) => findMissing(tx, service.ring, matter_id))
  const isMissing = async () =>
    (await missing()).some(({ where }) => "question_id" in where && where.question_id === deed)
  assert.equal(await isMissing(), true)
  const { html } = await ada.get(pageOf(deed))
  assert.match(html, /type="file"/)
  assert.match((await ada.get("/portal/check")).html, needed)
  await upload(service, intake, { request_id: deed }, "deed.txt", "The deed")
  assert.equal(await isMissing(), false)
  assert.deepEqual((await answersOf(matter_id))[deed], { value: ["deed.txt"], display_value: "deed.txt" })
  const { body } = await firm.request("GET", `/v1/matters/${matter_id}/documents`)
  assert.deepEqual(
    body.documents.map(({ filename, document_request }: Record<string, unknown>) => [
      filename,
      document_request,
    ]),
    [["deed.txt", { label: "The deed" }]],
  )
  assert.match((await ada.get("/portal/check")).html, /The deed[\s\S]*deed\.txt/)
})

test("the last row of a table can be removed, and a required table is then missing", async () => {
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

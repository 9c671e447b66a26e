import assert from "node:assert/strict"
import { test } from "node:test"
import { dateIn } from "../../server/definition/values/dates.ts"
import { getFirm } from "../../server/firm/firms/firms.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { newIntake } from "../harness/sample-intake.ts"
import { assertConforms, matter, matter_page } from "./api.ts"
import { provideSampleFirm } from "./sample-firm.ts"

const sample = provideSampleFirm()

/** Days are in the firm's time zone. */
async function readToday(): Promise<string> {
  const { time_zone } = await sample.firm.run(getFirm)
  return dateIn(time_zone, new Date())
}

const namesOf = ({ body }: { body: { results: { name: string }[] } }) => body.results.map(({ name }) => name)

test("Get Matters: a page has matters of every kind, newest first, including closed ones", async () => {
  const { status, body } = await sample.get("/v1/matters")
  assert.equal(status, 200)
  assertConforms(matter_page, body)
  const ids = body.results.map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, Object.values(sample.matters).toSorted().toReversed())
  assert.equal(body.count, ids.length)
  const closed = body.results.find(({ id }: { id: string }) => id === sample.closed.matter_id)
  assert.equal(closed.close_date, closed.open_date)
})

test("Get Single Matter: every kind of matter matches the full schema", async () => {
  for (const id of Object.values(sample.matters)) {
    const { status, body } = await sample.get(`/v1/matters/${id}`)
    assert.equal(status, 200, JSON.stringify(body))
    assertConforms(matter, body)
    const contacts = await sample.get(`/v1/matters/${id}/contacts`)
    assert.equal(body.number_of_contacts, contacts.body.contacts.length)
  }
})

test("Get Single Matter: a couple", async () => {
  const { couple, get } = sample
  const { body } = await get(`/v1/matters/${couple.matter_id}`)
  assert.equal(body.client_type, "self")
  assert.equal(body.contact_representative, null)
  assert.equal(body.contact_main.id, couple.main)
  assert.equal(body.contact_spouse.id, couple.spouse)
  assert.equal(body.contact_main_status, "living")
  assert.equal(body.contact_main_marital_status, "married")
  assert.equal(body.is_submitted, true)
  assert.equal(body.client_may_edit, true)
  assert.equal(body.number_of_children, 2)
  assert.equal(body.questionnaire.internal_type, "Planning")
  const { contact_main } = body
  assert.equal(contact_main.full_name, "Ada Maria Smith Jr.")
  assert.equal(contact_main.date_of_birth, "1960-05-06")
  assert.equal(contact_main.gender_binary, "Female")
  assert.equal(contact_main.preferred_name, "Addie")
  assert.equal(contact_main.also_known_as, null)
  assert.deepEqual(contact_main.email1, { type: "home", email: "ada@example.com" })
  assert.deepEqual(contact_main.phone1, { type: "mobile", phone: "(202) 555-0142" })
  assert.deepEqual(contact_main.phone2, { type: "home", phone: "(202) 555-0143" })
  assert.deepEqual(contact_main.address1, {
    type: "home",
    street: "12 Elm Street",
    city: "Springfield",
    postal_code: "62701",
    state: "IL",
    country_iso: "US",
    country_name: "United States",
    full: "12 Elm Street, Springfield, IL 62701, United States",
  })
})

test("Get Single Matter: one client, with values not yet given", async () => {
  const { body } = await sample.get(`/v1/matters/${sample.single.matter_id}`)
  assert.equal(body.contact_spouse, null)
  assert.equal(body.contact_main_marital_status, "")
  assert.equal(body.number_of_children, 0)
  assert.equal(body.is_submitted, false)
  const { suffix, gender_binary, date_of_birth, email1, address1, phone1, phone2 } = body.contact_main
  assert.deepEqual(
    [suffix, gender_binary, date_of_birth, email1, address1, phone1, phone2],
    ["", "", null, null, null, null, null],
  )
})

test("Get Single Matter: a representative fills in for a deceased person", async () => {
  const { body } = await sample.get(`/v1/matters/${sample.probate.matter_id}`)
  assert.equal(body.client_type, "representative")
  assert.equal(body.contact_representative.first_name, "Ada")
  assert.notEqual(body.contact_representative.id, body.contact_main.id)
  assert.equal(body.contact_main_status, "deceased")
})

test("Get Single Matter: created in advance, with a main contact who has no name yet", async () => {
  const { body } = await sample.get(`/v1/matters/${sample.pre_created}`)
  assert.equal(body.name, "Okafor")
  assert.equal(body.contact_main.full_name, "")
  assert.equal(body.close_date, null)
  assert.equal(body.open_date, await readToday())
})

test("Get Single Matter: a closed matter has its closing day, and its client may not edit", async () => {
  const { body } = await sample.get(`/v1/matters/${sample.closed.matter_id}`)
  assert.equal(body.close_date, await readToday())
  assert.equal(body.client_may_edit, false)
})

test("Get Matters: every filter works alone and all work together", async () => {
  const { firm, service } = sample
  const smith = await newIntake(firm, { couple: false })
  const name = (id: string, words: string, day: string) =>
    service.db.forFirm(firm.firm_id, (tx) =>
      tx.run(sql`update matters set name = ${words}, search_name = lower(${words}), open_date = ${day}
                  where id = ${id}`),
    )
  await name(smith.matter_id, "Zephyr", "2020-02-29")
  const found = async (query: string) => namesOf(await sample.get(`/v1/matters?${query}`))
  assert.deepEqual(await found("search=zephyr"), ["Zephyr"])
  assert.deepEqual(await found("search=EPHY"), ["Zephyr"])
  assert.deepEqual(await found("until=2020-02-29"), ["Zephyr"])
  assert.deepEqual(await found("from=2020-02-29&until=2020-02-29"), ["Zephyr"])
  assert.deepEqual(await found("until=2020-02-28"), [])
  assert.ok(!(await found("from=2020-03-01")).includes("Zephyr"))
  assert.deepEqual(await found("is_submitted=true"), ["Smith"])
  assert.deepEqual(await found("is_submitted=1"), ["Smith"])
  const open = await found("is_submitted=false")
  assert.ok(open.includes("Zephyr") && open.includes("Okafor"))
  assert.deepEqual(await found("is_submitted=0"), open)
  assert.deepEqual(await found("quest_approach=rep-deceased"), ["Smith"])
  assert.deepEqual(await found("quest_approach=business"), [])
  const all = {
    search: "zephyr",
    from: "2020-01-01",
    until: "2020-12-31",
    is_submitted: "false",
    quest_approach: "planning",
  }
  const together = (filters: Record<string, string>) => found(new URLSearchParams(filters).toString())
  assert.deepEqual(await together(all), ["Zephyr"])
  const others = {
    search: "x",
    from: "2020-03-01",
    until: "2020-02-01",
    is_submitted: "1",
    quest_approach: "business",
  }
  for (const [filter, other] of Object.entries(others))
    assert.deepEqual(await together({ ...all, [filter]: other }), [], filter)
})

test("Get Matters: a malformed filter is named, and an unknown parameter is ignored", async () => {
  const faults = async (query: string) => {
    const { status, body } = await sample.get(`/v1/matters?${query}`)
    assert.equal(status, 400, query)
    return body.errors.map(({ param }: { param: string }) => param).toSorted()
  }
  assert.deepEqual(await faults("from=2026-02-30"), ["from"])
  assert.deepEqual(await faults("until=yesterday"), ["until"])
  assert.deepEqual(await faults("is_submitted=maybe"), ["is_submitted"])
  assert.deepEqual(await faults("quest_approach=Planning"), ["quest_approach"])
  assert.deepEqual(await faults("from=&until=1.1.2026&is_submitted=&quest_approach=&page=0&page_size=0"), [
    "from",
    "is_submitted",
    "page",
    "page_size",
    "quest_approach",
    "until",
  ])
  assert.equal((await sample.get("/v1/matters?color=blue&limit=3")).status, 200)
})

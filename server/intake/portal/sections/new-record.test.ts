// The record id in a form that creates a record: one form creates one record, and a form cannot choose an arbitrary id.
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { newPortalIntake, type PortalIntake } from "../../../../test/harness/portal-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"

const { service, firm } = provideServiceAndFirm()
let intake: PortalIntake
beforeEach(async () => {
  intake = await newPortalIntake(service, firm)
})

const son = { relationship_type: "2SON", first_name: "Otto", last_name: "Ruiz" }
const add = () => intake.peopleAt("children/new")
const sonsOf = (matter_id: string) =>
  firm.all<{ id: string }>(
    sql`select id from contacts where matter_id = ${matter_id} and relationship_type = '2SON'`,
  )
const idOn = (html: string) => /name="new_record" value="([^"]+)"/.exec(html)?.[1] ?? ""
/** An id created `days` ago. */
const idOfDaysAgo = (days: number) => {
  const created_ms = Date.now() - days * 24 * 3_600_000
  return `contact_${created_ms.toString(16).toUpperCase().padStart(12, "0")}${newId("contact").slice(-20)}`
}

test("a form submitted twice, or again after going back, stores one person under the form's id", async () => {
  const { ada, matter_id } = intake
  const new_record = idOn((await ada.get(add())).html)
  const first = await ada.post(add(), { ...son, new_record })
  const second = await ada.post(add(), { ...son, new_record })
  assert.deepEqual([first.status, second.status, second.location], [303, 303, first.location])
  assert.deepEqual(await sonsOf(matter_id), [{ id: new_record }])
})

test("a form shown again with faults keeps its id, and each new form gets its own", async () => {
  const { ada } = intake
  const new_record = idOn((await ada.get(add())).html)
  const faulty = await ada.post(add(), { ...son, first_name: "", last_name: "", new_record })
  assert.equal(faulty.status, 422)
  assert.equal(idOn(faulty.html), new_record)
  assert.notEqual(idOn((await ada.get(add())).html), new_record)
})

const refused: Record<string, () => string> = {
  "of another kind": () => newId("asset"),
  "with a malformed value": () => "contact_1",
  "created long ago": () => idOfDaysAgo(46),
  "created in the future": () => idOfDaysAgo(-1),
}

for (const [what, newId] of Object.entries(refused))
  test(`an id ${what} is rejected, and the record gets a new one`, async () => {
    const { ada, matter_id } = intake
    const id = newId()
    assert.equal((await ada.post(add(), { ...son, new_record: id })).status, 303)
    const [stored] = await sonsOf(matter_id)
    assert.ok(stored && stored.id !== id)
    assert.match(stored.id, /^contact_[0-9A-F]{32}$/)
  })

test("an id from a form that was open for weeks is accepted", async () => {
  const { ada, matter_id } = intake
  const new_record = idOfDaysAgo(44)
  await ada.post(add(), { ...son, new_record })
  assert.deepEqual(await sonsOf(matter_id), [{ id: new_record }])
})

test("a form with the id of another matter's contact is refused and changes nothing there", async () => {
  const neighbor = await newPortalIntake(service, firm)
  const response = await intake.ada.post(add(), { ...son, first_name: "Mallory", new_record: neighbor.child })
  assert.equal(response.status, 409)
  assert.match(response.html, /This was not added\. Go to your list, open the page again/)
  assert.deepEqual(await sonsOf(intake.matter_id), [])
  const { first_name } = await firm.one<{ first_name: string }>(
    sql`select first_name from contacts where id = ${neighbor.child}`,
  )
  assert.notEqual(first_name, "Mallory")
})

test("a form with the id of another matter's asset is refused", async () => {
  const neighbor = await newPortalIntake(service, firm)
  const url = (of: PortalIntake) => of.pageOf(of.ids.home, `${of.ids.home}/new`)
  assert.equal((await neighbor.ada.post(url(neighbor), { identifier_value: "12 Larkspur Lane" })).status, 303)
  const assetsOf = ({ matter_id }: PortalIntake) =>
    firm.all<{ id: string }>(sql`select id from assets where matter_id = ${matter_id} order by id desc`)
  const [theirs] = await assetsOf(neighbor)
  const before = await assetsOf(intake)
  const form = { identifier_value: "7 Elm Street", new_record: theirs?.id ?? "" }
  const response = await intake.ada.post(url(intake), form)
  assert.equal(response.status, 409)
  assert.match(response.html, /This was not added/)
  assert.deepEqual(await assetsOf(intake), before)
})

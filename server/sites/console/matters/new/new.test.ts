import assert from "node:assert/strict"
import { before, test } from "node:test"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { planning, probate } from "../../../../../test/harness/templates.ts"
import { listRecords } from "../../../../follow-up/search/people.ts"
import { getMatterRow, type MatterRow } from "../../../../intake/matters/matter-row.ts"
import { createQuestionnaire } from "../../../../intake/questionnaires/questionnaires.ts"

const { service, firm } = provideServiceAndFirm()
let questionnaire_id: string
before(async () => {
  questionnaire_id = await firm.run((tx) => createQuestionnaire(tx, planning))
})

/** Creates a matter with this form. */
async function create(form: Record<string, string>, query = ""): Promise<MatterRow> {
  const send = await newStaffBrowser(service, firm)
  const { status, location } = await send("POST", `/console/matters/new${query}`, {
    questionnaire_id,
    way: "link",
    // Each case names the same people, so it confirms the warning about duplicates.
    is_new_client: "yes",
    ...form,
  })
  assert.equal(status, 303)
  const id = /matter_[0-9A-F]{32}/.exec(location)?.[0] ?? ""
  return firm.run((tx) => getMatterRow(tx, id))
}

const nameFrom = async (form: Record<string, string>) => (await create(form)).name

test("a matter without a name takes its clients' names", async () => {
  const ada = { first_name: "Ada", last_name: "Smith" }
  assert.equal(await nameFrom(ada), "Smith, Ada")
  assert.equal(
    await nameFrom({ ...ada, partner_first_name: "Ben", partner_last_name: "Smith" }),
    "Smith, Ada and Ben",
  )
  assert.equal(await nameFrom({ ...ada, partner_first_name: "Ben" }), "Smith, Ada and Ben")
  const two = { ...ada, partner_first_name: "Thị", partner_last_name: "Nguyễn" }
  assert.equal(await nameFrom(two), "Smith, Ada and Nguyễn, Thị")
  assert.equal(await nameFrom({ first_name: "Ada" }), "Ada")
  assert.equal(await nameFrom({ ...ada, matter_name: "2026-014" }), "2026-014")
})

test("creating a matter requires a name if the form names no client, or only a representative", async () => {
  const send = await newStaffBrowser(service, firm)
  const representative = await firm.run((tx) => createQuestionnaire(tx, probate))
  const forms: Record<string, string>[] = [
    { questionnaire_id },
    { questionnaire_id: representative, first_name: "Ada", last_name: "Smith" },
  ]
  for (const form of forms) {
    const { status, text } = await send("POST", "/console/matters/new", { way: "link", ...form })
    assert.equal(status, 400)
    assert.match(text, /Enter a name for the matter/)
  }
})

test("a representative who returns is one person, not those represented; another representative is no one's", async () => {
  const questionnaire_id = await firm.run((tx) =>
    createQuestionnaire(tx, { ...probate, url_short_name: "p2" }),
  )
  const form = { questionnaire_id, matter_name: "Estate", first_name: "Otto", last_name: "Brandt" }
  const earlier = await create(form)
  const isOne = async (...matters: MatterRow[]) => {
    const ids = matters.flatMap((one) => [one.contact_main_id, one.contact_representative_id ?? ""])
    const records = await Promise.all(ids.map((id) => firm.run((tx) => listRecords(tx, id, null))))
    return records.map(({ length }) => length > 1)
  }
  const from = `?from=${earlier.id}`
  const other = await create({ ...form, first_name: "Vera" }, from)
  assert.deepEqual(await isOne(earlier, other), [false, false, false, false])
  const people = await create({ ...form, first_name: "Vera", copy: "people" }, from)
  assert.deepEqual(await isOne(people), [true, false], "a copy is the same person, whoever fills it in")
  const own = await create(form, from)
  assert.deepEqual(await isOne(own, earlier), [false, true, true, true])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { inviteClient } from "../../../../test/harness/portal-browser.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { addContact, changeContact } from "../editing.ts"

const service = provideService()

async function peoplePage(firm: TestFirm, matter_id: string): Promise<string> {
  const staff = await newStaffBrowser(service, firm)
  const { status, text } = await staff("GET", `/console/matters/${matter_id}/review`)
  assert.equal(status, 200)
  return text
}

/** The cells of a person's row in the table. */
function rowOf(html: string, contact_id: string): string[] {
  const row = html.split(`id="kin-${contact_id}"`)[1]?.split("</tr>")[0] ?? ""
  return [...row.matchAll(/class="cell"[^>]*>(.*?)<\/div>/g)].map(([, cell = ""]) =>
    cell.replace(/<[^>]*>/g, ""),
  )
}

test("the drawing of a small family shrinks until it fits a phone, and no further", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const html = await peoplePage(firm, matter_id)
  const numberIn = (pattern: RegExp) => Number(pattern.exec(html)?.[1])
  const width = numberIn(/class="family-tree" viewBox="0 0 ([\d.]+) /)
  const least = numberIn(/class="family-least" width="([\d.]+)"/)
  assert.ok(width > 360, `${width}`)
  assert.equal(least, 288)
})

test("the family table says what the drawing shows, and the drawing links to each person on the page", async () => {
  const { firm, matter_id, main } = await newFirmWithIntake(service)
  const add = (person: Parameters<typeof addContact>[2]) =>
    firm.run((tx) => addContact(tx, matter_id, person))
  await firm.run((tx) => changeContact(tx, main, [{ field: "first_name", value: "Anna" }]))
  const son = await add({
    relationship_type: "2SSON",
    partner_relationship_type: "2SON",
    first_name: "Luca",
    last_name: "Smith",
  })
  const mother = await add({
    relationship_type: "3MOTH",
    first_name: "Bríd",
    last_name: "O’Neil",
    date_of_birth: "1941-02-03",
    date_of_death: "2019-05-06",
  })
  const friend = await add({ relationship_type: "4FRND", first_name: "歐陽", last_name: "娜娜" })
  const banker = await add({ relationship_type: "5BANK", first_name: "Bea", last_name: "Banker" })
  const html = await peoplePage(firm, matter_id)
  assert.deepEqual(rowOf(html, son), ["Luca Smith", "Stepson", "Son", "Child of Ben", "Not known"])
  assert.deepEqual(rowOf(html, mother), ["Bríd O’Neil", "Mother", "", "Parent of Anna", "1941–2019"])
  assert.deepEqual(rowOf(html, friend), ["歐陽 娜娜", "Friend", "", "", "Not known"])
  assert.deepEqual(rowOf(html, banker), [])
  const [, drawing = ""] = /(<svg class="family-tree".*?<\/svg>)/s.exec(html) ?? []
  assert.match(drawing, /aria-hidden="true"/)
  for (const id of [son, mother, friend]) {
    assert.match(drawing, new RegExp(`<a class="family-link" href="#${id}" tabindex="-1">`))
    assert.equal(html.split(` id="${id}"`).length, 2, "one place on the page")
  }
  assert.match(drawing, /1941–2019/)
  assert.doesNotMatch(drawing, /Banker/)
})

test("in a representative's matter, the deceased person it is about is at the center", async () => {
  const firm = await service.newFirm()
  const { probate } = await import("../../../../test/harness/templates.ts")
  const { matter_id } = await inviteClient(service, firm, { questionnaire: probate, party: "representative" })
  const { contacts } = (await firm.request("GET", `/v1/matters/${matter_id}/contacts`)).body
  const about = contacts.find(({ is_client }: { is_client: boolean }) => !is_client).id
  await firm.run(async (tx) => {
    await changeContact(tx, about, [
      { field: "first_name", value: "Ibrahima" },
      { field: "date_of_death", value: "2026-01-02" },
    ])
    await addContact(tx, matter_id, { relationship_type: "2SON", first_name: "Mamadou" })
    await addContact(tx, matter_id, { relationship_type: "3BROT", first_name: "Seydou" })
  })
  const html = await peoplePage(firm, matter_id)
  assert.deepEqual(rowOf(html, about), [
    "Ibrahima",
    "The matter is about this person",
    "At the center",
    "Died 2026",
  ])
})

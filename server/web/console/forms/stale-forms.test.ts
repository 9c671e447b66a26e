import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../../test/harness/collide.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser, seenIn } from "../../../../test/harness/staff-browser.ts"
import { changeFirm, getFirm } from "../../../firm/firms/firms.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService()

const plain = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")

const settings = {
  name: "Hartwell & Pryce",
  contact_line: "",
  locale: "en",
  time_zone: "America/New_York",
  color: "#1d4f73",
}

/** Opens the same form in two tabs. */
async function twoTabs(firm: TestFirm, url: string) {
  const req = await newStaffBrowser(service, firm)
  const open = async () => seenIn((await req("GET", url)).text) ?? ""
  const [first, second] = [await open(), await open()]
  const send = (seen: string, form: Record<string, string>) => req("POST", url, { ...form, seen })
  return { req, first, second, send }
}

test("a form opened before another tab saved is refused and does not overwrite that save", async () => {
  const firm = await service.newFirm()
  const { first, second, send } = await twoTabs(firm, "/console/settings/firm")
  const line = "Call Ruth Pryce at 512-555-0142."
  assert.equal((await send(first, { ...settings, contact_line: line })).status, 303)

  const mine = { ...settings, time_zone: "America/Chicago" }
  const refused = await send(second, mine)
  assert.equal(refused.status, 409)
  assert.match(plain(refused.text), /Contact line .*Call Ruth Pryce at 512-555-0142\. .*Nothing/)
  assert.match(plain(refused.text), /Time zone America.New_York America.Chicago/)
  const stored = () => firm.run((tx) => getFirm(tx))
  assert.equal((await stored()).contact_line, line)
  assert.equal((await stored()).time_zone, "America/New_York")

  const again = await send(seenIn(refused.text) ?? "", { ...mine, contact_line: line })
  assert.equal(again.status, 303)
  assert.equal((await stored()).contact_line, line)
  assert.equal((await stored()).time_zone, "America/Chicago")
})

test("of two forms sent at the same time, one is accepted and the other refused", async () => {
  const firm = await service.newFirm()
  const { first, second, send } = await twoTabs(firm, "/console/settings/firm")
  const responses = await collide(service, sql`select from firms where id = ${firm.firm_id}`, [
    () => send(first, { ...settings, contact_line: "One" }),
    () => send(second, { ...settings, contact_line: "Two" }),
  ])
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [303, 409])
})

test("a form refused for a fault keeps its original revision", async () => {
  const firm = await service.newFirm()
  const { second, send } = await twoTabs(firm, "/console/settings/firm")
  const faulty = await send(second, { ...settings, color: "blue" })
  assert.equal(faulty.status, 400)
  await firm.run((tx) => changeFirm(tx, { contact_line: "Changed meanwhile" }))
  const corrected = await send(seenIn(faulty.text) ?? "", settings)
  assert.equal(corrected.status, 409)
  assert.match(corrected.text, /Changed meanwhile/)
})

// Until when a helper's link works, and what it shows once the matter is completed.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { newPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"
import { markCompleted } from "../../matters/lifecycle.ts"

// Links are checked by the clock of the database too, so it is long after today.
let now = new Date("2099-04-19T13:04:00Z")
const { service, firm } = provideServiceAndFirm({ clock: () => now })

async function askNora() {
  const intake = await newPortalIntake(service, firm)
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { clients_ask_helpers: true }))
  const parts = intake.pageOf(intake.ids.home, "").replace(/\/$/, "").split("/").at(-1) ?? ""
  const helper = { who: "helper", helper_name: "Nora", helper_email: "nora@example.com", helper_days: "14" }
  assert.equal((await intake.ada.post("/portal/handovers", { parts, ...helper })).status, 303)
  const mail = await firm.one<{ id: string; body_sealed: string }>(
    sql`select id, body_sealed from mails where recipient = 'nora@example.com' order by id desc limit 1`,
  )
  const { text } = openMailBody(service.ring, mail.id, mail.body_sealed)
  const nora = newPortalBrowser(service)
  await nora.post(`${/\/invite\/[a-z0-9]+/.exec(text)?.[0]}/start`)
  return { ...intake, parts, text, nora }
}

test("a helper's link works until the end of the day that the email names, in the firm's time zone", async () => {
  const { text, nora } = await askNora()
  assert.match(text, /until May 3, 2099/)
  await firm.write(sql`update sessions set expires_at = '2099-06-01'`)
  now = new Date("2099-05-03T12:00:00Z")
  assert.match((await nora.get("/portal")).html, /until May 3, 2099/)
  // 20:00 and midnight in New York.
  now = new Date("2099-05-04T00:00:00Z")
  assert.equal((await nora.get("/portal")).status, 200)
  now = new Date("2099-05-04T04:01:00Z")
  assert.notEqual((await nora.get("/portal")).status, 200)
})

test("once the matter is completed, a helper's home says so and leads to the parts, which are with no one", async () => {
  now = new Date("2099-04-19T13:04:00Z")
  const { matter_id, nora, ada, parts } = await askNora()
  assert.match((await ada.get("/portal")).html, /With Nora/)
  await firm.run((tx) => markCompleted(tx, matter_id))
  const { html } = await nora.get("/portal")
  assert.doesNotMatch(html, /You can fill in what is listed here/)
  assert.match(html, /You can still read it\./)
  assert.match(html, new RegExp(`href="/portal/sections/${parts}"`))
  const { status, location } = await nora.get(`/portal/sections/${parts}`)
  assert.ok(status === 200 || location.startsWith(`/portal/sections/${parts}/`), `${status} ${location}`)
  assert.doesNotMatch((await ada.get("/portal")).html, /With Nora/)
})

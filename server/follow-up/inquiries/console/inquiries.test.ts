import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { mailsTo, newStartPage, sendInquiry, zoe } from "../../../../test/harness/start-page.ts"
import { withoutRandomText } from "../../../../test/harness/without-random-text.ts"
import { inviteStaff } from "../../../firm/users/setup-links.ts"
import { changeYearsOfNames } from "../../../intake/conflict-names/conflict-names.ts"
import { changeQuestionnaire } from "../../../intake/questionnaires/questionnaires.ts"
import { sql } from "../../../platform/db/sql.ts"
import { removeOldInquiries } from "../inquiries.ts"

const service = provideService({ clock: () => now, own_database: true, is_mailing: true })
let now = new Date("2026-03-02T09:30:00Z")

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
let count = 0

/** Creates a firm with one open inquiry. */
async function newInquiry(person: Partial<typeof zoe> = {}, language = "en") {
  const firm = await service.newFirm("Hartwell & Pryce")
  const email = `zoe${++count}@example.com`
  const { url, questionnaire_id } = await newStartPage(firm)
  wait(3_600)
  await sendInquiry(service, firm, { url: `${url}`, wait, person: { ...zoe, email, ...person } })
  const { id } = await firm.one<{ id: string }>(sql`select id from inquiries`)
  if (language === "es") await firm.write(sql`update inquiries set language = 'es'`)
  return { firm, email, id, questionnaire_id, staff: await newStaffBrowser(service, firm) }
}

test("an inquiry whose questionnaire was deactivated says so, and is accepted once it is active again", async () => {
  const { firm, id, staff, questionnaire_id } = await newInquiry()
  const url = `/console/inquiries/${id}/acceptance`
  const accept = () => staff("POST", url, { matter_name: "Marsh, Zoe" })
  await firm.call(changeQuestionnaire, questionnaire_id, { active: false })
  const page = await staff("GET", url)
  assert.match(page.text, / is not active\.[\s\S]*Activate it, then accept the inquiry\./)
  const refused = await accept()
  assert.equal(refused.status, 409)
  assert.doesNotMatch(page.text + refused.text, /questionnaire_id/)
  await firm.call(changeQuestionnaire, questionnaire_id, { active: true })
  assert.equal((await accept()).status, 303)
})

test("an inquiry shows no text that its sender did not accept, and says what is left after it was declined", async () => {
  const { firm, id, staff } = await newInquiry()
  const page = async () => (await staff("GET", `/console/inquiries/${id}`)).text
  assert.doesNotMatch(await page(), /Accepted your text/)
  const pages = async () => [await page(), (await staff("GET", "/console/inquiries?of=declined")).text]
  assert.match(await page(), /conflict checks still find the name, for 7 years/)
  await firm.call(changeYearsOfNames, firm.firm_id, 0)
  assert.doesNotMatch(await page(), /conflict checks still find/)
  await staff("POST", `/console/inquiries/${id}/declining`, {})
  for (const text of await pages()) {
    assert.match(text, /deleted for good after 30 days\./)
    assert.doesNotMatch(text, /conflict checks still find/)
  }
})

test("what someone types on the start page mentions no colleague", async () => {
  const { firm, id } = await newInquiry({ message: "@ada recommended you" })
  await firm.write(sql`update users set name = 'Ada' where id = ${firm.admin.user_id}`)
  const colleague = await newStaff(firm)
  const acting = await newStaffBrowser(service, firm, colleague.user_id)
  const { status } = await acting("POST", `/console/inquiries/${id}/acceptance`, { matter_name: "Marsh" })
  assert.equal(status, 303)
  assert.deepEqual(await firm.all(sql`select user_id from note_mentions`), [])
})

test("accepting creates the matter and its invitation with all given data, and empties the inquiry", async () => {
  const { firm, email, id, staff, questionnaire_id } = await newInquiry({}, "es")
  assert.match((await staff("GET", `/console/inquiries/${id}/acceptance`)).text, /value="Marsh, Zoe"/)
  const { location } = await staff("POST", `/console/inquiries/${id}/acceptance`, {
    matter_name: "Marsh, Zoe",
  })
  const matter_id = location.split("/").at(-1) ?? ""
  const matter = (await firm.request("GET", `/v1/matters/${matter_id}`)).body
  assert.equal(matter.questionnaire.id, questionnaire_id)
  assert.equal(matter.contact_main.first_name, "Zoe")
  const { body: contacts } = await firm.request("GET", `/v1/matters/${matter_id}/contacts`)
  assert.match(JSON.stringify(contacts), /512-555-0199/)
  assert.match((await staff("GET", `/console/matters/${matter_id}/conversation`)).text, /A will for two/)
  const invitation = (await mailsTo(service, firm, email)).at(-1)
  assert.match(invitation?.text ?? "", /Abrir el cuestionario:\n\S+\/invite\//)
  const left = await firm.one(sql`
    select first_name, last_name, email, phone, message_sealed from inquiries where id = ${id}`)
  assert.deepEqual(left, { first_name: "", last_name: "", email: "", phone: "", message_sealed: null })
  const actions = await firm.all<{ action: string }>(sql`select action from audit_entries order by id`)
  for (const action of ["inquiry_received", "inquiry_accepted"])
    assert.ok(
      actions.some((entry) => entry.action === action),
      action,
    )
})

test("when two colleagues decide about an inquiry, the second is refused with an explanation", async () => {
  const { firm, id, staff } = await newInquiry()
  const responses = await Promise.all([
    staff("POST", `/console/inquiries/${id}/acceptance`, { matter_name: "Marsh" }),
    staff("POST", `/console/inquiries/${id}/declining`),
    staff("POST", `/console/inquiries/${id}/acceptance`, { matter_name: "Marsh" }),
  ])
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [303, 409, 409])
  const matters = await firm.all(sql`select id from matters`)
  const accepted = responses.filter(({ location }) => location.includes("/matters/")).length
  assert.equal(matters.length, accepted)
})

test("an existing client is accepted only after staff confirm that it is another matter", async () => {
  const { firm, id, staff, questionnaire_id } = await newInquiry()
  await firm.request("POST", "/v1/matters/create-and-invite", {
    questionnaire_id,
    matter_name: "Marsh, Zoe",
    clients: [{ email: "other@example.com", party: "main", first_name: "Zoe", last_name: "Marsh" }],
  })
  assert.match((await staff("GET", `/console/inquiries/${id}`)).text, /1 appearance in matters/)
  const url = `/console/inquiries/${id}/acceptance`
  const warned = await staff("POST", url, { matter_name: "Marsh" })
  assert.equal(warned.status, 400)
  assert.match(warned.text, /Existing matters/)
  assert.equal((await staff("POST", url, { matter_name: "Marsh", is_new_client: "on" })).status, 303)
})

test("declining sends an email only on request, without a reason, and the inquiry is deleted after thirty days", async () => {
  for (const tell of ["", "on"]) {
    const { firm, email, id, staff } = await newInquiry()
    const codes = (await mailsTo(service, firm, email)).length
    await staff("POST", `/console/inquiries/${id}/declining`, tell ? { tell } : {})
    const mails = (await mailsTo(service, firm, email)).slice(codes)
    assertEach(mails, ({ subject }) => subject, tell ? ["Your request to Hartwell & Pryce"] : [])
    assert.doesNotMatch(mails[0]?.text ?? "", /Zoe|A will/)
    const declined = (await staff("GET", "/console/inquiries?of=declined")).text
    assert.ok(declined.replaceAll("<wbr/>", "").includes(email))
    const left = () => firm.all(sql`select id from inquiries`)
    wait(29.9 * 24 * 3_600)
    await service.db.forPlatform(removeOldInquiries)
    assert.equal((await left()).length, 1)
    wait(0.2 * 24 * 3_600)
    await service.db.forPlatform(removeOldInquiries)
    assert.equal((await left()).length, 0)
  }
})

test("the home page counts and lists open inquiries, except for members limited to assigned matters", async () => {
  const { firm, id, staff } = await newInquiry()
  assert.match((await staff("GET", "/console")).text, literally(`/console/inquiries/${id}`))
  const mia = await newLimited(firm)
  const read = async (path: string) => withoutRandomText((await mia("GET", path)).text)
  assert.doesNotMatch(await read("/console"), /Zoe|inquiries\/inquiry_/)
  assert.doesNotMatch(await read("/console/inquiries"), /Zoe/)
  for (const path of ["", "/acceptance", "/declining"])
    assert.equal((await mia("GET", `/console/inquiries/${id}${path}`)).status, 404)
  assert.equal((await mia("POST", `/console/inquiries/${id}/declining`)).status, 404)
})

test("an admin opens and closes a start page and gets its address as a link and QR code", async () => {
  const firm = await service.newFirm()
  const { url, questionnaire_id } = await newStartPage(firm, { isOpen: false })
  const staff = await newStaffBrowser(service, firm)
  const at = `/console/questionnaires/${questionnaire_id}/start-page`
  const settings = at.replace("start-page", "settings")
  assert.doesNotMatch((await staff("GET", settings)).text, /QR code/)
  assert.equal((await staff("POST", at, { on: "yes" })).status, 303)
  const { text } = await staff("GET", settings)
  assert.match(text, literally(`${service.base_url}${url}`))
  assert.match(text, /aria-label="QR code of the address"/)
  assert.equal((await service.app.inject({ method: "GET", url })).statusCode, 200)
  assert.equal((await staff("POST", at, { on: "no" })).status, 303)
  assert.equal((await service.app.inject({ method: "GET", url })).statusCode, 404)
  const member = await newStaffBrowser(service, firm, await newMember(firm))
  assert.equal((await member("POST", at, { on: "yes" })).status, 403)
})

function newMember(firm: TestFirm): Promise<string> {
  const email = `mia${++count}.${Date.now()}@hartwell.example`
  return firm.run(async (tx) => (await inviteStaff(tx, { email, name: "Mia", role: "member" })).user_id)
}

async function newLimited(firm: TestFirm) {
  const user_id = await newMember(firm)
  await firm.write(sql`update users set assigned_matters_only = true where id = ${user_id}`)
  return newStaffBrowser(service, firm, user_id)
}

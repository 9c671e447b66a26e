// Names used in lists, email subjects, and file names are one line, whatever their source.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { sql } from "../server/platform/db/sql.ts"
import { marksOf, newPortalIntake } from "./harness/portal-intake.ts"
import { newIntake } from "./harness/sample-intake.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

const { service, firm } = provideServiceAndFirm({}, "Hartwell & Pryce")
let questionnaire_id: string
before(async () => {
  const { matter_id } = await newIntake(firm)
  questionnaire_id = (await firm.request("GET", `/v1/matters/${matter_id}`)).body.questionnaire.id
})

const broken = ["Smith\nBcc: all@example.com", "Smith\r\nAda", "Smith\u0007"]
const matters = () => firm.one<{ count: number }>(sql`select count(*)::int as count from matters`)

test("the API refuses a matter name that is not one visible line, and names the field", async () => {
  const before = await matters()
  for (const matter_name of [...broken, "\u200b", " "]) {
    const { status, body } = await firm.request("POST", "/v1/matters/create", {
      questionnaire_id,
      matter_name,
    })
    assert.equal(status, 400, JSON.stringify(matter_name))
    const words = broken.includes(matter_name)
      ? "“matter_name” must be one line, without line breaks or control characters."
      : '"matter_name" must have at least one visible character.'
    assert.deepEqual([body.errors[0].param, body.errors[0].message], ["matter_name", words])
  }
  assert.deepEqual(await matters(), before)
})

test("the console's forms refuse it too, and say so at the field", async () => {
  const req = await newStaffBrowser(service, firm)
  const before = await matters()
  for (const matter_name of [...broken, "\u200b"]) {
    const answer = await req("POST", "/console/matters/new", { questionnaire_id, matter_name, way: "link" })
    assert.equal(answer.status, 400, JSON.stringify(matter_name))
    assert.match(
      answer.text,
      broken.includes(matter_name)
        ? /“Name of the matter” must be one line, without line breaks or control characters\./
        : /Enter a name for the matter\./,
    )
  }
  assert.deepEqual(await matters(), before)
})

test("a line break in a name becomes a space in the portal and the console’s own forms", async () => {
  const { ada, names, main } = await newPortalIntake(service, firm)
  const form = { first_name: "Ada\r\nMaria", last_name: "Smith\u2028Lee" }
  const marks = marksOf((await ada.get(names)).html)
  assert.equal((await ada.post(names, { ...marks, ...form })).status, 303)
  const person = () => firm.one(sql`select first_name, last_name from contacts where id = ${main}`)
  assert.deepEqual(await person(), { first_name: "Ada Maria", last_name: "Smith Lee" })

  const req = await newStaffBrowser(service, firm)
  assert.equal((await req("POST", "/console/account/name", { name: "Ruth\r\nPryce" })).status, 303)
  const { name } = await firm.one<{ name: string }>(
    sql`select name from users where id = ${firm.admin.user_id}`,
  )
  assert.equal(name, "Ruth Pryce")
})

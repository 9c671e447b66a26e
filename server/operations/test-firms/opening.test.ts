import assert from "node:assert/strict"
import { after, before, mock, test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { queuedJobs } from "../../../test/harness/queued-jobs.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { turnIntoTestFirm } from "../../../test/harness/test-firm.ts"
import { changeFirm, changeSuspension, findFirmOfStranger, isAlone } from "../../firm/firms/firms.ts"
import { createStaff } from "../../firm/users/users.ts"
import { sql } from "../../platform/db/sql.ts"
import { deleteFirm, deleteInBackground, type RequestedDeletion } from "./deletion.ts"
import { findTestFirm, openTestFirm } from "./opening.ts"

let service: TestService
before(async () => {
  service = await openTestService({ own_database: true })
})
after(() => service.close())

const keys = "/console/settings/keys"
const address = "/console/settings/test-firm"
type Staff = Awaited<ReturnType<typeof newStaffBrowser>>

/** Presses the button, and returns the page afterward with what was handed over. */
async function open(staff: Staff) {
  const { status, location } = await staff("POST", address)
  assert.deepEqual([status, location], [303, keys])
  const { text } = await staff("GET", keys)
  const link = /\/console\/setup\/[^"]+/.exec(text)?.[0] ?? ""
  return { text, link, token: /value="(test_[^"]+)"/.exec(text)?.[1] }
}

const call = (token: string, method: "GET" | "POST", url: string, payload?: object) =>
  service.app.inject({ method, url, payload, headers: { authorization: `Token ${token}` } })

/** Does what the presses of this firm's button left to do; returns how often it was pressed. */
async function workOff({ firm_id }: TestFirm): Promise<number> {
  const jobs = await queuedJobs<RequestedDeletion>("delete-test-firm", firm_id, "", service.database_url)
  for (const job of jobs) await deleteInBackground(service, job)
  return jobs.length
}

const countTestFirms = () =>
  service.db.forPlatform((tx) =>
    tx.one<{ count: number }>(sql`select count(*)::integer as count from firms where is_test`),
  )

test("an admin creates a test firm, whose key goes from a questionnaire to a submission by API alone", async () => {
  const firm = await service.newFirm("Ash & Elm")
  await firm.run((tx) => changeFirm(tx, { time_zone: "America/Denver" }))
  const staff = await newStaffBrowser(service, firm)
  assert.match((await staff("GET", keys)).text, literally("Create a test firm"))
  const { text, link, token = "" } = await open(staff)
  assert.match(text, literally("Ash &amp; Elm (test)"))
  assert.doesNotMatch((await staff("GET", keys)).text, /test_[0-9a-f]{10}_|console\/setup/)
  assert.equal((await service.app.inject({ url: link })).statusCode, 200)

  const { results } = (await call(token, "GET", "/v1/questionnaires")).json()
  assert.equal(results.length, 1)
  const body = { questionnaire_id: results[0].id, matter_name: "Try" }
  const { id } = (await call(token, "POST", "/v1/matters/create", body)).json()
  const submitted = await call(token, "POST", `/v1/test/matters/${id}/submission`, {
    until: "submit",
    couple: true,
  })
  assert.equal(submitted.statusCode, 201, submitted.body)
  const record = (await call(token, "GET", `/v1/matters/${id}/record?submission=1`)).json()
  assert.equal(record.contacts.length, submitted.json().people)
  assert.equal((await firm.request("GET", `/v1/matters/${id}`)).status, 404)

  const test = await findTestFirm(service.db, firm.firm_id)
  const copied = await service.db.forPlatform((tx) =>
    tx.one(sql`select time_zone, is_test from firms where id = ${test?.id ?? ""}`),
  )
  assert.deepEqual(copied, { time_zone: "America/Denver", is_test: true })
})

test("two presses at once make one test firm; later ones, and colleagues, get a link of their own", async () => {
  const firm = await service.newFirm()
  const { count } = await countTestFirms()
  const staff = await newStaffBrowser(service, firm)
  const both = await Promise.all([staff("POST", address), staff("POST", address)])
  assert.deepEqual([...new Set(both.map(({ status }) => status))], [303])
  const colleague = await firm.call(createStaff, { email: "bo@firm.example", name: "Bo", role: "admin" })
  const again = await open(staff)
  const theirs = await open(await newStaffBrowser(service, firm, colleague))
  assert.deepEqual([again.token, theirs.token], [undefined, undefined])
  assert.notEqual(again.link, theirs.link)
  assert.equal((await countTestFirms()).count, count + 1)
  const { id = "" } = (await findTestFirm(service.db, firm.firm_id)) ?? {}
  const people = await service.db.forFirm(id, (tx) =>
    tx.all<{ email: string }>(sql`select email, role from users where is_firm_staff order by email`),
  )
  assert.deepEqual(people, [
    { email: "ada.admin@example.com", role: "admin" },
    { email: "bo@firm.example", role: "admin" },
  ])
})

test("a test firm is deleted with its key, and another can be created; those of others stay", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const [staff, theirs] = await Promise.all([firm, other].map((one) => newStaffBrowser(service, one)))
  assert.ok(staff && theirs)
  const [{ token = "" }, others] = [await open(staff), await open(theirs)]
  const { results } = (await call(token, "GET", "/v1/questionnaires")).json()
  const body = { questionnaire_id: results[0].id, matter_name: "Try" }
  assert.equal((await call(token, "POST", "/v1/matters/create", body)).statusCode, 201)
  const both = await Promise.all([0, 1].map(() => staff("POST", `${address}/deletion`)))
  assert.deepEqual([...new Set(both.map(({ status }) => status))], [303])
  // Pressed, and not yet done.
  assert.match((await staff("GET", keys)).text, /\(test\) is being deleted\. 1 matter is left/)
  assert.equal((await staff("POST", address)).status, 409)
  assert.equal((await call(token, "GET", "/v1/matters")).statusCode, 403)
  assert.equal(await workOff(firm), 2)
  assert.equal((await call(token, "GET", "/v1/matters")).statusCode, 401)
  assert.equal((await call(others.token ?? "", "GET", "/v1/matters")).statusCode, 200)
  assert.equal((await staff("POST", `${address}/deletion`)).status, 303)
  assert.equal((await firm.request("GET", "/v1/matters")).status, 200)
  assert.ok((await open(staff)).token)
})

test("a deletion that was stopped goes on with the next one, and until then no link leads into the firm", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const { token = "" } = await open(staff)
  const { results } = (await call(token, "GET", "/v1/questionnaires")).json()
  const body = { questionnaire_id: results[0].id, matter_name: "Try" }
  assert.equal((await call(token, "POST", "/v1/matters/create", body)).statusCode, 201)
  const { id = "" } = (await findTestFirm(service.db, firm.firm_id)) ?? {}
  const stopped = mock.method(service.db, "withTimeout", () => {
    throw new Error("stopped")
  })
  await assert.rejects(deleteFirm(service, id), /stopped/)
  stopped.mock.restore()
  const { matters } = await service.db.forFirm(id, (tx) =>
    tx.one<{ matters: number }>(sql`select count(*)::integer as matters from matters`),
  )
  assert.equal(matters, 0)
  assert.equal((await staff("POST", address)).status, 409)
  const person = { email: "bo@firm.example", name: "Bo" }
  await assert.rejects(openTestFirm(service.db, firm.firm_id, person), { code: "test_firm_suspended" })
  assert.match((await staff("GET", keys)).text, /0 matters are left/)
  assert.equal((await staff("POST", `${address}/deletion`)).status, 303)
  await workOff(firm)
  assert.ok((await open(staff)).token)
})

test("members may not, and a test firm has no other", async () => {
  const firm = await service.newFirm()
  const member = await firm.call(createStaff, { email: "mo@firm.example", name: "Mo", role: "member" })
  const { count } = await countTestFirms()
  assert.equal((await (await newStaffBrowser(service, firm, member))("POST", address)).status, 403)
  await turnIntoTestFirm(firm)
  const staff = await newStaffBrowser(service, firm)
  assert.equal((await staff("POST", address)).status, 409)
  assert.doesNotMatch((await staff("GET", keys)).text, literally(address))
  assert.equal((await countTestFirms()).count, count + 1)
})

test("a test firm takes nothing from the only firm: strangers find it, and it alone is shown the paths", async (t) => {
  const service = await openTestService({ own_database: true }, t)
  const firm: TestFirm = await service.newFirm()
  await open(await newStaffBrowser(service, firm))
  assert.equal((await findFirmOfStranger(service.db, ""))?.id, firm.firm_id)
  const { id = "" } = (await findTestFirm(service.db, firm.firm_id)) ?? {}
  const alone = (firm_id: string) => service.db.forPlatform((tx) => isAlone(tx, firm_id))
  assert.deepEqual([await alone(firm.firm_id), await alone(id)], [true, false])
  const another = await service.newFirm()
  assert.equal(await findFirmOfStranger(service.db, ""), undefined)
  await service.db.forPlatform((tx) => changeSuspension(tx, another.firm_id, true))
  assert.equal((await findFirmOfStranger(service.db, ""))?.id, firm.firm_id, "beside one that has left")
  assert.deepEqual([await alone(firm.firm_id), await alone(another.firm_id)], [false, false])
})

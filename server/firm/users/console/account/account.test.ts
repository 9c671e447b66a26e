// Changes to one's own sign-in, without JavaScript: each requires the password and code again, notifies the previous
// email address, and signs out every other browser.
import assert from "node:assert/strict"
import { test } from "node:test"
import { Secret, TOTP } from "otpauth"
import { provideService, type TestFirm } from "../../../../../test/harness/service.ts"
import { newStaff, subjectsTo, type TestStaff, test_password } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { listAudit } from "../../../audit/listing.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const current = test_password
const home = "/console/account"

async function newMember() {
  const firm = await service.newFirm()
  const staff = await newStaff(firm)
  const [here, there] = await Promise.all([
    newStaffBrowser(service, firm, staff.user_id),
    newStaffBrowser(service, firm, staff.user_id),
  ])
  const isThere = async () => (await there("GET", home)).status === 200
  return { firm, staff, here, isThere }
}

const actionsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 100, offset: 0 }))).rows.map(
    ({ action }) => action,
  )

/** Sets up an authenticator app; `code()` returns its current code. */
async function enroll(
  send: Awaited<ReturnType<typeof newMember>>["here"],
  form: Record<string, string> = {},
) {
  const { text } = await send("GET", `${home}/second-step`)
  const offer = /name="offer" value="([^"]+)"/.exec(text)?.[1] ?? ""
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replace(/ /g, "") ?? ""
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = () => app.generate({ timestamp: now.getTime() })
  const response = await send("POST", `${home}/second-step`, { offer, code: code(), current, ...form })
  return { response, code }
}

const nextCode = () => {
  now = new Date(now.getTime() + 30_000)
}

test("moving or turning off two-factor authentication, or creating recovery codes, requires password and code", async () => {
  const { firm, staff, here, isThere } = await newMember()
  const { response, code } = await enroll(here)
  assert.equal(response.location, `${home}/recovery-codes`)
  assert.equal(await isThere(), false)
  const sealed = () =>
    firm.one(sql`select second_factor_sealed, recovery_code_hashes from users where id = ${staff.user_id}`)
  const before = await sealed()
  nextCode()
  const missing: Record<string, string>[] = [
    {},
    { current },
    { current_code: code() },
    { current: "not it", current_code: code() },
  ]
  for (const form of missing) {
    for (const url of [`${home}/recovery-codes`, `${home}/second-step/removal`])
      assert.equal((await here("POST", url, form)).status, 400, url)
    assert.equal((await enroll(here, { current: "", ...form })).response.status, 400)
  }
  assert.deepEqual(await sealed(), before)

  const moved = await enroll(here, { current_code: code() })
  assert.equal(moved.response.status, 303)
  nextCode()
  assert.equal((await here("POST", `${home}/recovery-codes`, { current, current_code: code() })).status, 400)
  const renewed = await here("POST", `${home}/recovery-codes`, { current, current_code: moved.code() })
  assert.equal(renewed.status, 303)
  nextCode()
  const off = await here("POST", `${home}/second-step/removal`, { current, current_code: moved.code() })
  assert.equal(off.status, 303)
  assert.deepEqual(await subjectsTo(service, staff.email), [
    "Two-factor authentication is on",
    "Two-factor authentication uses another app",
    "New recovery codes were created",
    "Two-factor authentication is off",
  ])
  assert.deepEqual((await actionsOf(firm)).toReversed(), [
    "second_factor_on",
    "second_factor_moved",
    "recovery_codes_created",
    "second_factor_off",
  ])
})

test("a recovery code works in place of the app's code", async () => {
  const { here } = await newMember()
  await enroll(here)
  const { text } = await here("GET", `${home}/recovery-codes`)
  const [, recovery = ""] = /<code>([a-z0-9-]{27})<\/code>/.exec(text) ?? []
  const moved = await enroll(here, { current_code: recovery })
  assert.equal(moved.response.status, 303)
})

test("changing the password requires the current one, enforces the rules, ends other sessions and sends an email", async () => {
  const { firm, staff, here, isThere } = await newMember()
  const change = (form: Record<string, string>) => here("POST", `${home}/password`, form)
  const password = "amber window lantern"
  assert.equal((await change({ password })).status, 400)
  assert.equal((await change({ password, current: "not it" })).status, 400)
  assert.match((await change({ password: "P@ssw0rd2026", current })).text, /one of the most common ones/)
  assert.match((await change({ password: "ruth.pryce.1", current })).text, /made of your name/)
  assert.equal(await isThere(), true)
  assert.equal((await change({ password, current })).status, 303)
  assert.equal(await isThere(), false)
  assert.deepEqual(await subjectsTo(service, staff.email), ["Your password was changed"])
  assert.deepEqual(await actionsOf(firm), ["password_changed"])
})

test("after five wrong passwords the form says how long to wait", async () => {
  const { here } = await newMember()
  const change = (form: Record<string, string>) =>
    here("POST", `${home}/password`, { password: "amber window lantern", ...form })
  for (let time = 0; time < 5; time++) assert.equal((await change({ current: "not it" })).status, 400)
  const waiting = await change({ current })
  assert.equal(waiting.status, 429)
  assert.match(waiting.text, /Too many attempts\. Try again in 15 minutes\./)
  assert.equal(waiting.headers["retry-after"], "900")
})

test("an email address changes after its code is entered, and the previous address is notified", async () => {
  const { firm, staff, here, isThere } = await newMember()
  const email = `new.${staff.email}`
  const ask = (form: Record<string, string>) => here("POST", `${home}/email`, form)
  assert.equal((await ask({ email })).status, 400)
  assert.equal((await ask({ email, current: "not it" })).status, 400)
  assert.equal((await ask({ email: "no address", current })).status, 400)
  assert.deepEqual(await subjectsTo(service, email), [])
  assert.equal((await ask({ email, current })).location, `${home}/email/confirmation`)
  assert.equal(await emailOf(firm, staff), staff.email, "not yet")
  const confirm = (code: string) => here("POST", `${home}/email/confirmation`, { code })
  const [subject = ""] = await subjectsTo(service, email)
  const code = /^\d{6}/.exec(subject)?.[0] ?? ""
  assert.equal((await confirm(code === "000000" ? "000001" : "000000")).status, 400)
  assert.equal(await isThere(), true)
  assert.equal((await confirm(code)).location, home)
  assert.equal(await emailOf(firm, staff), email)
  assert.equal(await isThere(), false)
  assert.deepEqual(await subjectsTo(service, staff.email), ["Your email address was changed"])
  assert.deepEqual((await actionsOf(firm)).toReversed(), ["email_change_requested", "email_changed"])
})

test("a code for a new address stops working after five wrong attempts", async () => {
  const { firm, staff, here } = await newMember()
  const email = `new.${staff.email}`
  await here("POST", `${home}/email`, { email, current })
  const code = /^\d{6}/.exec((await subjectsTo(service, email))[0] ?? "")?.[0] ?? ""
  const confirm = (typed: string) => here("POST", `${home}/email/confirmation`, { code: typed })
  for (let time = 0; time < 5; time++) await confirm(code === "000000" ? "000001" : "000000")
  assert.match((await confirm(code)).text, /already used, has expired, or was entered wrong too often/)
  assert.equal(await emailOf(firm, staff), staff.email)
})

test("a colleague’s address is refused, both when entered and when confirmed", async () => {
  const { firm, staff, here } = await newMember()
  const colleague = await newStaff(firm)
  const taken = await here("POST", `${home}/email`, { email: colleague.email.toUpperCase(), current })
  assert.equal(taken.status, 400)
  const email = `late.${staff.email}`
  await here("POST", `${home}/email`, { email, current })
  const code = /^\d{6}/.exec((await subjectsTo(service, email))[0] ?? "")?.[0] ?? ""
  await newStaff(firm, { email })
  assert.equal((await here("POST", `${home}/email/confirmation`, { code })).status, 409)
  assert.equal(await emailOf(firm, staff), staff.email)
})

test("members change their own names", async () => {
  const { firm, staff, here } = await newMember()
  assert.equal((await here("POST", `${home}/name`, { name: " " })).status, 400)
  assert.equal((await here("POST", `${home}/name`, { name: "Ruth Ștefănescu" })).status, 303)
  assert.match((await here("GET", home)).text, /Ruth Ștefănescu/)
  assert.deepEqual(await actionsOf(firm), ["own_name_changed"])
  assert.deepEqual(await subjectsTo(service, staff.email), [])
})

test("members sign out one of their own other browsers, and no one else’s", async () => {
  const { firm, here, isThere } = await newMember()
  const { user_id } = await newStaff(firm)
  const colleague = await newStaffBrowser(service, firm, user_id)
  const own = /name="session_id" value="(\w+)"/.exec((await here("GET", home)).text)?.[1] ?? ""
  assert.equal((await colleague("POST", `${home}/sessions/removal`, { session_id: own })).status, 404)
  assert.equal(await isThere(), true)
  assert.equal((await here("POST", `${home}/sessions/removal`, { session_id: own })).status, 303)
  assert.equal(await isThere(), false)
})

test("signing out other browsers sends an email", async () => {
  const { staff, here, isThere } = await newMember()
  assert.equal((await here("POST", `${home}/sessions/removal`)).status, 303)
  assert.equal(await isThere(), false)
  assert.deepEqual(await subjectsTo(service, staff.email), ["Another device was signed out"])
})

test("admins see “this is you” on their own page, and the firm’s last active admin cannot be deactivated", async () => {
  const { firm, staff, here } = await newMember()
  await newStaff(firm, { invited: true })
  const page = await here("GET", `/console/settings/team/${staff.user_id}`)
  assert.match(page.text, /This is you/)
  assert.match(page.text, /You are signed out everywhere/)
  const refused = await here("POST", `/console/settings/team/${staff.user_id}/deactivation`)
  assert.equal(refused.status, 409)
  assert.match(refused.text, /No other admin can sign in yet/)
  assert.equal((await here("GET", home)).status, 200)
})

async function emailOf(firm: TestFirm, { user_id }: TestStaff): Promise<string> {
  const { email } = await firm.one<{ email: string }>(sql`select email from users where id = ${user_id}`)
  return email
}

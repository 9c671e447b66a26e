// Staff actions are audited: every console form goes through the function that writes the audit log.

import assert from "node:assert/strict"
import { test } from "node:test"
import { recordAudit } from "../server/firm/audit/audit.ts"
import { actionWords } from "../server/firm/audit/console/words.ts"
import { listAudit } from "../server/firm/audit/listing.ts"
import { verifyAudit } from "../server/firm/audit/verifying.ts"
import { inviteStaff } from "../server/firm/users/setup-links.ts"
import { outcomes } from "../server/web/console/outcomes.ts"
import { assertEach } from "./harness/assert-each.ts"
import { newFirmWithIntake, newIntake } from "./harness/sample-intake.ts"
import { provideService, type TestFirm } from "./harness/service.ts"
import { newStaffBrowser } from "./harness/staff-browser.ts"

const service = provideService()

test("every console route that changes something writes an audit entry", () => {
  const silent = service.app.routes
    .filter(({ method, config }) => config.guard === "console" && !["GET", "HEAD"].includes(method))
    .filter(({ config }) => !config.audited)
    .map(({ method, url }) => `${method} ${url}: register it with console.form or console.action`)
  assert.deepEqual(silent, [])
  const posted = service.app.routes.filter(
    ({ url, method }) => url.startsWith("/console") && method === "POST",
  )
  assert.ok(posted.length > 30, "the search is broken")
  assertEach(
    posted.filter(({ config }) => config.guard !== "console"),
    ({ url }) => url,
    [],
  )
})

const page = { page: 1, limit: 100, offset: 0 }
const entriesOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, page))).rows.map(({ action, matter_id, record_id, user_id }) => ({
    action,
    matter_id,
    record_id,
    user_id,
  }))

test("staff actions on a matter are in the audit log, with the matter and the user", async () => {
  const { firm, matter_id: id } = await newFirmWithIntake(service)
  const send = await newStaffBrowser(service, firm)
  const forms: [string, Record<string, string>, string][] = [
    ["name", { matter_name: "Smith, Ada" }, "matter_renamed"],
    ["assignment", { assignee_id: firm.admin.user_id }, "matter_assigned"],
    ["assignment", { assignee_id: "" }, "matter_unassigned"],
    ["completion", {}, "matter_completed"],
    ["client-editing", {}, "matter_reopened"],
    ["closing", {}, "matter_closed"],
    ["reopening", {}, "closed_matter_reopened"],
  ]
  for (const [path, form, action] of forms) {
    const answer = await send("POST", `/console/matters/${id}/${path}`, form)
    assert.equal(answer.status, 303, `${path}: ${answer.status}`)
    assert.deepEqual((await entriesOf(firm))[0], {
      action,
      matter_id: id,
      record_id: null,
      user_id: firm.admin.user_id,
    })
  }
  assert.equal((await entriesOf(firm)).length, forms.length)
})

test("a refused form changes nothing and leaves no audit entry", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  assert.equal((await send("POST", "/console/settings/keys", { name: "" })).status, 400)
  assert.equal((await send("POST", "/console/account/password", { current: "x", password: "y" })).status, 400)
  assert.deepEqual(await entriesOf(firm), [])
})

test("viewing a page leaves no entry, and a route's own entry is not duplicated", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  for (const path of ["matters", "settings/keys", "settings/audit", "settings/team", "settings/firm"]) {
    assert.equal((await send("GET", `/console/${path}`)).status, 200)
  }
  assert.deepEqual(await entriesOf(firm), [])
  const created = await send("POST", "/console/settings/keys", {
    name: "Books",
    scopes: "matters:read",
    expires: "",
  })
  assert.equal(created.status, 303)
  assertEach(await entriesOf(firm), ({ action }) => action, ["key_created"])
})

test("sign-ins, failed sign-ins, and sign-outs are in the log, without passwords", async () => {
  const firm = await service.newFirm()
  const email = `ruth.${Date.now()}@example.com`
  const { user_id, setup_token } = await firm.call(inviteStaff, { email, name: "Ruth", role: "admin" })
  const secret = "violet kettle harbor"
  const post = (url: string, form: Record<string, string>, cookie = "") =>
    service.app.inject({
      method: "POST",
      url,
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
        cookie,
      },
      payload: new URLSearchParams(form).toString(),
    })
  await post(`/console/setup/${setup_token}`, { name: "Ruth", password: secret })
  assert.equal((await post("/console/sign-in", { email, password: "not the one" })).statusCode, 400)
  const entered = await post("/console/sign-in", { email, password: secret })
  const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  await post("/console/sign-out", {}, cookie)

  const { rows } = await firm.run((tx) => listAudit(tx, {}, page))
  assertEach(rows.toReversed(), (row) => [row.action, row.user_id, row.record_id], [
    ["password_set", null, user_id],
    ["signed_in", user_id, null],
    ["sign_in_failed", null, user_id],
    ["signed_in", user_id, null],
    ["signed_out", user_id, null],
  ])
  assert.doesNotMatch(JSON.stringify(rows), /violet|not the one/)
  assert.equal((await firm.run((tx) => verifyAudit(tx))).break, undefined)
})

test("every action of a form has words of its own in the log, which are not the message the form showed", async () => {
  for (const [action, [message]] of Object.entries(outcomes)) {
    const words = actionWords(action)
    assert.notEqual(words, message, action)
    assert.doesNotMatch(words, /\.$|^(The|Your|That|All|A|You) /, `${action}: ${words}`)
  }
  const firm = await service.newFirm()
  await newIntake(firm)
  const send = await newStaffBrowser(service, firm)
  await firm.run((tx) => recordAudit(tx, "conflict_check_recorded"))
  await firm.run((tx) => recordAudit(tx, "matters_moved"))
  const { text } = await send("GET", "/console/settings/audit")
  assert.match(text, />Recorded a conflict check</)
  assert.match(text, />Moved matters to the current version</)
  const csv = await send("GET", "/console/settings/audit.csv")
  assert.match(csv.text, /Recorded a conflict check/)
  assert.doesNotMatch(csv.text, /The conflict check was recorded/)
})

// Changing a client's own sign-in, without JavaScript.
import assert from "node:assert/strict"
import { test } from "node:test"
import {
  inviteClient,
  newPortalBrowser,
  type PortalBrowser,
} from "../../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { lastCodeTo, subjectsTo } from "../../../../test/harness/staff.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { sql } from "../../../platform/db/sql.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

let count = 0
const fresh = () => `client${++count}.${Date.now()}.${process.pid}@example.com`
const password = "violet kettle harbor"

/** A client signed in on two devices. */
async function newClient({ email = fresh(), lang = "en" } = {}) {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { invite_key } = await inviteClient(service, firm, {
    email,
    first_name: "Maria",
    last_name: "Quintana",
  })
  const here = newPortalBrowser(service)
  await here.post(`/invite/${invite_key}/start`, { lang })
  if (lang === "es") await here.get("/portal?lang=es")
  // As if they had typed something: otherwise Start gives way to the first proof.
  await firm.write(sql`update sessions set is_unproven = false`)
  const there = newPortalBrowser(service)
  await there.post(`/invite/${invite_key}/code`)
  await there.post(`/invite/${invite_key}/session`, { code: await lastCodeTo(service, email) })
  const isThere = async () => (await there.get("/portal")).status === 200
  assert.equal(await isThere(), true)
  return { firm, email, invite_key, here, isThere }
}

const notices = async (email: string) =>
  (await subjectsTo(service, email)).filter((subject) => !/\d{6}/.test(subject))

const actionsOf = async (firm: TestFirm) =>
  (await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 100, offset: 0 }))).rows
    .map(({ action }) => action)
    .filter((action) => action !== "signed_in")

/** Sets the first password with an emailed code. */
async function choosePassword(here: PortalBrowser, email: string): Promise<void> {
  now = new Date(now.getTime() + 61_000)
  await here.post("/portal/account/code", { to: "password" })
  const form = { proof_code: await lastCodeTo(service, email), password }
  assert.equal((await here.post("/portal/account/password", form)).status, 303)
}

test("setting a first password requires an emailed code in addition to the session", async () => {
  const { firm, email, here, isThere } = await newClient()
  const set = (form: Record<string, string>) => here.post("/portal/account/password", form)
  const page = await here.get("/portal/account/password")
  assert.match(page.html, /Send a code to c•••@example\.com/)
  assert.doesNotMatch(page.html, /type="password"/)
  assert.equal((await set({ password })).status, 422)
  assert.equal((await set({ password, proof_code: "123" })).status, 422)
  assert.deepEqual(await notices(email), [])
  await choosePassword(here, email)
  assert.equal(await isThere(), false, "the other device is signed out")
  assert.deepEqual(await notices(email), ["A password was set for your account"])
  assert.deepEqual(await actionsOf(firm), ["client_password_changed"])
})

test("a sign-in code does not serve to set a password", async () => {
  const { email, here } = await newClient()
  now = new Date(now.getTime() + 61_000)
  const signInCode = await lastCodeTo(service, email)
  assert.equal(
    (await here.post("/portal/account/password", { password, proof_code: signInCode })).status,
    422,
  )
})

test("changing a password requires the current one, and the new one must follow the rules", async () => {
  const { email, here } = await newClient()
  await choosePassword(here, email)
  const change = (form: Record<string, string>) => here.post("/portal/account/password", form)
  const fresh_password = "amber window lantern"
  assert.equal((await change({ password: fresh_password })).status, 422)
  const wrong = await change({ password: fresh_password, current_password: "not it" })
  assert.match(wrong.html, /This is not your current password/)
  for (const weak of ["1234567890", "P@ssw0rd2026", "Quintana1987", "Hartwell&Pryce"])
    assert.equal((await change({ password: weak, current_password: password })).status, 422, weak)
  assert.equal((await change({ password: fresh_password, current_password: password })).status, 303)
  assert.deepEqual((await notices(email)).at(-1), "Your password was changed")
})

test("changing an email address requires a proof and a code, and notifies the old address", async () => {
  const { firm, email, here, isThere } = await newClient()
  await choosePassword(here, email)
  const next = fresh()
  const field = (form: Record<string, string>) => here.post("/portal/account/email", form)
  assert.equal((await field({ email: next })).status, 422)
  assert.equal((await field({ email: next, current_password: "not it" })).status, 422)
  assert.equal((await field({ email: "no such", current_password: password })).status, 422)
  assert.deepEqual(await subjectsTo(service, next), [])
  const response = await field({ email: next, current_password: password })
  assert.equal(response.location, "/portal/account/email/confirmation")
  assert.match((await here.get("/portal/account")).html, new RegExp(email.replaceAll(".", "\\.")))
  const code = await lastCodeTo(service, next)
  const confirm = (typed: string) => here.post("/portal/account/email/confirmation", { code: typed })
  assert.equal((await confirm(code === "000000" ? "000001" : "000000")).status, 422)
  assert.equal((await confirm(code)).location, "/portal/account?saved=yes")
  assert.match((await here.get("/portal/account")).html, new RegExp(next.replaceAll(".", "\\.")))
  assert.equal(await isThere(), false)
  assert.deepEqual((await notices(email)).at(-1), "Your email address was changed")
  assert.deepEqual(await notices(next), [], "the new address gets no notice")
  assert.deepEqual((await actionsOf(firm)).toReversed(), ["client_password_changed", "client_email_changed"])
})

test("a code sent to the old address is invalid once the address has changed", async () => {
  const { email, invite_key, here } = await newClient()
  await choosePassword(here, email)
  const next = fresh()
  const reader = newPortalBrowser(service)
  await here.post("/portal/account/email", { email: next, current_password: password })
  await reader.post(`/invite/${invite_key}/code`)
  const code = await lastCodeTo(service, email)
  await here.post("/portal/account/email/confirmation", { code: await lastCodeTo(service, next) })
  assert.equal((await reader.post(`/invite/${invite_key}/session`, { code })).status, 422)
  assert.equal((await reader.get("/portal")).status, 303)
})

test("without a password, changing an address requires a code sent to the current one", async () => {
  const { email, here } = await newClient()
  now = new Date(now.getTime() + 61_000)
  const next = fresh()
  assert.equal((await here.post("/portal/account/email", { email: next })).status, 422)
  assert.equal((await here.post("/portal/account/code", { to: "email" })).location, "/portal/account/email")
  const form = { email: next, proof_code: await lastCodeTo(service, email) }
  assert.equal((await here.post("/portal/account/email", form)).status, 303)
  assert.equal(
    (await here.post("/portal/account/email/confirmation", { code: await lastCodeTo(service, next) })).status,
    303,
  )
})

test("a Spanish client gets notices in Spanish", async () => {
  const { email, here } = await newClient({ lang: "es" })
  await choosePassword(here, email)
  assert.deepEqual(await notices(email), ["Se estableció una contraseña para su cuenta"])
})

test("a client’s codes are stored as hashes and belong to the matter", async () => {
  const { email, here } = await newClient()
  await here.post("/portal/account/code", { to: "password" })
  const stored = await service.db.forPlatform((tx) =>
    tx.all<{ matter_id: string | null; code_hash: string }>(
      sql`select matter_id, code_hash from mailed_codes where email = ${email}`,
    ),
  )
  assert.ok(stored.length > 0)
  assert.ok(
    stored.every(({ matter_id }) => matter_id !== null),
    "deleted with the matter",
  )
  assert.ok(stored.every(({ code_hash }) => !/^\d{6}$/.test(code_hash)))
})

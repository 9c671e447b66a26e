// Who is notified of an inquiry, how, and how long its data is stored.
import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { mailsTo, newStartPage, sendForm, sendInquiry, zoe } from "../../../test/harness/start-page.ts"
import { changeSettings } from "../../firm/firms/firms.ts"
import { removeOldAttempts } from "../../firm/users/sign-in/attempts.ts"
import { changeMember } from "../../firm/users/team.ts"
import { changePreferences, createStaff } from "../../firm/users/users.ts"
import { sql } from "../../platform/db/sql.ts"
import { removeOldMails } from "../../platform/mail/pruning.ts"
import { sendDigests } from "../digests/digests.ts"
import { listInquiries, removeOldInquiries } from "./inquiries.ts"

let now = new Date("2026-03-02T09:30:00Z")
const service = provideService({ clock: () => now, own_database: true, is_mailing: true })

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
const day_s = 24 * 3_600
let count = 0
const admin_email = "ada.admin@example.com"

/** Ruth sees all matters, Max only assigned ones, and there is the admin; an inquiry has been sent. */
async function newOffice() {
  const firm = await service.newFirm("Hartwell & Pryce")
  const { url } = await newStartPage(firm)
  const { ruth, max } = await firm.run(async (tx) => {
    const ruth = await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" })
    const max = await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" })
    await changeMember(tx, max, { assigned_matters_only: true })
    for (const id of [ruth, max]) await changePreferences(tx, id, { notify_inquiry: "foyer" })
    return { ruth, max }
  })
  const send = async () => {
    wait(3_600)
    await sendInquiry(service, firm, { url, wait, person: { ...zoe, email: `zoe${++count}@example.com` } })
    const { rows } = await firm.run((tx) => listInquiries(tx, { page: 1, limit: 9, offset: 0 }))
    return rows.at(-1)?.id ?? ""
  }
  const rule = (audience: string) =>
    firm.run((tx) => changeSettings(tx, firm.firm_id, { notifications: { inquiry: audience } }))
  return { firm, url, ruth, max, admin: firm.admin.user_id, send, rule }
}

const bellOf = async (firm: TestFirm, user_id: string) => {
  const { text } = await (await newStaffBrowser(service, firm, user_id))("GET", "/console/inbox")
  const unread = /(\d+)<span class="visually-hidden"> unread/.exec(text)?.[1] ?? "0"
  return [unread, (text.match(/New inquiry: /g) ?? []).length] as const
}

test("an inquiry is under the bell of the admins until they open it, and of colleagues if the rule says so", async () => {
  const { firm, ruth, max, admin, send, rule } = await newOffice()
  const first = await send()
  assert.deepEqual(await bellOf(firm, admin), ["1", 1])
  assert.deepEqual(await bellOf(firm, ruth), ["0", 0])
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", "/console/inbox")
  assert.match(text, literally(`/console/inquiries/${first}`))
  assert.doesNotMatch(text, /\b(Zoe|Marsh)\b/)
  await staff("GET", `/console/inquiries/${first}`)
  assert.deepEqual(await bellOf(firm, admin), ["0", 1])
  await rule("all")
  await send()
  assert.deepEqual(await bellOf(firm, ruth), ["1", 1])
  assert.deepEqual(await bellOf(firm, max), ["0", 0])
  await rule("none")
  await send()
  assert.deepEqual(await bellOf(firm, admin), ["1", 2])
  await staff("POST", "/console/inbox/reading", { until: now.toISOString() })
  assert.deepEqual(await bellOf(firm, admin), ["0", 2])
})

test("a colleague who becomes limited to assigned matters no longer sees inquiries", async () => {
  const { firm, ruth, send, rule } = await newOffice()
  await rule("all")
  await send()
  await firm.run((tx) => changeMember(tx, ruth, { assigned_matters_only: true }))
  assert.deepEqual(await bellOf(firm, ruth), ["0", 0])
})

test("the notification is deleted with the inquiry", async () => {
  const { firm, admin, send } = await newOffice()
  const id = await send()
  const staff = await newStaffBrowser(service, firm)
  assert.equal((await staff("POST", `/console/inquiries/${id}/acceptance`, {})).status, 303)
  wait(1.1 * day_s)
  await service.db.forPlatform(removeOldInquiries)
  assert.deepEqual(await bellOf(firm, admin), ["0", 0])
})

test("everyone chooses the channel: with the summary there is no email, and it has the waiting and new inquiries", async () => {
  const { firm, admin, send } = await newOffice()
  await firm.run((tx) => changePreferences(tx, admin, { notify_inquiry: "digest", digest: "daily" }))
  // 7:30 a.m. where the firm is, in New York.
  const day = new Date(now.getTime() + 2 * day_s * 1_000).toISOString().slice(0, 10)
  const morning = new Date(`${day}T12:30:00Z`)
  now = new Date(morning.getTime() - day_s * 1_000)
  await send()
  assert.deepEqual(await mailsTo(service, firm, admin_email), [])
  now = morning
  await sendDigests(service, firm.firm_id)
  const [summary] = await mailsTo(service, firm, admin_email)
  assert.match(summary?.text ?? "", /Waiting for you:\n• Inquiries: 1\n/)
  assert.match(summary?.text ?? "", /Since your last summary:\n• New inquiry: 1\n/)
  assert.doesNotMatch(summary?.text ?? "", /Zoe|Marsh/)
})

test("of a stranger who never enters the code, nothing is left after a day: no email, no code, no attempts", async () => {
  const { firm, url } = await newOffice()
  const email = `never${Date.now()}@example.com`
  wait(3_600)
  const { html } = await sendForm(newPortalBrowser(service), url, wait, { ...zoe, email })
  assert.match(html, /Enter the code/)
  const left = async () => {
    const key = service.ring.sign(`start_page address ${email}`, "sign_in_attempt")
    return service.db.forPlatform((tx) =>
      tx.one<{ mails: number; attempts: number }>(sql`
        select (select count(*)::integer from mails where recipient = ${email}) as mails,
               (select count(*)::integer from sign_in_attempts where key = ${key}) as attempts`),
    )
  }
  const cleanUp = async () => {
    await removeOldMails(service.db)
    await service.db.forPlatform(removeOldAttempts)
  }
  wait(day_s - 60)
  await cleanUp()
  assert.deepEqual(await left(), { mails: 1, attempts: 1 })
  wait(120)
  await cleanUp()
  assert.deepEqual(await left(), { mails: 0, attempts: 0 })
  assert.deepEqual(await firm.all(sql`select id from inquiries`), [])
})

test("the refusal email is deleted with the inquiry", async () => {
  const { firm, send } = await newOffice()
  const id = await send()
  const staff = await newStaffBrowser(service, firm)
  await staff("POST", `/console/inquiries/${id}/declining`, { tell: "on" })
  const recipient = `zoe${count}@example.com`
  const subjects = async () => (await mailsTo(service, firm, recipient)).map(({ subject }) => subject)
  wait(29.9 * day_s)
  await removeOldMails(service.db)
  assert.deepEqual(await subjects(), ["Your request to Hartwell & Pryce"])
  wait(0.2 * day_s)
  await removeOldMails(service.db)
  assert.deepEqual(await subjects(), [])
})

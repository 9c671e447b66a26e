import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newFirmWithIntake, newIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { changeSettings } from "../../firm/firms/firms.ts"
import { changeMember } from "../../firm/users/team.ts"
import { changePreferences, createStaff } from "../../firm/users/users.ts"
import { addNote, listNotes, removeOwnNote } from "../../follow-up/notes/notes.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { actAs } from "../../platform/db/act-as.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { listMails } from "../../platform/mail/outbox.ts"
import { assignMatter } from "../matters/assignment.ts"
import {
  addToInbox,
  inbox_days,
  listInbox,
  markInboxRead,
  markOpened,
  removeOldNotifications,
} from "./inbox.ts"
import { notifyStaff } from "./notify.ts"

let now = new Date("2026-03-02T09:30:00Z")
const service = provideService({ clock: () => now, own_database: true })

/** A matter and two colleagues; Max sees only his assigned matters. */
async function newOffice() {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const { ruth, max } = await firm.run(async (tx) => {
    await changeSettings(tx, firm.firm_id, { notifications: { submitted: "assigned", changed: "none" } })
    const ruth = await createStaff(tx, { email: "ruth@example.com", name: "Ruth Pryce", role: "member" })
    const max = await createStaff(tx, { email: "max@example.com", name: "Max Lee", role: "member" })
    await changeMember(tx, max, { assigned_matters_only: true })
    await assignMatter(tx, matter_id, ruth)
    return { ruth, max }
  })
  return { firm, matter_id, client, ruth, max, admin: firm.admin.user_id }
}

const as = <Result>(firm: TestFirm, user_id: string, work: (tx: Tx) => Promise<Result>) =>
  firm.run(async (tx) => {
    await actAs(tx, user_id)
    return work(tx)
  })
/** A user's notifications, unread ones with a star, and the unread count. */
const inboxOf = (firm: TestFirm, user_id: string) =>
  as(firm, user_id, async (tx) => {
    const { rows } = await listInbox(tx, { limit: 99, offset: 0 })
    const { unread } = await tx.one<{ unread: number }>(sql`select unread_notifications() as unread`)
    assert.equal(unread, rows.filter(({ is_unread }) => is_unread).length)
    return rows.map(({ kind, is_unread }) => (is_unread ? `${kind}*` : kind))
  })
const notify = (firm: TestFirm, matter_id: string, about: string, more = {}) =>
  firm.run((tx) => notifyStaff(tx, service, { kind: "submitted", matter_id, about, ...more }))

test("a colleague is notified of the same thing once, also after reading it", async () => {
  const { firm, matter_id, ruth } = await newOffice()
  const add = () =>
    firm.run((tx) => addToInbox(tx, { matter_id, kind: "access_changed", about: "audit_1" }, [ruth]))
  await add()
  await add()
  await firm.run((tx) => tx.run(sql`update staff_notifications set read_at = ${tx.now}`))
  await add()
  const rows = await firm.all(sql`select user_id, read_at from staff_notifications`)
  assert.deepEqual(rows, [{ user_id: ruth, read_at: now }])
})

test("every recipient of an email is also notified in the console, once, and no one of their own actions", async () => {
  const { firm, matter_id, ruth, max, admin } = await newOffice()
  await notify(firm, matter_id, "one")
  await notify(firm, matter_id, "one")
  assert.deepEqual(await inboxOf(firm, ruth), ["submitted*"])
  now = new Date(now.getTime() + 1_000)
  await notify(firm, matter_id, "two", { is_resubmission: true })
  await notify(firm, matter_id, "three", { caused_by: ruth })
  assert.deepEqual(await inboxOf(firm, ruth), ["submitted_again*", "submitted*"])
  await notify(firm, matter_id, "four", { kind: "changed" })
  assert.equal((await inboxOf(firm, ruth)).length, 2, "the firm notifies no one of changes")
  for (const other of [max, admin]) assert.deepEqual(await inboxOf(firm, other), [])
})

test("staff with email off are still notified in the console, and so are the admins who get the email instead", async () => {
  const { firm, matter_id, ruth, admin } = await newOffice()
  await firm.run((tx) => changePreferences(tx, ruth, { notify_submitted: "foyer" }))
  await notify(firm, matter_id, "one")
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 9, offset: 0 }))
  assertEach(rows, ({ recipient }) => recipient, ["ada.admin@example.com"])
  assert.deepEqual(await inboxOf(firm, ruth), ["submitted*"])
  assert.deepEqual(await inboxOf(firm, admin), ["submitted*"])
})

test("opening a matter reads one's own notifications of it; marking all as read stops at the last one shown", async () => {
  const { firm, matter_id, ruth, admin } = await newOffice()
  const other = await newIntake(firm)
  const show = (id: string, about: string) =>
    firm.run((tx) => addToInbox(tx, { matter_id: id, kind: "message", about }, [ruth, admin]))
  await show(matter_id, "one")
  await show(other.matter_id, "one")
  assert.equal(await as(firm, ruth, (tx) => markOpened(tx, { matter_id }, 2)), 1)
  assert.equal((await inboxOf(firm, ruth)).filter((row) => row === "message*").length, 1)
  assert.deepEqual(await inboxOf(firm, admin), ["message*", "message*"])
  const shown_at = now
  now = new Date(now.getTime() + 1_000)
  await show(matter_id, "later")
  await as(firm, ruth, (tx) => markInboxRead(tx, shown_at))
  assert.deepEqual(await inboxOf(firm, ruth), ["message*", "message", "message"])
  assert.equal((await inboxOf(firm, admin)).filter((row) => row === "message*").length, 3)
})

test("notifications of a matter one may no longer see neither show nor count, and are not marked as read", async () => {
  const { firm, matter_id, max } = await newOffice()
  await firm.run((tx) => assignMatter(tx, matter_id, max))
  await notify(firm, matter_id, "one")
  assert.deepEqual(await inboxOf(firm, max), ["submitted*"])
  await firm.run((tx) => assignMatter(tx, matter_id, null))
  assert.deepEqual(await inboxOf(firm, max), [])
  await as(firm, max, (tx) => markInboxRead(tx, now))
  await firm.run((tx) => assignMatter(tx, matter_id, max))
  assert.deepEqual(await inboxOf(firm, max), ["submitted*"])
})

test("a mention shows for the mentioned colleague, and is deleted with the note", async () => {
  const { firm, matter_id, ruth, admin } = await newOffice()
  const note = { text: "@Ruth, @Ada: call", assignee_id: null, due_date: null }
  await as(firm, admin, (tx) => addNote(tx, matter_id, note))
  assert.deepEqual(await inboxOf(firm, ruth), ["mentioned*"])
  assert.deepEqual(await inboxOf(firm, admin), [], "who wrote it")
  const [written] = await firm.run((tx) => listNotes(tx, matter_id))
  await as(firm, admin, (tx) => removeOwnNote(tx, matter_id, written?.id ?? ""))
  assert.deepEqual(await inboxOf(firm, ruth), [])
})

test("notifications are deleted and restored with their matter, and its client sees none", async () => {
  const { firm, matter_id, client, ruth } = await newOffice()
  await notify(firm, matter_id, "one")
  const seen = await firm.run(async (tx) => {
    await tx.one(sql`select set_config('foyer.matter_id', ${matter_id}, true) as matter_id`)
    return tx.all(sql`select from staff_notifications`)
  }, client)
  assert.deepEqual(seen, [])
  const deletion = await firm.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Asked for" }))
  assert.deepEqual(await firm.all(sql`select from staff_notifications`), [])
  await firm.run((tx) => restoreMatter(tx, service.ring, deletion))
  assert.deepEqual(await inboxOf(firm, ruth), ["submitted*"])
})

test("notifications are deleted after 90 days, newer ones are not", async () => {
  const { firm, matter_id, ruth } = await newOffice()
  const start = now
  await notify(firm, matter_id, "old")
  now = new Date(start.getTime() + 1_000)
  await notify(firm, matter_id, "new", { is_resubmission: true })
  now = new Date(start.getTime() + inbox_days * 86_400_000 + 500)
  await removeOldNotifications(service.db)
  assert.deepEqual(await inboxOf(firm, ruth), ["submitted_again*"])
})

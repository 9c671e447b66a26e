// The daily summary: who gets it, when by the firm's clock, and what it may contain.

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { literally } from "../../../test/harness/literally.ts"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { changeFirm, changeSuspension } from "../../firm/firms/firms.ts"
import { changeMember } from "../../firm/users/team.ts"
import { changePreferences, createStaff } from "../../firm/users/users.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { markSubmitted } from "../../intake/matters/lifecycle.ts"
import { renameMatter } from "../../intake/matters/matters.ts"
import { restrictMatter } from "../../intake/matters/parties/access-list.ts"
import { markOpened } from "../../intake/notifications/inbox.ts"
import { notifyStaff } from "../../intake/notifications/notify.ts"
import { actAs } from "../../platform/db/act-as.ts"
import { sql } from "../../platform/db/sql.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { sendDigests } from "./digests.ts"

// 7:30 a.m. on a Friday where the firm is, in New York.
const friday = new Date("2027-03-05T12:30:00Z")
let now = friday
const service = provideService({ clock: () => now })

/** Ruth has a submitted matter and wants a summary; so does Max, who sees only his own matters and has none. */
async function newOffice(digest = "daily") {
  now = new Date(friday.getTime() - 24 * 3_600_000)
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const ids = await firm.run(async (tx) => {
    const ruth = await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" })
    const max = await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" })
    await changeMember(tx, max, { assigned_matters_only: true })
    for (const id of [ruth, max])
      await changePreferences(tx, id, { digest, notify_scope: "all", notify_submitted: "digest" })
    await renameMatter(tx, matter_id, "Larkspur, Ada")
    await assignMatter(tx, matter_id, ruth)
    return { ruth, max }
  })
  const submit = () => firm.run((tx) => markSubmitted(tx, matter_id), client)
  const addNotification = (about: string) =>
    firm.run((tx) => notifyStaff(tx, service, { kind: "submitted", matter_id, about }))
  return { firm, matter_id, ids, submit, addNotification }
}

/** How many summaries are sent at that time. */
function sendAt(moment: string | Date, firm: TestFirm): Promise<number> {
  now = new Date(moment)
  return sendDigests(service, firm.firm_id)
}

async function summariesIn(firm: TestFirm) {
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))
  const found = rows.filter(({ subject }) => subject.startsWith("Daily summary")).toReversed()
  return Promise.all(found.map(({ id }) => firm.run((tx) => getMail(tx, service.ring, id))))
}

test("the summary has the numbers of waiting matters and recent events, with links, and names no matter or client", async () => {
  const { firm, submit, addNotification } = await newOffice()
  await submit()
  await addNotification("one")
  await addNotification("two")
  assert.equal(await sendAt(friday, firm), 1)
  const [mail, ...others] = await summariesIn(firm)
  assert.ok(mail)
  assert.equal(others.length, 0)
  assert.equal(mail.recipient, "ruth@example.com")
  assert.equal(mail.subject, "Daily summary: 2 new, and matters are waiting")
  assert.match(mail.text, /Waiting in the firm:\n• Submitted, not read: 1\n/)
  assert.match(mail.text, /Since your last summary:\n• Submitted: 2\n/)
  assert.match(mail.text, literally(`${service.base_url}/console?of=firm`))
  assert.match(mail.text, literally(`${service.base_url}/console/inbox`))
  assert.doesNotMatch(mail.text + mail.html + mail.subject, /Larkspur|Smith|Ada|matter_/)
})

test("it is sent once a day however many workers run, and counts each event once", async () => {
  const { firm, submit, addNotification } = await newOffice()
  await submit()
  await addNotification("one")
  now = friday
  const counts = await Promise.all([1, 2, 3].map(() => sendDigests(service, firm.firm_id)))
  assert.deepEqual(counts.toSorted(), [0, 0, 1])
  assert.equal(await sendAt("2027-03-05T16:00:00Z", firm), 0)
  assert.equal(await sendAt("2027-03-06T12:30:00Z", firm), 1)
  const texts = (await summariesIn(firm)).map(({ text }) => text)
  assertEach(texts, (text) => text.includes("Since your last summary"), [true, false])
})

test("a summary that fails to be stored leaves its day and its events for the next attempt", async () => {
  const { firm, submit, addNotification, ids } = await newOffice()
  await submit()
  await addNotification("one")
  now = friday
  const log = { error: () => undefined } as unknown as TestService["log"]
  const ring = Object.assign(Object.create(service.ring) as TestService["ring"], {
    seal: () => {
      throw new Error("stop")
    },
  })
  assert.equal(await sendDigests({ ...service, ring, log }, firm.firm_id), 0)
  assert.equal(await sendDigests(service, firm.firm_id), 1)
  assert.match((await summariesIn(firm))[0]?.text ?? "", /• Submitted: 1\n/)
  assert.ok(ids.ruth)
})

test("nothing is sent when nothing waits and nothing is new, or when the events were read meanwhile", async () => {
  const { firm, matter_id, ids, addNotification } = await newOffice()
  assert.equal(await sendAt(friday, firm), 0)
  await addNotification("one")
  await firm.run(async (tx) => {
    await actAs(tx, ids.ruth)
    await markOpened(tx, { matter_id }, 1)
  })
  assert.equal(await sendAt("2027-03-06T12:30:00Z", firm), 0)
  assert.deepEqual(await summariesIn(firm), [])
})

test("it counts only what its reader may see when it is sent: not the entire firm, nor a reassigned matter", async () => {
  const { firm, matter_id, ids, submit, addNotification } = await newOffice()
  await submit()
  await firm.run((tx) => assignMatter(tx, matter_id, ids.max))
  await addNotification("one")
  await firm.run((tx) => assignMatter(tx, matter_id, ids.ruth))
  assert.equal(await sendAt(friday, firm), 1)
  assertEach(await summariesIn(firm), ({ recipient }) => recipient, ["ruth@example.com"])
  await firm.run((tx) => assignMatter(tx, matter_id, ids.max))
  await addNotification("two")
  assert.equal(await sendAt("2027-03-06T12:30:00Z", firm), 2)
  const ofMax = (await summariesIn(firm)).find(({ recipient }) => recipient === "max@example.com")
  assert.match(ofMax?.text ?? "", /Waiting for you:\n• Submitted, not read: 1\n/)
  assert.match(ofMax?.text ?? "", /• Submitted: 1\n/)
})

test("a restricted matter hidden from the reader is not counted, even with the scope of the entire firm", async () => {
  const { firm, matter_id, ids, submit, addNotification } = await newOffice()
  await submit()
  await addNotification("one")
  await firm.run((tx) => assignMatter(tx, matter_id, null))
  await firm.run((tx) => restrictMatter(tx, matter_id, [firm.admin.user_id]))
  assert.equal(await sendAt(friday, firm), 0)
  await firm.run((tx) => restrictMatter(tx, matter_id, [ids.ruth]))
  assert.equal(await sendAt("2027-03-06T12:30:00Z", firm), 1)
  assert.match((await summariesIn(firm))[0]?.text ?? "", /not read: 1\n[\s\S]*• Submitted: 1\n/)
})

test("it is sent in the firm's morning, even right after a clock change", async () => {
  const { firm, submit } = await newOffice()
  await submit()
  // Daylight saving time starts in New York on Sunday, March 14, 2027, at 2 a.m.
  for (const [moment, sent] of [
    ["2027-03-13T11:59:00Z", 0],
    ["2027-03-13T12:00:00Z", 1],
    ["2027-03-14T10:59:00Z", 0],
    ["2027-03-14T11:00:00Z", 1],
    ["2027-03-15T16:01:00Z", 0],
    // It ends on November 7.
    ["2027-11-07T11:59:00Z", 0],
    ["2027-11-07T12:00:00Z", 1],
  ] as const)
    assert.equal(await sendAt(moment, firm), sent, moment)
  await firm.run((tx) => changeFirm(tx, { time_zone: "Asia/Kathmandu" }))
  assert.equal(await sendAt("2027-11-09T01:14:00Z", firm), 0)
  assert.equal(await sendAt("2027-11-09T01:15:00Z", firm), 1)
})

test("on weekdays only, Monday's summary includes the weekend; turned off, none is sent", async () => {
  const { firm, addNotification } = await newOffice("weekdays")
  assert.equal(await sendAt("2027-03-06T12:30:00Z", firm), 0)
  await addNotification("one")
  assert.equal(await sendAt("2027-03-07T12:30:00Z", firm), 0)
  assert.equal(await sendAt("2027-03-08T12:30:00Z", firm), 1)
  assert.match((await summariesIn(firm))[0]?.text ?? "", /• Submitted: 1\n/)

  const off = await newOffice("off")
  await off.submit()
  assert.equal(await sendAt(friday, off.firm), 0)
})

test("staff who have left, have no address, or whose firm is suspended get none", async () => {
  const ends: ((firm: TestFirm, ruth: string) => Promise<unknown>)[] = [
    (firm, ruth) => firm.run((tx) => changeMember(tx, ruth, { active: false })),
    (firm, ruth) => firm.write(sql`update users set email = '' where id = ${ruth}`),
    (firm) => service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true)),
  ]
  for (const end of ends) {
    const { firm, ids, submit } = await newOffice()
    await submit()
    await end(firm, ids.ruth)
    assert.equal(await sendAt(friday, firm), 0, String(end))
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../test/harness/literally.ts"
import { queuedJobs } from "../../../test/harness/queued-jobs.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { startSmtpServer } from "../../../test/harness/smtp-server.ts"
import { changeSettings, getFirm } from "../../firm/firms/firms.ts"
import { changeMember } from "../../firm/users/team.ts"
import { changePreferences, createStaff } from "../../firm/users/users.ts"
import { whyWithheld } from "../../operations/system/withheld-mails.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { openMailer } from "../../platform/mail/mailer.ts"
import { getMail, listMails } from "../../platform/mail/outbox.ts"
import { sendQueuedMails } from "../../platform/mail/sending.ts"
import { saveAnswer } from "../answers/answers.ts"
import { assignMatter } from "../matters/assignment.ts"
import { changeFiling } from "../matters/filing/filing.ts"
import { correctAddress } from "../matters/invitations/invitation-address.ts"
import { createInvitation, revokeInvitation } from "../matters/invitations/invitations.ts"
import { closeMatter, markStarted, markSubmitted } from "../matters/lifecycle.ts"
import { restrictMatter } from "../matters/parties/access-list.ts"
import { sendReminder } from "../reminders/reminders.ts"
import { notifyOfLaterChanges, quiet_minutes } from "./later-changes.ts"
import { notifyOfEvents } from "./notify.ts"
import { unnotifiedAmong } from "./recipients.ts"
import { byKind, type NotificationRules, notificationKinds } from "./rules.ts"

let now = new Date("2027-03-02T15:00:00Z")
const service = provideService({ clock: () => now })

const advance = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

interface Office {
  firm: TestFirm
  intake: SampleIntake
  /** Ids by first name; Max sees only his assigned matters, Eve has left. */
  ids: Record<"max" | "ruth" | "eve", string>
}

async function office(rules: Partial<NotificationRules>): Promise<Office> {
  const firm = await service.newFirm()
  const ids = await firm.run(async (tx) => {
    await changeSettings(tx, firm.firm_id, { notifications: rules })
    const [max, ruth, eve] = [
      await createStaff(tx, { email: "max@example.com", name: "Max", role: "member" }),
      await createStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" }),
      await createStaff(tx, { email: "eve@example.com", name: "Eve", role: "member" }),
    ]
    await changeMember(tx, max, { assigned_matters_only: true })
    await changeMember(tx, eve, { active: false })
    return { max, ruth, eve }
  })
  return { firm, ids, intake: await newIntake(firm) }
}

/** Runs the client's actions, and notifies staff of the events with the given number of workers. */
async function asClient({ firm, intake }: Office, work: Parameters<TestFirm["run"]>[0], workers = 1) {
  await firm.run(work, { user_id: intake.client.user_id })
  await notifyOfAllEvents(firm, workers)
}

async function notifyOfAllEvents(firm: TestFirm, workers = 1) {
  const events = await firm.all<{ firm_id: string; event_id: string }>(
    sql`select firm_id, id as event_id from events order by id`,
  )
  await Promise.all(Array.from({ length: workers }, () => notifyOfEvents(service, events)))
}

const page = { page: 1, limit: 100, offset: 0 }
const mailsOf = async ({ firm }: Office) =>
  (await firm.run((tx) => listMails(tx, service.ring, page))).rows
    .map(({ recipient, subject }) => `${recipient}: ${subject}`)
    .toSorted()

test("the firm's rule decides whether everyone, the assignee or no one is notified", async () => {
  const all = await office({ submitted: "all" })
  await asClient(all, (tx) => markSubmitted(tx, all.intake.matter_id))
  assert.deepEqual(await mailsOf(all), [
    "ada.admin@example.com: Submitted: Smith",
    "ruth@example.com: Submitted: Smith",
  ])

  const assigned = await office({ started: "none", submitted: "assigned" })
  await assigned.firm.run(async (tx) => {
    await assignMatter(tx, assigned.intake.matter_id, assigned.ids.max)
    await changePreferences(tx, assigned.ids.max, { notify_started: "email" })
  })
  await asClient(assigned, (tx) => markStarted(tx, assigned.intake.matter_id))
  await asClient(assigned, (tx) => markSubmitted(tx, assigned.intake.matter_id))
  assert.deepEqual(await mailsOf(assigned), ["max@example.com: Submitted: Smith"])
})

test("an email to staff names the file, the assignee and the due day", async () => {
  const named = await office({ submitted: "assigned" })
  const { matter_id } = named.intake
  await named.firm.run(async (tx) => {
    await assignMatter(tx, matter_id, named.ids.max)
    await changeFiling(tx, matter_id, { file_number: "HP-2107", due_on: "2026-12-08", tags: [] })
  })
  await asClient(named, (tx) => markSubmitted(tx, matter_id))
  const text = await named.firm.run(async (tx) => {
    const [mail] = (await listMails(tx, service.ring, page)).rows
    return JSON.stringify(await getMail(tx, service.ring, mail?.id ?? ""))
  })
  assert.match(text, /File HP-2107 · Assigned to Max · Due December 8, 2026/)
})

test("a colleague who may not see the matter, has left, or has email off gets no email", async () => {
  const team = await office({ submitted: "all" })
  await team.firm.run((tx) => changePreferences(tx, team.ids.ruth, { notify_submitted: "foyer" }))
  await asClient(team, (tx) => markSubmitted(tx, team.intake.matter_id))
  assert.deepEqual(await mailsOf(team), ["ada.admin@example.com: Submitted: Smith"])
})

test("a matter without a reachable assignee notifies the admins", async () => {
  const unassigned = await office({ submitted: "assigned" })
  await asClient(unassigned, (tx) => markSubmitted(tx, unassigned.intake.matter_id))
  assert.deepEqual(await mailsOf(unassigned), ["ada.admin@example.com: Submitted: Smith"])

  const assigned = async (then: (team: Office) => Promise<unknown>) => {
    const team = await office({ submitted: "assigned" })
    await team.firm.run((tx) => assignMatter(tx, team.intake.matter_id, team.ids.ruth))
    await then(team)
    await asClient(team, (tx) => markSubmitted(tx, team.intake.matter_id))
    return mailsOf(team)
  }
  const left = await assigned(({ firm, ids }) => firm.call(changeMember, ids.ruth, { active: false }))
  assert.deepEqual(left, ["ada.admin@example.com: Submitted: Smith"])
  const off = await assigned(({ firm, ids }) =>
    firm.call(changePreferences, ids.ruth, { notify_submitted: "foyer" }),
  )
  assert.deepEqual(off, ["ada.admin@example.com: Submitted: Smith"])
  const team = await assigned(async () => undefined)
  assert.deepEqual(team, ["ruth@example.com: Submitted: Smith"])
})

test("when the assignee caused the event, no admin is notified in their place", async () => {
  const team = await office({ submitted: "assigned" })
  await team.firm.run((tx) => assignMatter(tx, team.intake.matter_id, team.firm.admin.user_id))
  await team.firm.run((tx) => markSubmitted(tx, team.intake.matter_id))
  await notifyOfAllEvents(team.firm)
  assert.deepEqual(await mailsOf(team), [])
})

test("a matter counts as unnotified only if not even an admin could be notified", async () => {
  const team = await office({ submitted: "assigned" })
  const { firm, ids, intake } = team
  const noMails = Object.fromEntries(notificationKinds.map((kind) => [`notify_${kind}`, "foyer"]))
  const unnotified = () =>
    firm.run(async (tx) => {
      const { settings } = await getFirm(tx)
      const rows = await tx.all<{ id: string }>(unnotifiedAmong([intake.matter_id], settings))
      return rows.map(({ id }) => id)
    })
  assert.deepEqual(await unnotified(), [])
  await firm.run((tx) => changePreferences(tx, firm.admin.user_id, noMails))
  assert.deepEqual(await unnotified(), [intake.matter_id])
  await firm.run((tx) => assignMatter(tx, intake.matter_id, ids.max))
  assert.deepEqual(await unnotified(), [])
  await firm.run((tx) => changeMember(tx, ids.max, { active: false }))
  assert.deepEqual(await unnotified(), [intake.matter_id])
  const none = byKind(() => "none")
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { notifications: none }))
  assert.deepEqual(await unnotified(), [], "the firm chose so")
})

test("each event is notified once, however many workers handle it, however often", async () => {
  const team = await office({ submitted: "all" })
  await asClient(team, (tx) => markSubmitted(tx, team.intake.matter_id), 4)
  await notifyOfAllEvents(team.firm)
  assert.equal((await mailsOf(team)).length, 2)
  await asClient(team, (tx) => markSubmitted(tx, team.intake.matter_id))
  assert.deepEqual(
    (await mailsOf(team)).filter((mail) => mail.includes("again")),
    ["ada.admin@example.com: Submitted again: Smith", "ruth@example.com: Submitted again: Smith"],
  )
})

test("a client's action enqueues the notification in its own transaction", async () => {
  const { firm, intake } = await office({ submitted: "all" })
  const jobs = async () => (await queuedJobs("notify-staff", firm.firm_id)).length
  const submit = (work: () => void) =>
    firm.run(async (tx) => {
      await markSubmitted(tx, intake.matter_id)
      work()
    })
  await assert.rejects(
    submit(() => {
      throw new Error("stop")
    }),
  )
  assert.equal(await jobs(), 0)
  await submit(() => {})
  assert.equal(await jobs(), 1)
})

test("the email has the matter's name and a link, and nothing the client wrote", async () => {
  const team = await office({ submitted: "all" })
  const { matter_id, ids, main } = team.intake
  await asClient(team, (tx) =>
    saveAnswer(tx, service.ring, matter_id, { question_id: ids.ssn, about: main, value: "078-05-1120" }),
  )
  await asClient(team, (tx) => markSubmitted(tx, matter_id))
  const { rows } = await team.firm.run((tx) => listMails(tx, service.ring, page))
  const mail = await team.firm.run((tx) => getMail(tx, service.ring, rows[0]?.id ?? ""))
  assert.match(mail.text, literally(`${service.base_url}/console/matters/${matter_id}`))
  // The random digits of an id may contain those of the answer.
  const words = (mail.text + mail.html).replaceAll(matter_id, "")
  assert.doesNotMatch(words, /\b(Ada|Ben|078|1120|Social)\b/)
})

const changed = (team: Office, value: boolean) =>
  asClient(team, (tx) =>
    saveAnswer(tx, service.ring, team.intake.matter_id, { question_id: team.intake.ids.has_will, value }),
  )
const notifyOfChanges = ({ firm }: Office) => notifyOfLaterChanges(service, firm.firm_id)

test("a delayed email is not sent to those who lost access or left meanwhile, and is sent to the others", async () => {
  const team = await office({ submitted: "all" })
  const { firm, ids, intake } = team
  const mia = await firm.call(createStaff, { email: "mia@example.com", name: "Mia", role: "member" })
  const leo = await firm.call(createStaff, { email: "leo@example.com", name: "Leo", role: "member" })
  await asClient(team, (tx) => markSubmitted(tx, intake.matter_id))
  const written = ["ada.admin", "leo", "mia", "ruth"].map((name) => `${name}@example.com: Submitted: Smith`)
  assert.deepEqual(await mailsOf(team), written)
  await firm.run(async (tx) => {
    await restrictMatter(tx, intake.matter_id, [firm.admin.user_id, mia, leo])
    await changeMember(tx, mia, { assigned_matters_only: true })
    await changeMember(tx, leo, { active: false })
  })
  const server = await startSmtpServer()
  const mailer = openMailer({ smtp_url: server.url, from: "Foyer <foyer@intake.example>" })
  const waiting = (await firm.run((tx) => listMails(tx, service.ring, page))).rows
  const sending = { ...service, mailer, whyWithheld }
  const send = () =>
    sendQueuedMails(
      sending,
      waiting.map(({ id: mail_id }) => ({ firm_id: firm.firm_id, mail_id })),
    )
  await send()
  const sent_to = () => server.received.flatMap(({ recipients }) => recipients)
  assert.deepEqual(sent_to(), ["<ada.admin@example.com>"])
  const { rows } = await firm.run((tx) => listMails(tx, service.ring, page))
  assert.deepEqual(
    rows.filter(
      ({ fault }) =>
        fault === "Not sent: the recipient lost access to the matter after this email was written.",
    ).length,
    3,
    "the outbox has the reason",
  )
  await firm.run((tx) => restrictMatter(tx, intake.matter_id, [firm.admin.user_id, ids.ruth]))
  await send()
  assert.deepEqual(sent_to(), ["<ada.admin@example.com>", "<ruth@example.com>"])
})

test("a delayed email to a client is not sent after the link was revoked or its address corrected", async () => {
  const { firm, intake } = await office({})
  const { matter_id } = intake
  const send = async (change: (tx: Tx, id: string) => Promise<unknown>) => {
    const id = await firm.run(async (tx) => {
      const invited = await createInvitation(tx, service, {
        matter_id,
        party: "helper",
        email: "hal@example.com",
      })
      await sendReminder(tx, service, { invitation_id: invited.id, step: null })
      return invited.id
    })
    await firm.run((tx) => change(tx, id))
    const server = await startSmtpServer()
    const mailer = openMailer({ smtp_url: server.url, from: "Foyer <foyer@intake.example>" })
    const [mail] = (await firm.run((tx) => listMails(tx, service.ring, page))).rows
    await sendQueuedMails({ ...service, mailer, whyWithheld }, [
      { firm_id: firm.firm_id, mail_id: mail?.id ?? "" },
    ])
    return server.received.length
  }
  assert.equal(await send(async () => undefined), 1)
  assert.equal(await send(revokeInvitation), 0)
  assert.equal(await send((tx, id) => correctAddress(tx, service, id, "hal.right@example.com")), 0)
})

test("changes after submission come in one email, once the client has stopped, and at most once a day", async () => {
  const team = await office({ submitted: "none", changed: "all" })
  await changed(team, true)
  await asClient(team, (tx) => markSubmitted(tx, team.intake.matter_id))
  advance(quiet_minutes + 1)
  assert.equal(await notifyOfChanges(team), 0, "nothing has changed since")

  await changed(team, false)
  advance(quiet_minutes - 10)
  await changed(team, true)
  advance(quiet_minutes - 10)
  assert.equal(await notifyOfChanges(team), 0, "the client is still active")
  advance(11)
  const counts = await Promise.all([1, 2, 3].map(() => notifyOfChanges(team)))
  assert.deepEqual(counts.toSorted(), [0, 0, 1])
  assert.deepEqual(await mailsOf(team), [
    "ada.admin@example.com: Changed since submission: Smith",
    "ruth@example.com: Changed since submission: Smith",
  ])

  await changed(team, false)
  advance(quiet_minutes + 1)
  assert.equal(await notifyOfChanges(team), 0, "one email a day is enough")
  advance(24 * 60 - quiet_minutes)
  assert.equal(await notifyOfChanges(team), 1)
  for (const minutes of [0, 25 * 60]) {
    advance(minutes)
    assert.equal(await notifyOfChanges(team), 0, "each change is told of once")
  }
})

test("staff's changes, resubmitted changes and changes in a closed matter cause no notification", async () => {
  const team = await office({ submitted: "none", changed: "all" })
  const { matter_id, ids } = team.intake
  await asClient(team, (tx) => markSubmitted(tx, matter_id))
  advance(1)
  await team.firm.call(saveAnswer, service.ring, matter_id, { question_id: ids.has_will, value: true })
  advance(quiet_minutes + 1)
  assert.equal(await notifyOfChanges(team), 0)

  await changed(team, false)
  advance(1)
  await asClient(team, (tx) => markSubmitted(tx, matter_id))
  advance(quiet_minutes + 1)
  assert.equal(await notifyOfChanges(team), 0)

  await changed(team, true)
  await team.firm.run((tx) => closeMatter(tx, matter_id))
  advance(quiet_minutes + 1)
  assert.equal(await notifyOfChanges(team), 0)
})

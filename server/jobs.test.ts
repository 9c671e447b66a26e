// All background work, as a server runs it.

import assert from "node:assert/strict"
import { before, test } from "node:test"
import pg from "pg"
import { Webhook } from "standardwebhooks"
import { addQuestionnaire } from "../test/harness/added-questionnaire.ts"
import { assertEach } from "../test/harness/assert-each.ts"
import { recordOne } from "../test/harness/recorded-event.ts"
import { newFirmWithIntake } from "../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../test/harness/service.ts"
import { startSmtpServer } from "../test/harness/smtp-server.ts"
import { newStaff } from "../test/harness/staff.ts"
import { waitUntil } from "../test/harness/wait-until.ts"
import { startWebhookReceiver } from "../test/harness/webhook-receiver.ts"
import { changeFirm, changeSettings } from "./firm/firms/firms.ts"
import { saveAnswer } from "./intake/answers/answers.ts"
import { createInvitation } from "./intake/matters/invitations/invitations.ts"
import { markSubmitted } from "./intake/matters/lifecycle.ts"
import { openJobs } from "./jobs.ts"
import { deleteMatter, getDeletion } from "./operations/deletions/deletions.ts"
import { getExport, requestExport } from "./outputs/exports/exports.ts"
import { sql } from "./platform/db/sql.ts"
import { newId } from "./platform/ids.ts"
import { enqueue } from "./platform/jobs/queue.ts"
import { openLog } from "./platform/log.ts"
import { listMails, queueMail } from "./platform/mail/outbox.ts"

const service = provideService({ own_database: true })
let connection: { connectionString: string }
before(async () => {
  connection = { connectionString: service.database_url }
})

const event_type = "intakeform.submitted"

function submit(firm: TestFirm) {
  const questionnaire = { id: newId("questionnaire"), internal_type: "Planning" }
  return firm.run((tx) => recordOne(tx, event_type, { id: newId("matter"), questionnaire }))
}

test("the worker delivers each event to its webhook once, signed, without polling", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  const { body: created } = await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type })
  for (let index = 0; index < 10; index += 1) {
    const event = await submit(firm)
    const requests = await receiver.waitFor(({ length }) => length === index + 1)
    const { body, headers } = requests[index] ?? assert.fail()
    assert.deepEqual(new Webhook(created.secret).verify(body, headers), {
      ...event,
      occurred_at: event.occured_at,
    })
  }
})

test("removing a subscription aborts its delivery in flight at once", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t, "silent")
  const firm = await service.newFirm()
  const { body: created } = await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type })
  await submit(firm)
  await receiver.waitFor((requests) => requests.length === 1)
  await firm.request("DELETE", `/v1/subscriptions/${created.id}`)
  await waitUntil(() => receiver.openConnectionCount() === 0, "the connection is still open")
  // The log shows that the attempt was aborted, and did not run into its timeout.
  const faults = () => firm.all<{ fault: string }>(sql`select fault from delivery_attempts`)
  await waitUntil(async () => (await faults()).length > 0, "the attempt is not in the log")
  assert.deepEqual(await faults(), [{ fault: "Sending was stopped." }])
})

test("the worker sends queued email without polling", async (t) => {
  const server = await startSmtpServer()
  const jobs = await openJobs({ ...service, config: { ...service.config, smtp_url: server.url }, connection })
  t.after(jobs.close)
  const firm = await service.newFirm()
  const content = { heading: "Hello", paragraphs: [], footer: "Bye" }
  await firm.run((tx) =>
    queueMail(tx, service.ring, { recipient: "ana@example.com", subject: `For ${firm.firm_id}`, ...content }),
  )
  await waitUntil(() => server.received.some(({ data }) => data.includes(firm.firm_id)), "no email came")
})

/** Waits until the firm's outbox holds an email with this subject. */
async function untilMailed(firm: TestFirm, subject: RegExp): Promise<void> {
  const mailed = async () =>
    (await firm.run((tx) => listMails(tx, service.ring, { page: 1, limit: 100, offset: 0 }))).rows.some(
      (mail) => subject.test(mail.subject),
    )
  await waitUntil(mailed, `no email ${subject}`)
}

test("the jobs email staff when a client submits, and when the client changes an answer later", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const { firm, matter_id, client, ids } = await newFirmWithIntake(service)
  await firm.call(changeSettings, firm.firm_id, { notifications: { submitted: "all", changed: "all" } })
  await firm.run((tx) => markSubmitted(tx, matter_id), client)
  await untilMailed(firm, /^Submitted: Smith/)
  await firm.run(
    (tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.has_will, value: true }),
    client,
  )
  // As if it had been hours ago.
  await firm.run(async (tx) => {
    await tx.run(sql`update changes set changed_at = changed_at - interval '3 hours'`)
    await tx.run(sql`update matters set submitted_at = submitted_at - interval '4 hours'`)
    await enqueue(tx, "notify-changes", {})
  })
  await untilMailed(firm, /^Changed since submission: Smith/)
})

test("the reminder job reminds the clients who are due", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const { firm, matter_id } = await newFirmWithIntake(service)
  await firm.run(async (tx) => {
    // Picks the time zone where it is noon: reminders are not sent at night.
    const ahead = 12 - tx.now.getUTCHours()
    await changeFirm(tx, { time_zone: `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}` })
    await changeSettings(tx, firm.firm_id, { reminders: { by_schedule: true } })
    const email = "ada@example.com"
    const { id } = await createInvitation(tx, service, { matter_id, party: "main", email })
    await tx.run(
      sql`update invitations set sent_at = ${tx.now}::timestamptz - interval '30 days' where id = ${id}`,
    )
    await enqueue(tx, "remind-clients", {})
  })
  await untilMailed(firm, /^Reminder: /)
})

test("what is due once a day or a week is made up for by a machine that was off", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const owner = new pg.Client(connection)
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    "select name from pgboss.schedule where cron !~ '^\\S+ \\*' and options ->> 'missed' is distinct from 'once'",
  )
  const { rows: all } = await owner.query("select from pgboss.schedule where options ->> 'missed' = 'once'")
  await owner.end()
  assert.deepEqual([rows, all.length], [[], 5])
})

test("the worker prepares a requested export", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const { firm, matter_id } = await newFirmWithIntake(service)
  const id = await firm.run((tx) =>
    requestExport(tx, {
      matter_id,
      kind: "tables",
      label: "Tables",
      filename: "tables.zip",
      content_type: "application/zip",
      request: {},
    }),
  )
  const viewer = { user_id: firm.admin.user_id, role: "admin", assigned_matters_only: false } as const
  const isReady = async () => (await firm.run((tx) => getExport(tx, viewer, id))).state === "ready"
  await waitUntil(isReady, "the export is not ready")
})

test("a job that sends heartbeats prepares the export of a firm's data", async (t) => {
  const firm = await service.newFirm()
  const staff = await newStaff(firm)
  const id = await firm.run(
    (tx) =>
      requestExport(tx, {
        matter_id: null,
        kind: "firm",
        label: "Everything",
        filename: "everything.zip",
        content_type: "application/zip",
        request: {},
      }),
    { user_id: staff.user_id },
  )
  const client = new pg.Client(connection)
  await client.connect()
  t.after(() => client.end())
  const { rows } = await client.query(
    "select heartbeat_seconds from pgboss.job where name = 'prepare-firm-export' and data->>'export_id' = $1",
    [id],
  )
  assert.deepEqual(rows, [{ heartbeat_seconds: 60 }])
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const viewer = { user_id: staff.user_id, role: "admin", assigned_matters_only: false } as const
  const isReady = async () => (await firm.run((tx) => getExport(tx, viewer, id))).state === "ready"
  await waitUntil(isReady, "the export is not ready")
})

test("the retention job purges matters that can no longer be restored", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const { firm, matter_id } = await newFirmWithIntake(service)
  const id = await firm.run(async (tx) => {
    const id = await deleteMatter(tx, service.ring, { matter_id, reason: "Test" })
    await tx.run(sql`update deletions set purge_at = ${tx.now} where id = ${id}`)
    await enqueue(tx, "retention", {})
    return id
  })
  const isPurged = async () => (await firm.run((tx) => getDeletion(tx, id))).purged_at !== null
  await waitUntil(isPurged, "the matter is still there")
})

test("background work recovers after the database drops every connection", async (t) => {
  const jobs = await openJobs({ ...service, connection })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type })
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`)
  await client.end()
  await waitUntil(() => submit(firm).catch(() => undefined), "the database is unavailable")
  await receiver.waitFor(({ length }) => length === 1)
})

interface Line {
  level: number
  msg: string
  queue?: string
  request_id?: string
  event_id?: string
  status?: number
}

test("the log carries the request's id on the jobs and webhook attempts it causes", async (t) => {
  const lines: Line[] = []
  const log = openLog("debug", { write: (line) => lines.push(JSON.parse(line)) })
  const jobs = await openJobs({ ...service, log, connection })
  t.after(jobs.close)
  const receiver = await startWebhookReceiver(t)
  const firm = await service.newFirm()
  await firm.request("POST", "/v1/subscriptions", { url: receiver.url, event_type: "intakeform.created" })
  const questionnaire_id = await firm.run((tx) => addQuestionnaire(tx))
  const body = { questionnaire_id, matter_name: "Smith" }
  const { headers } = await firm.request("POST", "/v1/matters/create", body)
  const [{ headers: sent } = assert.fail()] = await receiver.waitFor(({ length }) => length >= 1)
  const caused = () => lines.filter(({ request_id }) => request_id === headers["request-id"])
  await waitUntil(() => caused().length >= 2, "the log does not show both")
  // Either may be logged first: the webhook worker doesn't wait for the job to be marked as done.
  assert.deepEqual(
    caused()
      .map(({ msg, queue, event_id, status }) => [msg, queue ?? event_id, status])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
    [
      ["job done", "deliver-event", undefined],
      ["webhook sent", sent["webhook-id"], 204],
    ],
  )
  // A job that no request caused has no request id, and is logged at level debug only.
  await submit(firm)
  const delivered = () => lines.filter(({ queue }) => queue === "deliver-event")
  await waitUntil(() => delivered().length >= 2, "no second job")
  assertEach(delivered(), ({ level }) => level, [30, 20])
  assert.equal(caused().length, 2)
})

test("closing the jobs closes their database connections", async () => {
  const jobs = await openJobs({ ...service, connection })
  const held = async () => {
    const { count } = await service.db.forPlatform((tx) =>
      tx.one<{ count: number }>(sql`
        select count(*) from pg_stat_activity
         where datname = current_database() and application_name = 'pgboss'`),
    )
    return count
  }
  assert.ok((await held()) > 0)
  await jobs.close()
  await waitUntil(async () => (await held()) === 0, "a connection is still open")
})

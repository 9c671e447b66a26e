import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { createOwnDatabase } from "../../../test/harness/own-database.ts"
import { openTestService, provideService } from "../../../test/harness/service.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { readConfig } from "../../config.ts"
import { createEndpoint } from "../../outputs/webhooks/endpoints.ts"
import { openDatabase } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { findFreePort } from "../../platform/http/free-port.ts"
import { newId } from "../../platform/ids.ts"
import { acknowledgeFailures } from "../../platform/installation/acknowledging.ts"
import { enqueue } from "../../platform/jobs/queue.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import { openService, openWork } from "../../service.ts"
import { checkSystem } from "./checks.ts"
import { watchInstallation, watchSystem } from "./metrics.ts"

const service = provideService({ own_database: true })

/** Returns the value of the sample with this name and these labels in Prometheus' text format. */
function readSample(text: string, name: string): number | undefined {
  const line = text.split("\n").find((line) => line.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(" ").at(-1))
}

test("the metrics show what is waiting, what failed, what is stored, and the program and schema versions", async () => {
  const firm = await service.newFirm()
  const content = { heading: "Hello", paragraphs: ["Hi."], footer: "Bye" }
  for (const recipient of ["ana@example.com", "bo@example.com", "cy@example.com"]) {
    await firm.run((tx) => queueMail(tx, service.ring, { recipient, subject: "Hello", ...content }))
  }
  await firm.write(
    sql`update mails set fault = '451 Later', attempts = 1 where recipient = 'ana@example.com'`,
  )
  const url = "http://127.0.0.1:9/hook"
  await firm.request("POST", "/v1/subscriptions", { url, event_type: "intakeform.submitted" })
  await firm.write(sql`update webhook_endpoints set paused_at = now()`)

  await service.db.forPlatform((tx) =>
    tx.run(sql`
      insert into backups (id, folder, started_at, fault) values (${newId("backup")}, '/b', ${tx.now}, 'The disk is full.')`),
  )
  assert.match(
    await watchSystem(service).metrics(),
    /foyer_build_info\{version="\d+\.\d+\.\d+(-dev)?",node="[\d.]+",schema="\d{4}-[a-z-]+\.sql"\} 1/,
  )
  const text = await watchInstallation(service).metrics()
  assert.equal(readSample(text, 'foyer_mails{state="waiting"}'), 2)
  assert.equal(readSample(text, 'foyer_mails{state="failing"}'), 1)
  assert.equal(readSample(text, 'foyer_queue_jobs{queue="send-mail",state="waiting"}'), 3)
  assert.equal(readSample(text, 'foyer_webhook_endpoints{state="paused"}'), 1)
  assert.equal(readSample(text, 'foyer_webhook_deliveries{state="waiting"}'), 0)
  assert.equal(readSample(text, "foyer_stored_files"), 0)
  assert.equal(readSample(text, "foyer_damaged_files"), 0)
  assert.equal(readSample(text, "foyer_audit_logs_broken"), 0)
  assert.equal(readSample(text, "foyer_backup_faults"), 1)
  assert.ok((readSample(text, "foyer_database_bytes") ?? 0) > 1_000_000)
})

test("emails, deliveries and backups are counted by what they wait for, and how long ago", async (t) => {
  const now = new Date()
  const alone = await openTestService({ own_database: true, clock: () => now }, t)
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const week = 7 * 24 * 60
  const firm = await alone.newFirm()
  const url = "http://127.0.0.1:9/hook"
  const endpoint = { url, event_types: [], description: "", headers: [] }
  const { id: endpoint_id } = await firm.run((tx) => createEndpoint(tx, alone.ring, endpoint))
  const mail = (created: number, sent: number | null, fault: string | null, gave_up: number | null) => sql`
    insert into mails (id, recipient, subject, created_at, sent_at, fault, gave_up_at)
    values (${newId("mail")}, '', '', ${ago(created)}, ${sent === null ? null : ago(sent)}, ${fault},
            ${gave_up === null ? null : ago(gave_up)})`
  const delivery = (state: string, due: number | null, finished: number | null) => sql`
    insert into deliveries (id, endpoint_id, event_id, event_type, payload, state, created_at, next_try_at, finished_at)
    values (${newId("delivery")}, ${endpoint_id}, ${newId("event")}, '', '', ${state}, ${now},
            ${due === null ? null : ago(due)}, ${finished === null ? null : ago(finished)})`
  const backup = (started: number, finished: number | null, fault: string | null, missing = 0) => sql`
    insert into backups (id, folder, started_at, finished_at, fault, missing_files, check_faults)
    values (${newId("backup")}, '/b', ${ago(started)}, ${finished === null ? null : ago(finished)}, ${fault}, ${missing}, 2)`
  await firm.run(async (tx) => {
    for (const row of [
      mail(week - 1, null, null, null),
      mail(week, null, null, null),
      mail(5, null, "451 Later", null),
      mail(5, null, "451 Later", null),
      ...[59, 59, 59, 60].map((minutes) => mail(90, null, "550 No", minutes)),
      mail(90, null, "Not sent: the invitation was revoked.", 5),
      ...[0, 30, 59, 59, 60].map((minutes) => mail(90, minutes, minutes === 0 ? "451 Later" : null, null)),
      delivery("waiting", 5, null),
      delivery("waiting", 3, null),
      delivery("waiting", -10, null),
      delivery("sending", 50, null),
      delivery("sending", 50, null),
      ...[0, 100, week / 7 - 1, week / 7].map((minutes) => delivery("failed", null, minutes)),
      delivery("delivered", null, 1),
    ])
      await tx.run(row)
  })
  const samples = async () => {
    const text = await watchInstallation(alone).metrics()
    return (name: string) => readSample(text, name)
  }
  const of = await samples()
  const states = (name: string, ...of_states: string[]) =>
    of_states.map((state) => of(`${name}{state="${state}"}`))
  assert.deepEqual(states("foyer_mails", "waiting", "failing", "given_up", "sent"), [1, 2, 3, 4])
  assert.deepEqual(states("foyer_webhook_deliveries", "waiting", "sending", "failed"), [3, 2, 3])
  assert.equal(of("foyer_webhook_oldest_seconds"), 300)
  assert.equal(of("foyer_backup_timestamp_seconds"), undefined)
  assert.equal(of("foyer_backup_faults"), undefined)
  const add = (row: ReturnType<typeof backup>) => alone.db.forPlatform((tx) => tx.run(row))
  await add(backup(300, 290, null, 3))
  assert.equal((await samples())("foyer_backup_faults"), 5)
  await add(backup(100, null, "The disk is full."))
  const last = await samples()
  assert.equal(last("foyer_backup_faults"), 1)
  assert.equal(last("foyer_backup_timestamp_seconds"), ago(300).getTime() / 1_000)
})

test("a process's own metrics say whether its database, file store, and disk work", async () => {
  const text = await watchSystem(service).metrics()
  assert.equal(readSample(text, "foyer_database_up"), 1)
  assert.equal(readSample(text, "foyer_file_store_up"), 1)
  const [free = 0, size = 0] = ["free", "size"].map((state) =>
    readSample(text, `foyer_disk_bytes{state="${state}"}`),
  )
  assert.ok(free > 0 && free < size)
  assert.equal(readSample(text, "foyer_firms"), undefined)
})

test("failures count for a day, or until the operator acknowledges them", async () => {
  const own = await createOwnDatabase()
  let now = new Date()
  const alone = await openTestService({ database_url: own.url, clock: () => now })
  try {
    const firm = await alone.newFirm()
    const owner = new pg.Client({ connectionString: own.url })
    await owner.connect()
    const fail = async (at: Date) => {
      await firm.run((tx) => enqueue(tx, "send-mail", {}))
      await owner.query("update pgboss.job set state = 'failed', completed_on = $1 where state = 'created'", [
        at,
      ])
      const url = "http://127.0.0.1:9/hook"
      await firm.request("POST", "/v1/subscriptions", { url, event_type: "intakeform.submitted" })
      await firm.write(sql`update webhook_endpoints set disabled_at = ${at} where disabled_at is null`)
    }
    const counts = async () => {
      const text = await watchInstallation(alone).metrics()
      return [
        readSample(text, 'foyer_queue_jobs{queue="send-mail",state="failed"}'),
        readSample(text, "foyer_webhook_endpoints_disabled_lately"),
        readSample(text, 'foyer_webhook_endpoints{state="disabled"}'),
      ]
    }
    const reported = async () =>
      (await checkSystem(alone, { shows_paths: true }))
        .filter(({ topic, ok }) => !ok && /^Jobs: sending email$|^Webhooks$/.test(topic))
        .map(({ sentence }) => sentence)
    await fail(now)
    assert.deepEqual(await counts(), [1, 1, 1])
    assert.equal((await reported()).length, 2)
    now = new Date(now.getTime() + 25 * 3_600_000)
    assert.deepEqual(await counts(), [0, 0, 1])
    assert.equal((await reported()).length, 2, "checks report what needs attention for longer than alerts")
    await alone.db.forPlatform(acknowledgeFailures)
    assert.deepEqual(await reported(), [])
    now = new Date(now.getTime() + 60_000)
    await fail(now)
    assert.deepEqual(await counts(), [1, 1, 2])
    assert.match((await reported()).join(), /1 job failed.*1 disabled/)
    await alone.db.forPlatform(acknowledgeFailures)
    assert.deepEqual(await counts(), [0, 0, 2])
    await owner.end()
  } finally {
    await alone.close()
    await own.drop()
  }
})

test("while the database is down, the metrics say so and omit everything else", async () => {
  const connection = { connectionString: "postgres://nobody@127.0.0.1:9/none" }
  const db = openDatabase({ connection })
  const { config, files } = service
  const text = await watchSystem({ config, db, files }).metrics()
  const shared = await watchInstallation({ db }).metrics()
  await db.close()
  assert.equal(readSample(text, "foyer_database_up"), 0)
  assert.equal(readSample(shared, "foyer_firms"), undefined)
})

test("a server is ready on the metrics port once its public port accepts requests, and not before", async () => {
  const [port, metrics_port] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")]
  const opening = openService(
    readConfig({
      NODE_ENV: "test",
      PORT: String(port),
      FOYER_DATA: service.config.data_dir,
      DATABASE_URL: service.database_url,
      FOYER_METRICS_PORT: String(metrics_port),
      FOYER_LOG_LEVEL: "silent",
      FOYER_DRAIN_SECONDS: "0",
    }),
    // Opening the background work takes a while, in which the metrics port is open already.
    { work: true },
  )
  const statusAt = (at: number, path: string) =>
    fetch(`http://127.0.0.1:${at}${path}`).then(
      ({ status }) => status,
      () => 0,
    )
  try {
    await waitUntil(async () => (await statusAt(metrics_port, "/health/ready")) === 200, "not ready", 60_000)
    assert.equal(await statusAt(port, "/health/live"), 200)
  } finally {
    await (await opening).close()
  }
})

test("a process with background work only serves health and metrics too", async (t) => {
  const { data_dir } = service.config
  const port = await findFreePort("127.0.0.1")
  const config = readConfig({
    NODE_ENV: "test",
    FOYER_DATA: data_dir,
    DATABASE_URL: service.database_url,
    FOYER_METRICS_PORT: String(port),
    FOYER_LOG_LEVEL: "silent",
  })
  const work = await openWork(config)
  t.after(() => work.close())
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  for (const path of ["/health/live", "/health/ready"]) assert.equal((await get(path)).status, 200, path)
  const text = await (await get("/metrics")).text()
  assert.equal(readSample(text, "foyer_database_up"), 1)
  assert.ok((readSample(text, "process_resident_memory_bytes") ?? 0) > 0)
  assert.notEqual(readSample(text, "foyer_firms"), undefined)
  assert.equal((await get("/v1/matters")).status, 404)
})

import assert from "node:assert/strict"
import { after, before, type TestContext, test } from "node:test"
import pg from "pg"
import { type DatabaseSwitch, openDatabaseSwitch, openSwitch } from "../../../test/harness/database-switch.ts"
import { requestList } from "../../../test/harness/requested-list.ts"
import { openTestService, type TestService } from "../../../test/harness/service.ts"
import { startSmtpServer } from "../../../test/harness/smtp-server.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { changeSuspension } from "../../firm/firms/firms.ts"
import { openJobs } from "../../jobs.ts"
import { canConnect } from "../db/connections/probe.ts"
import { type Database, openDatabase } from "../db/database.ts"
import { databaseUnavailable } from "../db/database-faults.ts"
import { sql } from "../db/sql.ts"
import { Failure } from "../errors.ts"
import type { FileStore } from "../files/store/store.ts"
import { queueMail } from "../mail/outbox.ts"
import { openBoss, workOn } from "./boss.ts"
import { watchOutage } from "./outage.ts"
import { enqueuing, type JobQueue } from "./queue.ts"

let service: TestService
let way: DatabaseSwitch
let db: Database
let owner: pg.Client
before(async () => {
  service = await openTestService({ own_database: true })
  way = await openDatabaseSwitch(service.database_url)
  db = openDatabase({ connection: { connectionString: way.url } })
  owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await db.close()
  await way.cut()
  await service.close()
})

const throughSwitch = () => ({ connectionString: way.url })

/** A worker that works through the switch; `connection` is its way to the jobs. */
async function openWorker(t: TestContext, connection = throughSwitch()) {
  const said: string[] = []
  let probes = 0
  const note = (_: object, message: string) => void said.push(message)
  const outage = watchOutage({
    isThere: async () => {
      probes += 1
      return (await canConnect(connection)) && (await db.probe())
    },
    log: { info: note, warn: note },
  })
  const boss = await openBoss(connection, { worker: true, outage, onError: () => undefined })
  t.after(async () => {
    outage.close()
    await boss.stop({ graceful: true, timeout: 9_000 })
    await owner.query("delete from pgboss.job")
  })
  return { said, probes: () => probes, boss, outage, connection, db }
}

/** Adds jobs past the switch. */
const add = (queue: JobQueue, count: number) =>
  service.db.forPlatform((tx) => {
    const jobs = Array.from({ length: count }, (_, number) => ({ number }))
    return tx.run(sql`select ${enqueuing(tx, queue, jobs)}`)
  })

async function jobsOf(queue: JobQueue): Promise<{ state: string; retry_count: number; jobs: number }[]> {
  const { rows } = await owner.query(
    "select state::text, retry_count, count(*)::int as jobs from pgboss.job where name = $1 group by 1, 2 order by 1, 2",
    [queue],
  )
  return rows
}

const inDatabase = () => db.forPlatform((tx) => tx.one(sql`select 1 as one`))

const outages = {
  "of the database": {},
  // Jobs could still be taken.
  "of the pooler": { isPooler: true },
  // Another worker, which was back earlier, has seen the job's time run out.
  "with the job to be tried again meanwhile": { meanwhile: "retry" },
  "with the job given up meanwhile": { meanwhile: "failed" },
}
for (const [name, { isPooler = false, meanwhile }] of Object.entries<{
  isPooler?: boolean
  meanwhile?: string
}>(outages))
  test(`an outage takes no try from the jobs that it interrupts, and none is taken during it: ${name}`, async (t) => {
    const worker = await openWorker(t, isPooler ? { connectionString: service.database_url } : undefined)
    const taken: number[] = []
    const cut = Promise.withResolvers<void>()
    await workOn<{ number: number }>(worker, "mail-returns", { batch: 10, poll_s: 1 }, async (jobs) => {
      const isFirst = taken.length === 0
      taken.push(...jobs.map(({ number }) => number))
      if (isFirst) await cut.promise
      await inDatabase()
    })
    await add("mail-returns", 3)
    await waitUntil(() => taken.length === 3, "the jobs were not taken")
    await way.cut()
    cut.resolve()
    await waitUntil(() => worker.said.length === 1, "the outage was not noticed")
    await add("mail-returns", 17)
    if (meanwhile) await owner.query("update pgboss.job set state = $1 where state = 'active'", [meanwhile])
    const before = worker.probes()
    await waitUntil(() => worker.probes() >= before + 3, "it does not look for the database")
    assert.equal(taken.length, 3)
    await way.restore()
    await waitUntil(
      async () =>
        (await jobsOf("mail-returns")).some(({ state, jobs }) => state === "completed" && jobs === 20),
      "the jobs were not done",
    )
    assert.deepEqual(await jobsOf("mail-returns"), [{ state: "completed", retry_count: 0, jobs: 20 }])
    assert.equal(taken.length, 23)
    assert.deepEqual(worker.said, [
      "the database is away: no job is taken until it is back",
      "the database is back",
    ])
  })

test("a job that is interrupted again and again uses up a try: it may be the cause", async (t) => {
  const worker = await openWorker(t)
  let calls = 0
  await workOn(worker, "mail-returns", { poll_s: 1 }, async () => {
    calls += 1
    throw databaseUnavailable(Object.assign(new Error("crash of another server process"), { code: "57P02" }))
  })
  await add("mail-returns", 1)
  await waitUntil(async () => (await jobsOf("mail-returns"))[0]?.state === "retry", "it was never failed")
  assert.equal(calls, 4)
})

test("a job that the database refuses uses up a try, as any other failure", async (t) => {
  const worker = await openWorker(t)
  let calls = 0
  await workOn(worker, "mail-returns", { poll_s: 1 }, async () => {
    calls += 1
    throw databaseUnavailable(Object.assign(new Error("out of memory"), { code: "53200" }))
  })
  await add("mail-returns", 1)
  await waitUntil(async () => (await jobsOf("mail-returns"))[0]?.state === "retry", "it was never failed")
  assert.equal(calls, 1)
})

test("a job that finds away what is there uses up a try: it may be the only one to do so", async (t) => {
  const worker = await openWorker(t)
  let calls = 0
  const needs = { isAway: () => true, isThere: async () => true }
  await workOn(worker, "mail-returns", { poll_s: 1, needs }, async () => {
    calls += 1
    throw new Error("The file is locked.")
  })
  await add("mail-returns", 1)
  await waitUntil(async () => (await jobsOf("mail-returns"))[0]?.state === "retry", "it was never failed")
  assert.equal(calls, 4)
})

test("jobs of a suspended firm wait without losing a try, and are done once it is resumed", async (t) => {
  const worker = await openWorker(t)
  const firms = [await service.newFirm(), await service.newFirm()] as const
  const [working, suspended] = firms.map(({ firm_id }) => firm_id) as [string, string]
  await service.db.forPlatform((tx) => changeSuspension(tx, suspended, true))
  for (const firm of firms)
    await firm.run((tx) => tx.run(sql`select ${enqueuing(tx, "mail-returns", [{}, {}])}`))
  await add("mail-returns", 1)
  const done: (string | null)[] = []
  await workOn<{ firm_id: string | null }>(worker, "mail-returns", { batch: 10, poll_s: 1 }, async (jobs) => {
    done.push(...jobs.map(({ firm_id }) => firm_id))
  })
  const completed = async (count: number) =>
    waitUntil(
      async () =>
        (await jobsOf("mail-returns")).some(({ state, jobs }) => state === "completed" && jobs === count),
      "the jobs were not done",
    )
  await completed(3)
  assert.deepEqual(new Set(done), new Set([null, working]))
  const { rows } = await owner.query(
    "select keep_until - start_after = interval '14 days' as is_in_time from pgboss.job where state = 'created' and start_after > now()",
  )
  assert.deepEqual(rows, [{ is_in_time: true }, { is_in_time: true }])
  await service.db.forPlatform((tx) => changeSuspension(tx, suspended, false))
  await owner.query("update pgboss.job set start_after = now()")
  await completed(5)
  assert.deepEqual(await jobsOf("mail-returns"), [{ state: "completed", retry_count: 0, jobs: 5 }])
})

test("emails wait for a mail server that is away, lose no try, and are sent once it is back", async (t) => {
  const smtp = await startSmtpServer()
  const mail_way = await openSwitch({ host: "127.0.0.1", port: Number(new URL(smtp.url).port) })
  t.after(mail_way.cut)
  const { config } = service
  const smtp_url = `smtp://127.0.0.1:${mail_way.own_port}`
  const jobs = await openJobs({
    ...{ ...service, db, connection: throughSwitch() },
    config: { ...config, smtp_url },
  })
  t.after(jobs.close)
  await mail_way.cut()
  const firm = await service.newFirm()
  const mail = { recipient: "ana@example.com", subject: "Hello", paragraphs: ["Hi."], footer: "Bye" }
  for (let count = 0; count < 12; count += 1) await firm.run((tx) => queueMail(tx, service.ring, mail))
  const mails = () =>
    firm.one<{ failing: number; attempts: number; sent: number }>(sql`
        select count(*) filter (where fault is not null)::int as failing, sum(attempts)::int as attempts,
               count(sent_at)::int as sent from mails`)
  await waitUntil(async () => (await mails()).failing > 0, "the outage shows in no email")
  assert.equal((await mails()).attempts, 0)
  await mail_way.restore()
  await waitUntil(async () => (await mails()).sent === 12, "the emails were not sent")
  assert.equal((await mails()).attempts, 12)
  await waitUntil(
    async () => (await jobsOf("send-mail")).every(({ state }) => state === "completed"),
    "the jobs were not completed",
  )
  assert.deepEqual(await jobsOf("send-mail"), [{ state: "completed", retry_count: 0, jobs: 12 }])
})

test("an export waits for a store that is away, and is completed once it is back", async (t) => {
  let isAway = true
  const files: FileStore = Object.create(service.files, {
    write: {
      value: async (...written: Parameters<FileStore["write"]>) => {
        if (isAway) throw new Failure("unavailable", "files_unavailable", "The file store is away.")
        await service.files.write(...written)
      },
    },
    readClaim: {
      value: async () => (isAway ? Promise.reject(new Error("away")) : service.files.readClaim()),
    },
  })
  const jobs = await openJobs({ ...service, db, files, connection: throughSwitch() })
  t.after(jobs.close)
  const firm = await service.newFirm()
  await requestList(service, firm)
  const active = async () => (await jobsOf("prepare-export")).some(({ state }) => state === "active")
  await waitUntil(active, "the export was not begun")
  isAway = false
  const state = () => firm.one<{ state: string }>(sql`select state from exports`).then((row) => row.state)
  await waitUntil(async () => (await state()) === "ready", "the export was not completed")
  await waitUntil(async () => !(await active()), "the job was not completed")
  assert.deepEqual(await jobsOf("prepare-export"), [{ state: "completed", retry_count: 0, jobs: 1 }])
})

test("background work that starts during an outage waits for its end", async (t) => {
  await way.cut()
  const opening = openJobs({ ...service, db, connection: throughSwitch() })
  await way.restore()
  const jobs = await opening
  t.after(jobs.close)
})

test("background work ends during an outage", async () => {
  const jobs = await openJobs({ ...service, db, connection: throughSwitch() })
  await way.cut()
  await jobs.close()
  await way.restore()
})

test("background work that can't start leaves nothing running", async () => {
  const broken: Database = { ...service.db, forPlatform: () => Promise.reject(new Error("no such function")) }
  const opening = openJobs({ ...service, db: broken, connection: { connectionString: service.database_url } })
  await assert.rejects(opening, /no such function/)
  const held = async () => {
    const { rows } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'pgboss'",
    )
    return rows.length
  }
  await waitUntil(async () => (await held()) === 0, "a connection is still open")
})

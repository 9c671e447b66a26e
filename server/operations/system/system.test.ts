import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import pg from "pg"
import { literally } from "../../../test/harness/literally.ts"
import { newFolder } from "../../../test/harness/new-folder.ts"
import { createOwnDatabase } from "../../../test/harness/own-database.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { openTestService, provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { createStaff } from "../../firm/users/users.ts"
import { createEndpoint } from "../../outputs/webhooks/endpoints.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { enqueue } from "../../platform/jobs/queue.ts"
import { queueMail } from "../../platform/mail/outbox.ts"
import { agoText, bytesText, spanText } from "../../platform/text/sizes-and-ages.ts"
import { readVersion } from "../../platform/version.ts"
import { recordBackup, recordCheck, recordFailure } from "../backups/records.ts"
import { checkSystem } from "./checks.ts"
import { troublesOf } from "./console/pages.tsx"
import type { Finding } from "./finding.ts"
import { checkUpgrade } from "./upgrade.ts"

const service = provideService()

const check = (firm?: TestFirm) =>
  checkSystem(service, { firm_id: firm?.firm_id, shows_paths: firm === undefined })
const at = (findings: Finding[], topic: string) => findings.find((finding) => finding.topic === topic)

const page = async (firm: TestFirm, user_id?: string) =>
  (await newStaffBrowser(service, firm, user_id))("GET", "/console/settings/system")

test("a firm's admins see their own numbers and no other firm's", async () => {
  const [ours, theirs] = [await service.newFirm(), await service.newFirm()]
  const intake = await newIntake(theirs)
  await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "Content of May")
  await theirs.run((tx) =>
    createEndpoint(tx, service.ring, {
      url: "http://127.0.0.1:9/",
      event_types: ["intakeform.submitted"],
      description: "",
      headers: [],
    }),
  )
  assert.match(at(await check(ours), "Clients’ files")?.sentence ?? "", /^0 files/)
  assert.match(at(await check(theirs), "Clients’ files")?.sentence ?? "", /^1 file, 14 bytes/)
  assert.equal(at(await check(ours), "Webhooks")?.sentence, "0 endpoints")
  assert.equal(at(await check(theirs), "Webhooks")?.sentence, "1 endpoint")
  assert.match(
    at(await check(theirs), "Jobs: creating webhook deliveries")?.sentence ?? "",
    /^2 jobs are waiting/,
  )
  assert.equal(at(await check(ours), "Jobs: creating webhook deliveries")?.sentence, "Nothing is waiting")
})

test("the operator learns of a newer release from a file, and firms do not", async (t) => {
  const folder = newFolder("foyer-release-", t)
  const newest_release = join(folder, "newest.txt")
  const say = async (shows_paths = true) => {
    const parts = { ...service, config: { ...service.config, newest_release } }
    const { ok, sentence = "" } = at(await checkSystem(parts, { shows_paths }), "Foyer") ?? {}
    return [ok, sentence.replace(own, "OWN")]
  }
  const own = await readVersion()
  const [number = ""] = own.split("-")
  const [major, minor, patch] = number.split(".").map(Number)
  assert.equal((await say())[0], false, "there is no such file")
  for (const [text, isNewer] of [
    [`v${major}.${minor}.${Number(patch) + 10}\nFixes`, true],
    [`${major}.${Number(minor) + 10}.0`, true],
    [`${Number(major) - 1}.99.9`, false],
    [number, own !== number],
  ] as const) {
    await writeFile(newest_release, text)
    assert.equal((await say())[0], !isNewer, text)
  }
  await writeFile(newest_release, "99.0.0")
  assert.deepEqual(await say(), [
    false,
    "Version OWN; 99.0.0 is there: see Upgrading in the operator’s guide",
  ])
  assert.deepEqual(await say(false), [true, "Version OWN"])
  await writeFile(newest_release, "<!doctype html>")
  assert.match(String((await say())[1]), /FOYER_NEWEST_RELEASE is no file that begins with a version/)
})

test("a failing endpoint and a job that waits too long are reported as warnings", async () => {
  const firm = await service.newFirm()
  const { id } = await firm.run((tx) =>
    createEndpoint(tx, service.ring, {
      url: "http://127.0.0.1:9/",
      event_types: ["intakeform.submitted"],
      description: "",
      headers: [],
    }),
  )
  assert.equal(at(await check(firm), "Webhooks")?.ok, true)
  await firm.run(async (tx) => {
    await tx.run(sql`update webhook_endpoints set first_failure_at = ${tx.now} where id = ${id}`)
    await enqueue(tx, "sweep-files", {}, new Date(tx.now.getTime() - 3_600_000))
  })
  assert.deepEqual(at(await check(firm), "Webhooks"), {
    topic: "Webhooks",
    ok: false,
    sentence: "1 endpoint, 1 failing",
  })
  assert.deepEqual(at(await check(firm), "Jobs: deleting unused files"), {
    topic: "Jobs: deleting unused files",
    ok: false,
    sentence: "1 job is waiting, the oldest for 60 minutes",
  })
})

test("queues that do the same work are one check", async () => {
  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    await enqueue(tx, "bulk-action", {}, new Date(tx.now.getTime() - 60_000))
    await enqueue(tx, "bulk-action-2", {}, new Date(tx.now.getTime() - 3_600_000))
  })
  const findings = await check(firm)
  assert.equal(new Set(findings.map(({ topic }) => topic)).size, findings.length)
  assert.deepEqual(at(findings, "Jobs: changing many matters"), {
    topic: "Jobs: changing many matters",
    ok: false,
    sentence: "2 jobs are waiting, the oldest for 60 minutes",
  })
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test("emails that could not be sent are reported as a warning, without names", async () => {
  const firm = await service.newFirm()
  const parts = { ...service, config: { ...service.config, smtp_url: "smtps://me:secret@mail.example.com" } }
  await firm.run(async (tx) => {
    const content = { heading: "", paragraphs: [], footer: "" }
    await queueMail(tx, service.ring, { recipient: "ada@example.com", subject: "Hello", ...content })
    await tx.run(sql`update mails set fault = 'no such mailbox', attempts = 3, created_at = ${ago(3)}`)
    await tx.run(sql`
      insert into mails (id, recipient, subject, created_at, sent_at, fault)
      values (${newId("mail")}, '', '', ${ago(8 * 24)}, null, '550 No'), (${newId("mail")}, '', '', ${ago(5)}, ${ago(2)}, '451 Later')`)
  })
  const findings = await checkSystem(parts, { firm_id: firm.firm_id, shows_paths: true })
  assert.deepEqual(at(findings, "Mail"), {
    topic: "Mail",
    ok: false,
    sentence:
      "Email goes out by SMTP, the last one 2 hours ago, 1 email of the last week could not be sent, the last written 3 hours ago",
  })
  assert.equal(at(findings, "File store")?.sentence, "It responds")
  assert.doesNotMatch(JSON.stringify(findings), /secret|ada@|mailbox/)
})

test("the page is for admins only, shows no locations if firms share the installation, and no secrets", async () => {
  const firm = await service.newFirm()
  const answer = await page(firm)
  assert.equal(answer.status, 200)
  for (const words of ["PostgreSQL", "Version 24", "Background work", "Clients’ files", "other firms share"])
    assert.match(answer.text, literally(words), words)
  assert.doesNotMatch(answer.text, literally(service.config.data_dir))
  assert.doesNotMatch(answer.text, literally("postgres://"))
  const member = await firm.call(createStaff, { email: "max@example.com", name: "Max", role: "member" })
  assert.equal((await page(firm, member)).status, 403)
})

test("the page says in one line that everything works, or each trouble with its remedy; names of settings stay in details", async () => {
  const outside = (html: string) => html.replace(/^.*?<main/s, "").replaceAll(/<details.*?<\/details>/gs, "")
  const own = await createOwnDatabase()
  const alone = await openTestService({ database_url: own.url })
  const firm = await alone.newFirm()
  const send = await newStaffBrowser(alone, firm)
  const show = async (smtp_url?: string) => {
    Object.assign(alone.config, { smtp_url })
    return (await send("GET", "/console/settings/system")).text
  }
  const sending = "smtp://127.0.0.1:9"
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  try {
    const stopped = await show(sending)
    assert.match(
      outside(stopped),
      literally("Emails, reminders and exports are waiting: ask the person who runs"),
    )
    assert.match(stopped, /<details[^>]* open.*foyer serve/s)
    await client.query("update pgboss.queue set monitor_on = now()")
    assert.match(outside(await show()), /No email is sent.*Everything else works/s)
    assert.match(await show(), literally("<code>FOYER_SMTP_URL</code>"))
    assert.doesNotMatch(outside(await show()), /FOYER_/)
    assert.match(outside(await show(sending)), literally("Everything works."))
    await firm.run((tx) => enqueue(tx, "sweep-files", {}, new Date(tx.now.getTime() - 3_600_000)))
    const troubled = outside(await show(sending))
    assert.match(troubled, literally("Some background work is late or has failed: ask the person"))
    assert.doesNotMatch(troubled, /Everything works|deleting unused files|PostgreSQL/)
  } finally {
    await client.end()
    await alone.close()
    await own.drop()
  }
})

test("every check has words for lawyers", async () => {
  const findings = await check()
  const plain = new Set(["Foyer", "Node"])
  const failing = findings
    .filter(({ topic }) => !plain.has(topic))
    .map((finding) => ({ ...finding, ok: false }))
  assert.doesNotMatch(
    JSON.stringify(failing.flatMap((finding) => troublesOf([finding]))),
    /needs attention|undefined/,
  )
  assert.ok(failing.every((finding) => troublesOf([finding]).length === 1))
})

test("the operator sees all firms and every location", async () => {
  const findings = await check()
  assert.ok(at(findings, "Clients’ files")?.sentence.includes(service.config.data_dir))
  assert.ok(at(findings, "Tables")?.ok)
  assert.ok(at(findings, "Separation of firms")?.ok)
})

test("the last backup and its check are reported, with a warning in production if it is old, failed or missing", async () => {
  const own = await createOwnDatabase()
  let now = new Date("2026-03-02T09:30:00Z")
  const alone = await openTestService({ database_url: own.url, clock: () => now })
  const told = async (environment: "production" | "test", shows_paths = true) =>
    at(await checkSystem({ ...alone, config: { ...alone.config, environment } }, { shows_paths }), "Backup")
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000)
  }
  try {
    assert.deepEqual(await told("test"), { topic: "Backup", ok: true, sentence: "No backup yet" })
    assert.equal((await told("production"))?.ok, false)
    const files = { count: 47, bytes: 1_000_000, removed_meanwhile: 0, missing: 0, list_sha256: "" }
    const created = {
      id: newId("backup"),
      started_at: now.toISOString(),
      finished_at: now.toISOString(),
      files,
    }
    const rows = { rows: 1_200, bytes: 500_000, sha256: "" }
    await alone.db.forPlatform((tx) =>
      recordBackup(tx, "/backups/foyer", {
        ...created,
        tables: [{ name: "t", columns: [], ...rows }],
        jobs: rows,
      }),
    )
    later(3)
    assert.deepEqual(await told("production"), {
      topic: "Backup",
      ok: true,
      sentence: "The last one 3 hours ago in /backups/foyer, 2,400 rows and 47 files, 1.9 MB, not checked",
    })
    assert.doesNotMatch((await told("production", false))?.sentence ?? "", /backups/)
    await alone.db.forPlatform((tx) => recordCheck(tx, created, 0))
    assert.match((await told("production"))?.sentence ?? "", /checked just now$/)
    await alone.db.forPlatform((tx) => recordCheck(tx, created, 2))
    later(2)
    assert.match((await told("production"))?.sentence ?? "", /its check found 2 faults 2 hours ago$/)
    assert.equal((await told("production"))?.ok, false)
    await alone.db.forPlatform((tx) => recordCheck(tx, created, 0))
    later(44)
    const old = await told("production")
    assert.equal(old?.ok, false)
    assert.match(old?.sentence ?? "", /older than 2 days/)
    assert.equal((await told("test"))?.ok, true)
    const failed = {
      id: newId("backup"),
      folder: "/backups/foyer",
      started_at: now,
      fault: "The disk is full.",
    }
    await alone.db.forPlatform((tx) => recordFailure(tx, failed))
    assert.match((await told("test"))?.sentence ?? "", /one failed just now: The disk is full/)
    assert.equal((await told("test"))?.ok, false)
    assert.doesNotMatch((await told("test", false))?.sentence ?? "", /disk/)
  } finally {
    await alone.close()
    await own.drop()
  }
})

test("sizes and times are formatted as words", () => {
  assert.deepEqual(
    [0, 1, 1_023, 1_024, 102_348, 102_400, 1_048_575, 1_500_000, 5e12, 5e15].map(bytesText).join(", "),
    "0 bytes, 1 byte, 1,023 bytes, 1.0 KB, 99.9 KB, 100 KB, 1024 KB, 1.4 MB, 4.5 TB, 4547 TB",
  )
  const now = new Date("2026-03-02T09:30:00Z")
  const ago = (minutes: number) => agoText(new Date(now.getTime() - minutes * 60_000), now)
  assert.deepEqual(
    [0, 0.99, 1, 119, 120, 47 * 60 + 59, 48 * 60].map(ago).join(", "),
    "just now, just now, 1 minute ago, 119 minutes ago, 2 hours ago, 47 hours ago, 2 days ago",
  )
  assert.equal(spanText(now, now), "less than a minute")
})

test("an upgrade that migrates needs as much free space as the database has", async () => {
  const config = { ...service.config, database_url: undefined }
  const tx = { now: new Date(), maybe: async () => undefined, one: async () => ({ size: 2 ** 60 }) }
  const forPlatform = async <T>(work: (tx: Tx) => Promise<T>) => work(tx as unknown as Tx)
  const diskBefore = async (pending: string[]) => {
    const state = { newer: [], changed: [], pending } as unknown as Parameters<typeof checkUpgrade>[1]
    const findings = await checkUpgrade({ config, db: { ...service.db, forPlatform } }, state)
    return findings.find(({ topic }) => topic === "Disk")
  }
  const disk = await diskBefore(["0002-next.sql"])
  assert.equal(disk?.ok, false)
  assert.match(disk?.sentence ?? "", /the database has 1048576 TB: free up space first/)
  assert.equal((await diskBefore([]))?.ok, true)
})

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { StaffNotice } from "../server/firm/events/staff-notices.ts"
import {
  notifyOfAnswers,
  notifyOfLaterChanges,
  quiet_minutes,
} from "../server/intake/notifications/later-changes.ts"
import { notifyOfEvents } from "../server/intake/notifications/notify.ts"
import { sql, type Tx } from "../server/platform/db/sql.ts"
import { createOwnDatabase, type OwnDatabase } from "../test/harness/own-database.ts"
import { newPortalBrowser } from "../test/harness/portal-browser.ts"
import { queuedJobs } from "../test/harness/queued-jobs.ts"
import { openTestService, type TestService } from "../test/harness/service.ts"
import { type Demo, findDemo, loadDemo } from "./load.ts"

let database: OwnDatabase
let service: TestService
let demo: Demo
let loads: Demo[]
before(async () => {
  database = await createOwnDatabase()
  service = await openTestService({ database_url: database.url })
  assert.equal(await findDemo(service), undefined)
  loads = await Promise.all([loadDemo(service), loadDemo(service)])
  demo = await loadDemo(service)
})
after(async () => {
  await service.close()
  await database.drop()
})

// biome-ignore lint/suspicious/noExplicitAny: the test asserts on the fields of an arbitrary response
async function get(url: string, token = demo.api_token): Promise<{ status: number; body: any }> {
  const answer = await service.app.inject({ url, headers: { authorization: `Token ${token}` } })
  return { status: answer.statusCode, body: answer.json() }
}

async function read(url: string) {
  const { status, body } = await get(url)
  assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`)
  return body
}

test("loading the demo again, or twice at once, finds the same records and creates keys that all work", async () => {
  for (const other of loads) {
    assert.deepEqual(
      [other.firm_id, other.questionnaires, other.matters, other.other_firm.matter_id],
      [demo.firm_id, demo.questionnaires, demo.matters, demo.other_firm.matter_id],
    )
  }
  const all = [...loads, demo]
  const keys = all.flatMap(({ api_token, other_firm }) => [api_token, other_firm.api_token])
  assert.equal(new Set(keys).size, 6)
  for (const key of keys) assert.equal((await get("/v1/matters", key)).status, 200)
  assert.equal(new Set(all.map(({ console_url }) => console_url)).size, 3)
})

test("the output has exactly the promised fields", () => {
  assert.deepEqual(Object.keys(demo), [
    "base_url",
    "firm_id",
    "api_token",
    "console_url",
    "invite_url",
    "questionnaires",
    "matters",
    "other_firm",
  ])
  assert.deepEqual(Object.keys(demo.questionnaires).toSorted(), ["planning", "probate", "tax"])
  assert.deepEqual(Object.keys(demo.other_firm), ["firm_id", "api_token", "matter_id"])
  const matters = ["closed", "couple", "in_progress", "pre_created", "probate", "single"]
  assert.deepEqual(Object.keys(demo.matters).toSorted(), matters)
})

test("notifications and emails are as old as what they are about, and only the newest are unread", async () => {
  const rows = await service.db.forFirm(demo.firm_id, (tx) =>
    tx.all<{ notified_at: Date; read_at: Date | null; occurred_at: Date }>(sql`
      select n.notified_at, n.read_at, e.occurred_at
        from staff_notifications n join events e on e.id = n.about`),
  )
  assert.ok(rows.length > 20, `${rows.length}`)
  for (const { notified_at, occurred_at } of rows) assert.deepEqual(notified_at, occurred_at)
  const days = 3 * 86_400_000
  const newest = Math.max(...rows.map(({ occurred_at }) => occurred_at.getTime()))
  assert.ok(rows.some(({ read_at }) => read_at === null))
  for (const { read_at, occurred_at } of rows)
    if (read_at === null) assert.ok(newest - occurred_at.getTime() <= days, occurred_at.toISOString())
  // The background work finds every event of the past told already.
  const events = await service.db.forFirm(demo.firm_id, (tx) =>
    tx.all<{ event_id: string }>(sql`select id as event_id from events`),
  )
  const count = () =>
    service.db.forFirm(demo.firm_id, (tx) =>
      tx.one(
        sql`select (select count(*) from staff_notifications)::int, (select count(*) from mails)::int as mails`,
      ),
    )
  const before_ = await count()
  await notifyOfEvents(
    service,
    events.map((event) => ({ firm_id: demo.firm_id, ...event })),
  )
  assert.deepEqual(await count(), before_)
})

test("what is no event is told when it happened, too, and nothing is left to tell", async () => {
  const told = (tx: Tx) =>
    tx.all<{ kind: string; late_min: number }>(sql`
      select kind, extract(epoch from notified_at - about::timestamptz)::int / 60 as late_min
        from notifications where kind in ('changed', 'corrected')`)
  const before = await service.db.forFirm(demo.firm_id, told)
  assert.deepEqual([...new Set(before.map(({ kind }) => kind))].sort(), ["changed", "corrected"])
  for (const { kind, late_min } of before) assert.equal(late_min, quiet_minutes, kind)
  const parts = { ...service, log: service.app.log }
  assert.equal(await notifyOfLaterChanges(parts, demo.firm_id), 0)
  assert.equal(await notifyOfAnswers(parts), 0)

  const [notice] = await queuedJobs<StaffNotice & { firm_id: string; at: string }>(
    "notify-staff",
    demo.firm_id,
    "document_added",
    database.url,
  )
  assert.ok(notice)
  const { uploaded_at } = await service.db.forFirm(demo.firm_id, (tx) =>
    tx.one<{ uploaded_at: Date }>(sql`select uploaded_at from documents where id = ${notice.about}`),
  )
  await notifyOfEvents(service, [notice])
  const [row] = await service.db.forFirm(demo.firm_id, (tx) =>
    tx.all<{ notified_at: Date }>(
      sql`select notified_at from staff_notifications where about = ${notice.about}`,
    ),
  )
  assert.deepEqual(row?.notified_at, uploaded_at)
})

test("every console link asks for a password until it is used, even after newer links are created", async () => {
  const browser = newPortalBrowser(service)
  const { status, html } = await browser.get(pathOf(demo.console_url))
  assert.equal(status, 200)
  assert.match(html, /type="password"/)
  const password = { name: "Eleanor Hartwell", password: "copper lantern on the hill" }
  assert.match((await browser.post(pathOf(demo.console_url), password)).location, /^\/console/)

  assert.equal((await browser.get(pathOf(demo.console_url))).status, 404)

  const [first, second] = loads
  const newest = await loadDemo(service)
  for (const { console_url } of [newest, second, first].filter((one) => one !== undefined)) {
    const other = newPortalBrowser(service)
    assert.match((await other.get(pathOf(console_url))).html, /type="password"/)
    const again = await other.post(pathOf(console_url), { ...password, password: "another quiet harbor" })
    assert.match(again.location, /^\/console/)
    assert.equal((await other.get(pathOf(console_url))).status, 404)
  }
})

test("the invitation opens and starts, and once it is used so does the next one", async () => {
  for (let round = 0; round < 2; round += 1) {
    const { invite_url } = await loadDemo(service)
    const browser = newPortalBrowser(service)
    assert.equal((await browser.get(pathOf(invite_url))).status, 200)
    assert.match((await browser.post(`${pathOf(invite_url)}/start`)).location, /^\/portal/)
    assert.equal((await browser.get("/portal")).status, 200)
  }
  const { results } = await read("/v1/events?page_size=200")
  const started = results.filter(
    // biome-ignore lint/suspicious/noExplicitAny: as above
    (event: any) => event.matter.id === demo.matters.pre_created && event.event_type === "intakeform.started",
  )
  assert.equal(started.length, 1)
})

function pathOf(url: string): string {
  return url.slice(demo.base_url.length)
}

import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { listAudit } from "../../firm/audit/listing.ts"
import { changeFirm } from "../../firm/firms/firms.ts"
import { readFirmDay } from "../../platform/db/sql.ts"
import { closeMatter } from "./lifecycle.ts"
import { listDueMatters } from "./retention.ts"

let now = new Date("2026-11-22T03:13:00Z")
const service = provideService({ clock: () => now })

/** A firm in a time zone, with one matter opened and closed at an instant. */
async function openedAt(moment: string, time_zone: string) {
  now = new Date(moment)
  const firm = await service.newFirm()
  await firm.run((tx) => changeFirm(tx, { time_zone }))
  const { matter_id } = await newIntake(firm)
  await firm.run((tx) => closeMatter(tx, matter_id))
  return { firm, matter_id }
}

const cases: [what: string, moment: string, time_zone: string, day: string][] = [
  ["at 10:13 PM Eastern", "2026-11-22T03:13:00Z", "America/New_York", "2026-11-21"],
  ["in the morning east of UTC", "2026-11-21T21:30:00Z", "Asia/Tokyo", "2026-11-22"],
  ["the last minute before the clocks go back", "2026-11-01T03:59:59Z", "America/New_York", "2026-10-31"],
  ["the last minute of the day they go back", "2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"],
  ["the first minute of the day after", "2026-11-02T05:00:00Z", "America/New_York", "2026-11-02"],
  ["the last minute of the day they go forward", "2027-03-15T03:59:59Z", "America/New_York", "2027-03-14"],
]

for (const [what, moment, time_zone, day] of cases) {
  test(`opened and closed ${what}, a matter has the firm's day, in lists and filters too`, async () => {
    const { firm, matter_id } = await openedAt(moment, time_zone)
    assert.equal(await firm.run((tx) => readFirmDay(tx)), day)
    const { body } = await firm.request("GET", `/v1/matters/${matter_id}`)
    assert.deepEqual([body.open_date, body.close_date], [day, day])
    const count = async (filter: string) => (await firm.request("GET", `/v1/matters?${filter}`)).body.count
    assert.equal(await count(`from=${day}&until=${day}`), 1)
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    assert.equal(await count(`from=${next}`), 0)
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    assert.equal(await count(`until=${before}`), 0)
  })
}

test("in the evening, the console and its files show the firm's day, not UTC's", async () => {
  const { firm, matter_id } = await openedAt("2026-11-22T03:13:00Z", "America/New_York")
  const req = await newStaffBrowser(service, firm)
  const page = await req("GET", `/console/matters/${matter_id}`)
  const text = page.text.replaceAll(/<[^>]+>/g, "")
  assert.match(text, /OpenedNov 21, 2026ClosedNov 21, 2026/)
  const list = await req("GET", "/console/matters.csv")
  assert.match(String(list.headers["content-disposition"]), /matters-2026-11-21\.csv/)
  assert.match(list.text, /,2026-11-21,2026-11-21,/)
  const audit = await req("GET", "/console/settings/audit.csv")
  assert.match(String(audit.headers["content-disposition"]), /audit-log-2026-11-21\.csv/)
  const pdf = await req("POST", `/console/matters/${matter_id}/export`, { kind: "answers" })
  if (pdf.status === 200) assert.match(String(pdf.headers["content-disposition"]), /2026-11-21/)
})

test("uploaded_since is a day in UTC, like uploaded_at, in whatever time zone the firm is", async () => {
  for (const [moment, time_zone, day, next] of [
    ["2026-11-22T03:13:00Z", "America/New_York", "2026-11-22", "2026-11-23"],
    ["2026-11-21T21:30:00Z", "Asia/Tokyo", "2026-11-21", "2026-11-22"],
  ] as const) {
    now = new Date(moment)
    const firm = await service.newFirm()
    await firm.run((tx) => changeFirm(tx, { time_zone }))
    const intake = await newIntake(firm)
    await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "The last will")
    const count = async (since: string) =>
      (await firm.request("GET", `/v1/matters/${intake.matter_id}/documents?uploaded_since=${since}`)).body
        .count
    assert.deepEqual([await count(day), await count(next)], [1, 0], time_zone)
  }
})

test("the audit log filters by the firm's days: an evening's action appears on that day only", async () => {
  const { firm } = await openedAt("2026-11-22T03:13:00Z", "America/New_York")
  const req = await newStaffBrowser(service, firm)
  await req("GET", "/console/matters.csv")
  const found = async (from: string, until: string) =>
    (await firm.run((tx) => listAudit(tx, { from, until }, { page: 1, limit: 100, offset: 0 }))).rows.length
  assert.ok((await found("2026-11-21", "2026-11-21")) > 0)
  assert.equal(await found("2026-11-22", "2026-11-22"), 0)
  assert.equal(await found("2026-11-20", "2026-11-20"), 0)
})

test("a matter is due for deletion when the firm's day begins, not hours earlier", async () => {
  const { firm } = await openedAt("2025-11-22T15:00:00Z", "America/New_York")
  const due = async () => (await firm.run((tx) => listDueMatters(tx, 1, 10))).count
  now = new Date("2026-11-22T03:13:00Z")
  assert.equal(await due(), 0)
  now = new Date("2026-11-22T05:00:00Z")
  assert.equal(await due(), 1)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { changeDocumentDueDay } from "../../intake/checklist/due-days.ts"
import { assignMatter } from "../../intake/matters/assignment.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import { renameMatter } from "../../intake/matters/matters.ts"
import { restrictMatter } from "../../intake/matters/parties/access-list.ts"
import { sql } from "../../platform/db/sql.ts"
import { calendarOf } from "./ics.ts"

const service = provideService()

/** Undoes folding, and returns the lines. */
const linesOf = (text: string) => text.replaceAll("\r\n ", "").split("\r\n")

test("texts are escaped and lines folded to 75 bytes without splitting a character", () => {
  const summary = `Due: Smith, Ada; "C:\\x"\nand\r\nmore\u0007 ${"ȘÄ李🙂".repeat(40)}`
  const text = calendarOf("A, B", [
    {
      uid: "matter_1.due@foyer",
      day: "2026-03-09",
      changed_at: new Date("2026-03-02T09:30:05.250Z"),
      summary,
      description: "",
      url: "https://foyer.example/console/matters/matter_1",
    },
  ])
  for (const line of text.split("\r\n")) {
    assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.ok(!line.includes("\n") && line.isWellFormed() && !line.includes("\ufffd"))
  }
  assert.deepEqual(linesOf(text), [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Due days//EN",
    "CALSCALE:GREGORIAN",
    "X-WR-CALNAME:A\\, B",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "BEGIN:VEVENT",
    "UID:matter_1.due@foyer",
    "DTSTAMP:20260302T093005Z",
    "DTSTART;VALUE=DATE:20260309",
    `SUMMARY:Due: Smith\\, Ada\\; "C:\\\\x"\\nand\\nmore  ${"ȘÄ李🙂".repeat(40)}`,
    "URL:https://foyer.example/console/matters/matter_1",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ])
})

const open = (path: string) => service.app.inject({ url: path })
const namesAt = async (path: string) =>
  linesOf((await open(path)).body).flatMap((line) => line.match(/^SUMMARY:Due: (.*)/)?.[1] ?? [])

async function newDue(firm: TestFirm, name: string, day: string, assignee_id: string): Promise<string> {
  const { matter_id } = await newIntake(firm)
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, name)
    await assignMatter(tx, matter_id, assignee_id)
    await tx.run(sql`update matters set due_on = ${day} where id = ${matter_id}`)
  })
  return matter_id
}

/** Creates the address on the account page, and returns its path. */
async function subscribe(firm: TestFirm, user_id: string): Promise<string> {
  const staff = await newStaffBrowser(service, firm, user_id)
  const { location } = await staff("POST", "/console/account/calendar")
  assert.equal(location, "/console/account#calendar")
  const [, path = ""] =
    /value="http[^"]*?(\/calendar\/[^"]+)"/.exec((await staff("GET", "/console/account")).text) ?? []
  assert.doesNotMatch((await staff("GET", "/console/account")).text, /\/calendar\/[^"]+\.ics/, "shown once")
  return path
}

test("the feed has the due days of one's own open matters, as long as one may see them", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "member" })
  const first = await newDue(firm, "Larkspur, Ada", "2026-05-01", user_id)
  const second = await newDue(firm, "Abbott, Ben", "2026-04-01", user_id)
  await newDue(firm, "Not hers", "2026-04-01", firm.admin.user_id)
  const closed = await newDue(firm, "Closed", "2026-04-02", user_id)
  await firm.run((tx) => closeMatter(tx, closed))
  const path = await subscribe(firm, user_id)
  const { statusCode, headers, body } = await open(path)
  assert.equal(statusCode, 200)
  assert.equal(headers["content-type"], "text/calendar; charset=utf-8")
  assert.match(String(headers["cache-control"]), /^private/)
  assert.deepEqual(await namesAt(path), ["Abbott\\, Ben", "Larkspur\\, Ada"])
  assert.ok(linesOf(body).includes(`UID:${second}.due@foyer`))
  assert.ok(linesOf(body).includes("DTSTART;VALUE=DATE:20260401"))
  await firm.run(async (tx) => {
    await assignMatter(tx, first, null)
    await restrictMatter(tx, first, [firm.admin.user_id])
    // Whoever assigns her a matter that she may not see.
    await tx.run(sql`update matters set assignee_id = ${user_id} where id = ${first}`)
  })
  assert.deepEqual(await namesAt(path), ["Abbott\\, Ben"])
})

test("the feed has the days of documents still to come, each linked to the matter's documents", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "member" })
  const intake = await newIntake(firm)
  const { matter_id, ids } = intake
  await firm.run(async (tx) => {
    await renameMatter(tx, matter_id, "Larkspur, Ada")
    await assignMatter(tx, matter_id, user_id)
    await changeDocumentDueDay(tx, matter_id, {
      request_id: ids.statements,
      sender: null,
      due_on: "2026-04-01",
    })
  })
  const path = await subscribe(firm, user_id)
  assert.deepEqual(await namesAt(path), ["Larkspur\\, Ada – Account statements"])
  const lines = linesOf((await open(path)).body)
  assert.ok(lines.includes(`UID:${matter_id}.${ids.statements}.due@foyer`))
  assert.ok(lines.includes(`URL:${service.base_url}/console/matters/${matter_id}/documents`))
  await upload(service, intake, { request_id: ids.statements }, "May.txt", "May")
  assert.deepEqual(await namesAt(path), [])
})

test("an address ends when it is replaced or removed, or its owner leaves, or the firm is suspended", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "member" })
  await newDue(firm, "Larkspur, Ada", "2026-05-01", user_id)
  const statusOf = async (path: string) => (await open(path)).statusCode
  const old = await subscribe(firm, user_id)
  const path = await subscribe(firm, user_id)
  assert.deepEqual([await statusOf(old), await statusOf(path)], [404, 200])
  const { rows } = await firm.run(async (tx) => ({
    rows: await tx.all<{ hash: string }>(
      sql`select encode(token_hash, 'escape') as hash from calendar_feeds`,
    ),
  }))
  assert.ok(
    rows.every(({ hash }) => !path.includes(hash)),
    "the token is not stored",
  )
  const set = (change: string) => firm.write({ text: change, values: [] })
  const changed = async (change: string) => {
    await set(`${change} = now()`)
    const status = await statusOf(path)
    await set(`${change} = null`)
    return [status, await statusOf(path)]
  }
  assert.deepEqual(await changed(`update users set name = name, deactivated_at`), [404, 200])
  assert.deepEqual(
    await service.db.forPlatform(async (tx) => {
      await tx.run(sql`update firms set suspended_at = now() where id = ${firm.firm_id}`)
    }),
    undefined,
  )
  assert.equal(await statusOf(path), 404)
  await service.db.forPlatform((tx) =>
    tx.run(sql`update firms set suspended_at = null where id = ${firm.firm_id}`),
  )
  const staff = await newStaffBrowser(service, firm, user_id)
  await staff("POST", "/console/account/calendar/removal")
  assert.equal(await statusOf(path), 404)
})

test("an address of another firm's place, a changed one, and none at all look alike", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const { user_id } = await newStaff(firm, { role: "member" })
  const path = await subscribe(firm, user_id)
  const theirs = await subscribe(other, other.admin.user_id)
  const place = (of: string) => of.slice("/calendar/".length, "/calendar/".length + 10)
  const bodies = await Promise.all(
    [path.replace(place(path), place(theirs)), path.replace(/.\.ics$/, "_.ics"), "/calendar/x.ics"].map(
      async (one) => {
        const { statusCode, body } = await open(one)
        return [statusCode, JSON.parse(body).detail]
      },
    ),
  )
  assert.deepEqual(new Set(bodies.map(String)), new Set(["404,There is nothing at this address."]))
})

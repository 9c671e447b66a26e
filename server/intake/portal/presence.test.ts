import assert from "node:assert/strict"
import { before, test } from "node:test"
import { cookieHeader } from "../../../test/harness/cookies.ts"
import type { PortalBrowser } from "../../../test/harness/portal-browser.ts"
import { newPortalIntake, type PortalIntake } from "../../../test/harness/portal-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { sql } from "../../platform/db/sql.ts"

const { service, firm } = provideServiceAndFirm({ clock: () => now })
let intake: PortalIntake
let now = new Date("2026-05-04T10:00:00Z")
before(async () => {
  intake = await newPortalIntake(service, firm)
})

/** The presence notices on a page. */
async function noticesOn(browser: PortalBrowser, url: string): Promise<string[]> {
  const { html } = await browser.get(url)
  return html.match(/[^>]* is filling in this \w+ now\./g) ?? []
}

test("a page names the others on it or in its section, until they leave or go idle", async () => {
  const { ada, ben, names } = intake
  assert.deepEqual(await noticesOn(ada, names), [])
  assert.deepEqual(await noticesOn(ben, names), ["Ada is filling in this page now."])
  assert.deepEqual(await noticesOn(ada, names.replace("main/names", "check")), [
    "Ben is filling in this part now.",
  ])
  assert.deepEqual(await noticesOn(ben, intake.peopleAt("check")), [])
  assert.deepEqual(await noticesOn(ada, intake.peopleAt("check")), ["Ben is filling in this page now."])
  await ben.get("/portal")
  assert.deepEqual(await noticesOn(ada, intake.peopleAt("check")), [])

  await ben.get(names)
  assert.equal((await noticesOn(ada, names)).length, 1)
  now = new Date(now.getTime() + 4 * 60_000)
  const typed = { page: names, controls: { preferred_name: ["B"] }, seen: { preferred_name: 0 } }
  const { statusCode } = await service.app.inject({
    method: "POST",
    url: "/portal/fields",
    headers: { cookie: cookieHeader(ben.cookies), "sec-fetch-site": "same-origin" },
    payload: typed,
  })
  assert.equal(statusCode, 200)
  assert.equal((await noticesOn(ada, names)).length, 1, "who types is there, without opening another page")
  now = new Date(now.getTime() + 4 * 60_000)
  assert.deepEqual(await noticesOn(ada, names), [])
})

test("presence shows neither people of other matters nor staff", async () => {
  const other = await newPortalIntake(service, firm)
  await intake.ben.get(intake.names)
  assert.deepEqual(await noticesOn(other.ada, other.names), [])
  const rows = await firm.all<{ staff: boolean }>(
    sql`select u.is_firm_staff as staff from presences p join users u on u.id = p.user_id`,
  )
  assert.ok(rows.length > 0 && rows.every(({ staff }) => !staff))
})

test("a section answered privately shows and records no presence", async () => {
  await intake.ben.get(intake.names)
  const section_id = intake.names.split("/")[3] ?? ""
  await firm.write(
    sql`update matters set separate_parts = array[${section_id}] where id = ${intake.matter_id}`,
  )
  assert.deepEqual(await noticesOn(intake.ada, intake.names), [])
  await intake.ben.get(intake.names)
  const rows = await firm.all(sql`select user_id from presences where matter_id = ${intake.matter_id}`)
  assert.deepEqual(rows, [])
})

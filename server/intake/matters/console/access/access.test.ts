import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../../test/harness/service.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"

const service = provideService()

test("a change of who may see a matter notifies those on the list before and after, but not who changed it", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const [kim, lee] = [await newStaff(firm), await newStaff(firm)]
  const admin = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/access`
  const restrictTo = async (...people: string[]) => {
    const { text } = await admin("GET", url)
    const seen = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ""
    const listed = people.map((id): [string, string] => ["people", id])
    const sent = await admin("POST", url, [["access", "listed"], ["seen", seen], ...listed])
    assert.equal(sent.status, 303, sent.text)
  }
  const notified = async () => {
    const rows = await firm.all<{ user_id: string }>(sql`
        delete from staff_notifications where kind = 'access_changed' returning user_id`)
    return rows.map(({ user_id }) => user_id).toSorted()
  }
  const own = firm.admin.user_id
  await restrictTo(own, kim.user_id)
  assert.deepEqual(await notified(), [kim.user_id])
  await restrictTo(own, lee.user_id)
  assert.deepEqual(await notified(), [kim.user_id, lee.user_id].toSorted())
})

test("who may no longer see the matter is led to the list, and everyone else back to the matter", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  const { user_id } = await newStaff(firm)
  const admin = await newStaffBrowser(service, firm)
  const url = `/console/matters/${matter_id}/access`
  const leadsTo = async (...form: [string, string][]) => {
    const seen = /name="seen" value="([^"]*)"/.exec((await admin("GET", url)).text)?.[1] ?? ""
    return (await admin("POST", url, [["seen", seen], ...form])).location
  }
  const own: [string, string] = ["people", firm.admin.user_id]
  assert.match(await leadsTo(["access", "everyone"]), new RegExp(`^/console/matters/${matter_id}`))
  assert.match(await leadsTo(["access", "listed"], own), new RegExp(`^/console/matters/${matter_id}`))
  assert.match(await leadsTo(["access", "listed"], ["people", user_id]), /^\/console\/matters(\?|$)/)
})

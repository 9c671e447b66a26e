import assert from "node:assert/strict"
import { test } from "node:test"
import { inviteClient, newPortalBrowser } from "../../../test/harness/portal-browser.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import { changeSettings, changeSuspension, getFirm } from "./firms.ts"

const service = provideService()

test("suspending a firm closes it to software, staff and clients, and resuming opens it unchanged", async () => {
  const firm = await service.newFirm()
  const { invite_key } = await inviteClient(service, firm)
  const client = newPortalBrowser(service)
  await client.post(`/invite/${invite_key}/start`)
  const staff = await newStaffBrowser(service, firm)
  const statuses = async () => [
    (await firm.request("GET", "/v1/matters")).status,
    (await staff("GET", "/console/matters")).status,
    (await client.get("/portal")).status,
  ]
  assert.deepEqual(await statuses(), [200, 200, 200])
  await service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true))
  const { status, body } = await firm.request("GET", "/v1/matters")
  assert.deepEqual([status, body.code], [403, "firm_suspended"])
  for (const closed of await statuses()) assert.notEqual(closed, 200)
  await service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, false))
  assert.deepEqual(await statuses(), [200, 200, 200])
})

test("a firm that is resumed after a deletion that did not finish is no longer being deleted", async () => {
  const firm = await service.newFirm()
  const change = (is: boolean) => service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, is))
  await change(true)
  await firm.call(changeSettings, firm.firm_id, { is_being_deleted: true, stalled_days: 9 })
  await change(true)
  assert.equal((await firm.run(getFirm)).settings.is_being_deleted, true)
  await change(false)
  assert.deepEqual((await firm.run(getFirm)).settings, { stalled_days: 9 })
})

test("suspending an unknown firm fails", async () => {
  const unknown = "firm_00000000000000000000000000000000"
  await assert.rejects(
    service.db.forPlatform((tx) => changeSuspension(tx, unknown, true)),
    { kind: "not_found" },
  )
})

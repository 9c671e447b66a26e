import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newPortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { openTestService, type TestService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { listInvitations, revokeInvitation } from "../../invitations/invitations.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("a matter says that the partner has no link, where each answers parts alone and the partner's link was revoked", async () => {
  const firm = await service.newFirm()
  const { matter_id, names } = await newPortalIntake(service, firm)
  const staff = await newStaffBrowser(service, firm)
  const saysSo = async () =>
    (await staff("GET", `/console/matters/${matter_id}`)).text.includes("partner has no link")
  const answerAlone = async (...section_ids: string[]) =>
    firm.run((tx) => tx.run(sql`update matters set separate_parts = ${section_ids} where id = ${matter_id}`))
  const section_id = names.split("/")[3] ?? ""
  await answerAlone(section_id)
  assert.equal(await saysSo(), false)
  await firm.run(async (tx) => {
    for (const { id, party } of await listInvitations(tx, matter_id))
      if (party === "partner") await revokeInvitation(tx, id)
  })
  assert.equal(await saysSo(), true)
  await answerAlone()
  assert.equal(await saysSo(), false)
})

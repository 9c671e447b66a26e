import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../test/harness/collide.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { sql } from "../../platform/db/sql.ts"
import { findSetup } from "./passwords/setup.ts"
import { addSetupToken, createEmergencyToken, createResetToken, inviteStaff } from "./setup-links.ts"

let now = new Date("2026-03-02T09:30:00Z")
const service = provideService({ clock: () => now })

const hour_ms = 3_600_000

for (const [what, create, hours] of [
  ["an invitation", addSetupToken, 7 * 24],
  ["a link for a forgotten password", createResetToken, 1],
  ["a link past single sign-on", createEmergencyToken, 1],
] as const)
  test(`${what} ends after ${hours} hours`, async () => {
    const firm = await service.newFirm()
    const { user_id } = await newStaff(firm, { invited: true })
    const token = await firm.run((tx) => create(tx, user_id))
    now = new Date(now.getTime() + hours * hour_ms - 1)
    assert.equal((await findSetup(service.db, token))?.user_id, user_id)
    now = new Date(now.getTime() + 1)
    assert.equal(await findSetup(service.db, token), undefined)
  })

test("of two invitations of a colleague at the same time, one is a conflict", async () => {
  const firm = await service.newFirm()
  const invite = (email: string) => () =>
    firm
      .run((tx) => inviteStaff(tx, { email, name: "Kim", role: "member" }))
      .then(
        () => "invited",
        ({ code }: { code: string }) => code,
      )
  const row = sql`select from firms where id = ${firm.firm_id}`
  const outcomes = await collide(service, row, [invite("kim@example.com"), invite("Kim@example.com")])
  assert.deepEqual(outcomes.toSorted(), ["email_taken", "invited"])
})

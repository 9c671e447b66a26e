import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService, type TestFirm } from "../../../test/harness/service.ts"
import { newStaff } from "../../../test/harness/staff.ts"
import { Failure } from "../../platform/errors.ts"
import { changeMember, getMember, type MemberEdits } from "./team.ts"

const service = provideService()

const leavings: MemberEdits[] = [
  { active: false },
  { role: "author" },
  { role: "member" },
  { role: "read_only" },
]
const isLastAdmin = (error: unknown) => error instanceof Failure && error.code === "last_admin"

/** A firm with one admin who can sign in. */
async function newFirmOfOne(): Promise<{ firm: TestFirm; eleanor: string }> {
  const firm = await service.newFirm()
  // The default admin of a test firm never had a password.
  const { user_id } = await newStaff(firm)
  return { firm, eleanor: user_id }
}

test("the last admin who can sign in cannot be removed, however many others were only invited", async () => {
  for (const edits of leavings) {
    const { firm, eleanor } = await newFirmOfOne()
    await newStaff(firm, { invited: true })
    await newStaff(firm, { role: "member" })
    const gone = await newStaff(firm)
    await firm.run((tx) => changeMember(tx, gone.user_id, { active: false }))
    await assert.rejects(firm.call(changeMember, eleanor, edits), isLastAdmin)
    const member = await firm.run((tx) => getMember(tx, eleanor))
    assert.deepEqual([member.role, member.deactivated_at], ["admin", null])
  }
})

test("with a second admin who can sign in, the first may leave, and an invited one always may", async () => {
  for (const edits of leavings) {
    const { firm, eleanor } = await newFirmOfOne()
    const invited = await newStaff(firm, { invited: true })
    await firm.run((tx) => changeMember(tx, invited.user_id, edits))
    await newStaff(firm)
    await firm.run((tx) => changeMember(tx, eleanor, edits))
  }
})

test("a firm in which nobody has set a password keeps at least one admin", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { invited: true })
  await firm.run((tx) => changeMember(tx, user_id, { role: "member" }))
  await assert.rejects(firm.call(changeMember, firm.admin.user_id, { active: false }), isLastAdmin)
})

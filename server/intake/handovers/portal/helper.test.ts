import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { newId } from "../../../platform/ids.ts"
import { revokeInvitation } from "../../matters/invitations/invitations.ts"
import { inviteHelper } from "./helper.tsx"

const service = provideService()

test("a helper has one invitation for all parts, however their address is capitalized, until it is revoked", async () => {
  const { firm, matter_id } = await newFirmWithIntake(service)
  type Request = Parameters<typeof inviteHelper>[0]
  type Helper = Parameters<typeof inviteHelper>[1]
  const invite = (email: string) =>
    firm.run((tx) => {
      const request = { tx, parts: service, matter: { id: matter_id } } as unknown as Request
      return inviteHelper(request, { name: "Kim", email, line: "", days: 14 } as Helper)
    })
  const first = await invite("kim@example.com")
  assert.notEqual(await invite("lee@example.com"), first)
  assert.equal(await invite("Kim@Example.com"), first)
  // The address that the helper has given since is theirs, and the one they were invited at remains so.
  await firm.run(async (tx) => {
    const id = newId("user")
    await tx.run(sql`
      insert into users (id, email, name, is_firm_staff, created_at)
      values (${id}, 'own@example.com', '', false, ${tx.now})`)
    await tx.run(sql`update invitations set user_id = ${id} where id = ${first}`)
  })
  assert.deepEqual([await invite("kim@example.com"), await invite("Own@example.com")], [first, first])
  await firm.run((tx) => revokeInvitation(tx, first))
  assert.notEqual(await invite("kim@example.com"), first)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
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
  await firm.run((tx) => revokeInvitation(tx, first))
  assert.notEqual(await invite("kim@example.com"), first)
})

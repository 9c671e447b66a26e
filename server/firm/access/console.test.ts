import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../test/harness/service.ts"
import { changeSettings } from "../firms/firms.ts"
import { staffLifetime } from "./console.ts"
import { createSession } from "./sessions.ts"

const service = provideService()

test("where a firm requires two factors, a session opened with a passkey suffices, and one with a password does not", async () => {
  const firm = await service.newFirm()
  const { user_id } = firm.admin
  await firm.run((tx) => changeSettings(tx, firm.firm_id, { require_second_factor: true }))
  const openTeam = async (is_strong: boolean) => {
    const { token } = await firm.run((tx) =>
      createSession(tx, { user_id, device: "Laptop", lifetime: staffLifetime, is_strong }),
    )
    const { statusCode } = await service.app.inject({
      url: "/console/settings/team",
      cookies: { foyer_staff: token },
    })
    return statusCode
  }
  assert.deepEqual([await openTeam(true), await openTeam(false)], [200, 303])
})

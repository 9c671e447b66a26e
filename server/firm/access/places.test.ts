// Keys, links and cookies begin with a prefix that locates their firm. With any other prefix, they open nothing.
import assert from "node:assert/strict"
import { before, test } from "node:test"
import { inviteClient } from "../../../test/harness/portal-browser.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { placeOf, readFirmPlace } from "../../platform/secrets/tokens.ts"
import { inviteStaff } from "../users/setup-links.ts"
import { staffLifetime } from "./console.ts"
import { createSession } from "./sessions.ts"

const { service, firm } = provideServiceAndFirm()
/** Prefixes of no firm, and of another firm. */
let others: string[]
before(async () => {
  others = ["0000000000", await (await service.newFirm()).run(readFirmPlace)]
})

async function tryEach(token: string, open: (token: string) => Promise<number>): Promise<unknown> {
  const place = placeOf(token)
  assert.equal(place, await firm.run(readFirmPlace))
  const refused = [place, ...others, ""].map((other) => open(token.replace(place, other)))
  return Promise.all(refused)
}

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await service.app.inject({ url, headers })).statusCode

test("an API key with the wrong firm prefix gets 401", async () => {
  const ask = (token: string) => statusOf("/v1/matters", { authorization: `Token ${token}` })
  assert.deepEqual(await tryEach(firm.token, ask), [200, 401, 401, 401])
})

test("a console session with the wrong firm prefix must sign in", async () => {
  const { token } = await firm.run((tx) =>
    createSession(tx, { user_id: firm.admin.user_id, device: "Test", lifetime: staffLifetime }),
  )
  const look = (value: string) => statusOf("/console/matters", { cookie: `foyer_staff=${value}` })
  assert.deepEqual(await tryEach(token, look), [200, 303, 303, 303])
})

test("an invitation with the wrong firm prefix is unknown", async () => {
  const { invite_key } = await inviteClient(service, firm)
  const look = (key: string) => statusOf(`/invite/${key}`)
  assert.deepEqual(await tryEach(invite_key, look), [200, 404, 404, 404])
})

test("a setup link with the wrong firm prefix is unknown", async () => {
  const { setup_token } = await firm.run((tx) =>
    inviteStaff(tx, { email: "ruth@example.com", name: "Ruth", role: "member" }),
  )
  const look = (token: string) => statusOf(`/console/setup/${token}`)
  assert.deepEqual(await tryEach(setup_token, look), [200, 404, 404, 404])
})

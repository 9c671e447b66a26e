import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../../test/harness/collide.ts"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { createSession } from "../../access/sessions.ts"
import { changePreferences } from "../users.ts"
import { addPasskey, countPasskeys, isPasskeyWorthOffering } from "./passkeys.ts"

let now = new Date("2026-03-02T09:30:00Z")
const service = provideService({ clock: () => now })

const passkey = (credential_id: string) => ({
  credential_id: Buffer.from(credential_id),
  public_key: Buffer.from("key"),
  counter: 0,
  transports: [],
  is_backed_up: false,
})

async function newClient() {
  const { firm, matter_id, client } = await newFirmWithIntake(service)
  const { user_id } = client
  const signIn = () => {
    now = new Date(now.getTime() + 60_000)
    const lifetime = { idle_s: 3_600, max_s: 3_600 }
    return firm.run((tx) => createSession(tx, { user_id, matter_id, device: "Phone", lifetime }))
  }
  const add = (owner: string, credential_id: string) =>
    firm.run((tx) => addPasskey(tx, { user_id: owner }, "Phone", passkey(credential_id)))
  return { firm, user_id, signIn, add }
}

test("a passkey is offered at the second sign-in, until the client has one or declines it", async () => {
  const { firm, user_id, signIn, add } = await newClient()
  const isOffered = (session_id: string) =>
    firm.run((tx) => isPasskeyWorthOffering(tx, { user_id, session_id }))
  const [first, second] = [await signIn(), await signIn()]
  assert.equal(await isOffered(first.session_id), false)
  assert.equal(await isOffered(second.session_id), true)
  await add(firm.admin.user_id, "of-someone-else")
  assert.equal(await isOffered(second.session_id), true)
  await firm.run((tx) => changePreferences(tx, user_id, { passkey_offer: "off" }))
  assert.equal(await isOffered(second.session_id), false)
  await firm.run((tx) => changePreferences(tx, user_id, { passkey_offer: "on" }))
  await add(user_id, "own")
  assert.equal(await isOffered(second.session_id), false)
})

test("a user has at most twenty passkeys, and one of them once", async () => {
  const { firm, user_id, add } = await newClient()
  for (let count = 1; count <= 20; count++) assert.equal(await add(user_id, `key ${count}`), true)
  assert.equal(await add(user_id, "one too many"), false)
  assert.equal(await add(firm.admin.user_id, "key 1"), false)
  assert.equal(await firm.run((tx) => countPasskeys(tx, user_id)), 20)
})

test("of two passkeys added at the same time, only as many are added as the user may have", async () => {
  const { firm, user_id, add } = await newClient()
  for (let count = 1; count <= 19; count++) await add(user_id, `busy key ${count}`)
  const user = sql`select from users where id = ${user_id}`
  const added = await collide(service, user, [
    () => add(user_id, "busy one"),
    () => add(user_id, "busy other"),
  ])
  assert.deepEqual(added.map(Number).toSorted(), [0, 1])
  assert.equal(await firm.run((tx) => countPasskeys(tx, user_id)), 20)
})

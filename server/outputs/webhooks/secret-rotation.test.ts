import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../test/harness/collide.ts"
import { provideService } from "../../../test/harness/service.ts"
import { addEndpoint, attemptDue, happen, verifyAt } from "../../../test/harness/webhook-delivery.ts"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { sql } from "../../platform/db/sql.ts"
import { revealSecret, rotateSecret } from "./secrets.ts"

const service = provideService({ clock: () => now })
let now = new Date()

const hour_ms = 3_600_000
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

test("during a rotation both secrets verify, and a day later only the new one", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const { id, secret: old } = await addEndpoint(service, firm, receiver.url)
  const { secret: fresh } = await firm.run((tx) => rotateSecret(tx, service.ring, id))
  assert.notEqual(fresh, old)
  await happen(service, firm)
  await attemptDue(service, firm)
  const [during] = receiver.requests
  assert.ok(during)
  verifyAt(now, old, during)
  verifyAt(now, fresh, during)
  pass(24 * hour_ms)
  await happen(service, firm)
  await attemptDue(service, firm)
  const afterwards = receiver.requests[1]
  assert.ok(afterwards)
  verifyAt(now, fresh, afterwards)
  assert.throws(() => verifyAt(now, old, afterwards))
})

test("a rotation soon after another leaves the secrets before it signing, but never more than three", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const { id, secret } = await addEndpoint(service, firm, receiver.url)
  const secrets = [secret]
  for (let count = 0; count < 4; count++) {
    pass(hour_ms)
    secrets.push((await firm.run((tx) => rotateSecret(tx, service.ring, id))).secret)
  }
  await happen(service, firm)
  await attemptDue(service, firm)
  const [sent] = receiver.requests
  assert.ok(sent)
  for (const one of secrets.slice(1)) verifyAt(now, one, sent)
  assert.throws(() => verifyAt(now, secret, sent))
  assert.equal(await firm.run((tx) => revealSecret(tx, service.ring, id)), secrets.at(-1))
  pass(24 * hour_ms)
  await happen(service, firm)
  await attemptDue(service, firm)
  const later = receiver.requests.at(-1)
  assert.ok(later)
  assert.throws(() => verifyAt(now, secrets.at(-2) ?? "", later))
})

test("two rotations at the same time leave the secrets of both signing", async (t) => {
  const firm = await service.newFirm()
  const receiver = await startWebhookReceiver(t)
  const { id, secret } = await addEndpoint(service, firm, receiver.url)
  const rotate = () => firm.run((tx) => rotateSecret(tx, service.ring, id))
  const rotated = await collide(service, sql`select from webhook_endpoints where id = ${id}`, [
    rotate,
    rotate,
  ])
  await happen(service, firm)
  await attemptDue(service, firm)
  const [sent] = receiver.requests
  assert.ok(sent)
  for (const one of [secret, ...rotated.map((each) => each.secret)]) verifyAt(now, one, sent)
})

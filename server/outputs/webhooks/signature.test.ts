import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { anyCharacter } from "../../../test/harness/any-character.ts"
import { newWebhookSecret, signWebhook } from "./secrets.ts"

const id = "evt_0192F0C4A1B27C3D8E4F5A6B7C8D9E0F"

test("an independent library verifies 1,000 random payloads, and rejects each after a change", () => {
  const payload = fc.oneof(
    fc.json(),
    fc.json({ stringUnit: anyCharacter }),
    fc.json().map((text) => `\n  ${text}\r\n `),
    fc.string({ unit: anyCharacter, maxLength: 5_000 }).map((text) => JSON.stringify({ text })),
  )
  fc.assert(
    fc.property(payload, fc.nat(240), (text, age_s) => {
      const secret = newWebhookSecret()
      const body = Buffer.from(text)
      const timestamp = new Date(Date.now() - age_s * 1000)
      const headers = signWebhook({ secrets: [secret], id, timestamp, payload: body })
      const receiver = new Webhook(secret)
      assert.deepEqual(receiver.verify(body, headers), JSON.parse(text))
      const reject = (changed: string, changedHeaders = headers) =>
        assert.throws(() => receiver.verify(changed, changedHeaders), WebhookVerificationError)
      reject(`${text} `)
      reject(text, { ...headers, "webhook-id": `${id}0` })
      reject(text, { ...headers, "webhook-timestamp": String(Number(headers["webhook-timestamp"]) - 1) })
      assert.throws(() => new Webhook(newWebhookSecret()).verify(text, headers), WebhookVerificationError)
    }),
    { numRuns: 1_000 },
  )
})

test("the signature matches the example in the specification", () => {
  const headers = signWebhook({
    secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: new Date(1614265330_999),
    payload: Buffer.from(`{"test": 2432232314}`),
  })
  assert.deepEqual(headers, {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  })
})

test("during a rotation, receivers can verify with either secret", () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const payload = Buffer.from(`{"type":"intakeform.started"}`)
  const headers = signWebhook({ secrets, id, timestamp: new Date(), payload })
  assert.match(headers["webhook-signature"], /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  for (const secret of secrets) new Webhook(secret).verify(payload, headers)
})

test("secrets are whsec_ and the base64 of 32 bytes, and never repeat", () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret)
  for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.equal(new Set(secrets).size, 100)
})

test("keys of 24 to 64 bytes sign", () => {
  for (const bytes of [24, 64]) {
    const secrets = [`whsec_${Buffer.alloc(bytes).toString("base64")}`]
    const headers = signWebhook({ secrets, id, timestamp: new Date(), payload: Buffer.from("{}") })
    assert.match(headers["webhook-signature"], /^v1,/)
  }
})

test("signing throws without a valid secret", () => {
  const sign = (secrets: string[]) =>
    signWebhook({ secrets, id, timestamp: new Date(), payload: Buffer.from("{}") })
  const short = `whsec_${Buffer.alloc(23).toString("base64")}`
  const long = `whsec_${Buffer.alloc(65).toString("base64")}`
  const sound = newWebhookSecret()
  const damaged = [
    short,
    long,
    "",
    "whsec_",
    sound.slice("whsec_".length),
    `${sound} `,
    sound.replace("=", ""),
    sound.replace("whsec_", "WHSEC_"),
  ]
  assert.throws(() => sign([]), /without a secret/)
  for (const secret of damaged) {
    assert.throws(() => sign([sound, secret]), /damaged/)
    try {
      sign([secret])
    } catch (error) {
      if (secret.length > 10)
        assert.ok(!String(error).includes(secret.slice(6)), "the message reveals the secret")
    }
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { Webhook } from "standardwebhooks"
import { FoyerError } from "./errors.ts"
import { verifyWebhook } from "./webhooks.ts"

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`
const other = `whsec_${Buffer.alloc(24, 2).toString("base64")}`
const body = JSON.stringify({ event_id: "evt_1", event_type: "intakeform.submitted", note: "Ștefănescu №7" })

/** Signed by an independent library. */
function headersAt(seconds_ago = 0, key = secret): Record<string, string> {
  const time = new Date(Date.now() - seconds_ago * 1_000)
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
    "webhook-signature": new Webhook(key).sign("evt_1", time, body),
  }
}

async function isAccepted(...given: Parameters<typeof verifyWebhook>): Promise<boolean> {
  try {
    assert.deepEqual(await verifyWebhook(...given), JSON.parse(body))
    return true
  } catch (error) {
    assert.ok(
      error instanceof FoyerError && error.status === 400 && error.code === "webhook_refused",
      String(error),
    )
    return false
  }
}

test("a genuine webhook is accepted as text and bytes, with headers of any kind", async () => {
  const headers = headersAt()
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  assert.ok(await isAccepted(body, headers, secret))
  assert.ok(await isAccepted(Buffer.from(body), upper, secret))
  assert.ok(await isAccepted(new TextEncoder().encode(body), new Headers(headers), secret))
})

test("any of several signatures and secrets is enough, during a rotation on either side", async () => {
  const [one, two] = [headersAt(), headersAt(0, other)]
  const both = { ...one, "webhook-signature": `${two["webhook-signature"]} ${one["webhook-signature"]}` }
  assert.ok(await isAccepted(body, both, secret))
  assert.ok(await isAccepted(body, both, other))
  assert.ok(await isAccepted(body, one, [other, secret]))
})

test("what was changed, is old or in the future, or was signed otherwise, is refused", async () => {
  const headers = headersAt()
  assert.deepEqual(
    await Promise.all([
      isAccepted(`${body} `, headers, secret),
      isAccepted(body, { ...headers, "webhook-id": "evt_2" }, secret),
      isAccepted(body, headers, other),
      isAccepted(body, headers, []),
      isAccepted(body, headersAt(301), secret),
      isAccepted(body, headersAt(-310), secret),
      isAccepted(body, { ...headers, "webhook-timestamp": "soon" }, secret),
      isAccepted(body, { ...headers, "webhook-timestamp": "" }, secret),
      isAccepted(body, { ...headers, "webhook-signature": "v1," }, secret),
      isAccepted(body, { ...headers, "webhook-signature": headers["webhook-signature"]?.slice(3) }, secret),
      isAccepted(body, {}, secret),
    ]),
    Array(11).fill(false),
  )
  assert.ok(await isAccepted(body, headersAt(290), secret))
  assert.ok(await isAccepted(body, headersAt(900), secret, { max_age_s: 1_000 }))
})

test("a parsed body and a damaged secret are mistakes of the program, not of the sender", async () => {
  await assert.rejects(
    verifyWebhook(JSON.parse(body), headersAt(), secret),
    /TypeError: Give the body as it arrived/,
  )
  for (const damaged of ["", "whsec_", "whsec_%%%", secret.slice(6)])
    await assert.rejects(verifyWebhook(body, headersAt(), damaged), /TypeError: A webhook's secret is whsec_/)
})

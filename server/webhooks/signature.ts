import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"
const secret_bytes = 32

export type SignatureHeaders = {
  "webhook-id": string
  "webhook-timestamp": string
  "webhook-signature": string
}

/** A fresh signing secret in the form of Standard Webhooks 1.0: `whsec_` and the base64 of random bytes. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secret_bytes).toString("base64")
}

/**
 * The three headers of Standard Webhooks 1.0 for `payload`, the exact bytes of the body. One signature for each
 * of `secrets`, so that a receiver keeps verifying while its secret is being rotated. `id` stays the same over all
 * tries of one message, `timestamp` is the time of this try. Throws when there is no secret or one is malformed.
 */
export function signWebhook(message: {
  secrets: readonly string[]
  id: string
  timestamp: Date
  payload: Buffer
}): SignatureHeaders {
  if (message.secrets.length === 0) throw new Error("A webhook cannot be signed without a secret.")
  const seconds = String(Math.floor(message.timestamp.getTime() / 1000))
  const signatures = message.secrets.map((secret) => {
    const digest = createHmac("sha256", readKey(secret))
      .update(`${message.id}.${seconds}.`)
      .update(message.payload)
      .digest("base64")
    return `v1,${digest}`
  })
  return {
    "webhook-id": message.id,
    "webhook-timestamp": seconds,
    "webhook-signature": signatures.join(" "),
  }
}

/** Node skips what is not base64, so that a damaged secret would sign with another key and fail at the receiver. */
function readKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  const isSound = key.length >= 24 && key.length <= 64 && prefix + key.toString("base64") === secret
  if (!isSound)
    throw new Error("A webhook secret is damaged: it is not whsec_ and the base64 of 24 to 64 bytes.")
  return key
}

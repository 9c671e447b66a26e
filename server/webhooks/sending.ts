import { createHmac } from "node:crypto"
import { OutboundError } from "../platform/outbound/error.ts"
import type { AddressPolicy } from "../platform/outbound/policy.ts"
import { postOutbound } from "../platform/outbound/post.ts"
import type { ResolveHost } from "../platform/outbound/resolve.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import type { Claim } from "./claims.ts"
import { openHeaders, openSigningSecrets, secret_prefix } from "./secrets.ts"

/** A request that is ready to go, and how the log shows its headers. */
export interface SignedRequest {
  url: string
  body: Buffer
  headers: Record<string, string>
  shown_headers: Record<string, string>
}

/** What came of one try. */
export interface Outcome {
  duration_ms: number
  /** HTTP status of the answer; undefined when none came. */
  status?: number
  fault?: string
  response_excerpt: string
  retry_after?: string
}

/** The request of a claimed delivery, signed at `now`. Throws when its secret or headers cannot be opened. */
export function signRequest(ring: KeyRing, claim: Claim, now: Date): SignedRequest {
  const body = Buffer.from(claim.payload)
  const secrets = openSigningSecrets(ring, claim, now)
  const own = {
    "content-type": "application/json",
    "user-agent": "Foyer-Webhooks/1.0",
    ...signWebhook({ secrets, id: claim.event_id, timestamp: now, payload: body }),
  }
  const custom = openHeaders(ring, claim)
  return {
    url: claim.url,
    body,
    headers: { ...Object.fromEntries(custom), ...own },
    shown_headers: { ...own, ...Object.fromEntries(custom.map(([name]) => [name, "(hidden)"])) },
  }
}

export interface SendOptions {
  allow: AddressPolicy
  timeout_ms: number
  signal: AbortSignal
  resolve?: ResolveHost
}

const max_response_bytes = 64 * 1024
const max_excerpt_characters = 4_000

/** Posts a request once. Whatever the receiver does is an outcome, not an error. */
export async function sendRequest(
  { url, body, headers }: SignedRequest,
  { resolve, ...options }: SendOptions,
): Promise<Outcome> {
  const started_ms = performance.now()
  try {
    const answer = await postOutbound({ url, body, headers, max_response_bytes, ...options }, resolve)
    return {
      duration_ms: answer.duration_ms,
      status: answer.status,
      response_excerpt: answer.body_excerpt.slice(0, max_excerpt_characters),
      retry_after: answer.headers["retry-after"],
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      duration_ms: Math.round(performance.now() - started_ms),
      fault: error.message,
      response_excerpt: "",
    }
  }
}

export type SignatureHeaders = {
  "webhook-id": string
  "webhook-timestamp": string
  "webhook-signature": string
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
  const key = Buffer.from(secret.slice(secret_prefix.length), "base64")
  const isSound = key.length >= 24 && key.length <= 64 && secret_prefix + key.toString("base64") === secret
  if (!isSound)
    throw new Error("A webhook secret is damaged: it is not whsec_ and the base64 of 24 to 64 bytes.")
  return key
}

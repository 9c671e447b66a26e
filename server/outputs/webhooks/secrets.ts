// The signing secret and custom headers of an endpoint, stored encrypted only, and the signed requests made from them.

import { createHmac, randomBytes } from "node:crypto"
import { later } from "../../platform/clock.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** The encrypted columns of an endpoint. */
export interface SealedEndpoint {
  endpoint_id: string
  headers_sealed: string
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
}

const secret_prefix = "whsec_"
const secret_bytes = 32

/** Returns a new signing secret in the format of Standard Webhooks 1.0: `whsec_` and base64 of random bytes. */
export function newWebhookSecret(): string {
  return secret_prefix + randomBytes(secret_bytes).toString("base64")
}

export function sealSecret(ring: KeyRing, endpoint_id: string, secret: string): string {
  return ring.seal(secret, secretContext(endpoint_id))
}

function openSecret(ring: KeyRing, endpoint_id: string, sealed: string): string {
  return ring.open(sealed, secretContext(endpoint_id))
}

export function sealHeaders(
  ring: KeyRing,
  endpoint_id: string,
  headers: readonly (readonly [name: string, value: string])[],
): string {
  return ring.seal(JSON.stringify(headers), headersContext(endpoint_id))
}

function openHeaders(ring: KeyRing, { endpoint_id, headers_sealed }: SealedEndpoint): [string, string][] {
  return JSON.parse(ring.open(headers_sealed, headersContext(endpoint_id))) as [string, string][]
}

/** Returns the secrets that sign at `now`: the current one and, during a rotation, the previous ones. */
function openSigningSecrets(ring: KeyRing, endpoint: SealedEndpoint, now: Date): string[] {
  const { endpoint_id, secret_sealed, previous_secret_sealed, previous_secret_until } = endpoint
  const isRotating = previous_secret_until !== null && previous_secret_until > now
  const previous = isRotating && previous_secret_sealed
  return [
    openSecret(ring, endpoint_id, secret_sealed),
    ...(previous ? openPrevious(ring, endpoint_id, previous) : []),
  ]
}

/** Several, newest first, if a rotation follows another: the receiver may still verify with any of them. */
function openPrevious(ring: KeyRing, endpoint_id: string, sealed: string): string[] {
  return openSecret(ring, endpoint_id, sealed).split(" ")
}

/** The encryption context of an endpoint's secrets. */
export function secretContext(endpoint_id: string): string {
  return `webhook_secret:${endpoint_id}`
}

/** The encryption context of an endpoint's headers. */
export function headersContext(endpoint_id: string): string {
  return `webhook_headers:${endpoint_id}`
}

const overlap_ms = 24 * 3_600_000

/** Signatures of more would not fit the header that receivers accept. */
const max_previous = 3

/** Gives an endpoint a new secret. The latest previous ones sign as well for 24 hours from now. */
export async function rotateSecret(
  tx: Tx,
  ring: KeyRing,
  id: string,
): Promise<{ secret: string; previous_secret_until: Date }> {
  const secret = newWebhookSecret()
  const previous_secret_until = later(tx.now, { ms: overlap_ms })
  const endpoint = await tx.one<SealedEndpoint>(sql`
    select id as endpoint_id, headers_sealed, secret_sealed, previous_secret_sealed, previous_secret_until
      from webhook_endpoints where id = ${id} and removed_at is null for update`)
  const previous = openSigningSecrets(ring, endpoint, tx.now).slice(0, max_previous).join(" ")
  await tx.run(sql`
    update webhook_endpoints
       set previous_secret_sealed = ${sealSecret(ring, id, previous)}, previous_secret_until = ${previous_secret_until},
           secret_sealed = ${sealSecret(ring, id, secret)}
     where id = ${id}`)
  return { secret, previous_secret_until }
}

/** Returns the current secret in plain text, for staff to enter at the receiver. */
export async function revealSecret(tx: Tx, ring: KeyRing, id: string): Promise<string> {
  const { secret_sealed } = await tx.one<{ secret_sealed: string }>(sql`
    select secret_sealed from webhook_endpoints where id = ${id} and removed_at is null`)
  return openSecret(ring, id, secret_sealed)
}

/** Counts the endpoints of all firms that none of these master keys can decrypt; nothing can be sent to them. */
export async function countUnreadableEndpoints(tx: Tx, key_ids: readonly string[]): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from webhook_endpoints
     where removed_at is null and split_part(secret_sealed, '.', 2) <> all(${key_ids})`)
  return count
}

/** A request ready to send, and its headers as the log shows them. */
export interface SignedRequest {
  url: string
  body: Buffer
  headers: Record<string, string>
  shown_headers: Record<string, string>
  /** Text to redact from the log: the values of custom headers, and long words in them, such as tokens. */
  hidden: string[]
}

/** Returns the request of a claimed delivery, signed at `now`. Throws if its secret or headers cannot be decrypted. */
export function signRequest(
  ring: KeyRing,
  claim: SealedEndpoint & { url: string; event_id: string; payload: string },
  now: Date,
): SignedRequest {
  const body = Buffer.from(claim.payload)
  const secrets = openSigningSecrets(ring, claim, now)
  const own = {
    "content-type": "application/json",
    "user-agent": "Foyer-Webhooks/1.0",
    ...signWebhook({ secrets, id: claim.event_id, timestamp: now, payload: body }),
  }
  const custom = openHeaders(ring, claim)
  const hidden = custom.flatMap(([, value]) => [
    value,
    ...value.split(/\s+/).filter((word) => word.length >= least_token),
  ])
  return {
    url: claim.url,
    body,
    headers: { ...Object.fromEntries(custom), ...own },
    shown_headers: { ...own, ...Object.fromEntries(custom.map(([name]) => [name, "(hidden)"])) },
    hidden: hidden.filter((text) => text.length >= least_value),
  }
}

/** Shorter values appear in any text and protect nothing, so they are not redacted. */
const least_value = 4
const least_token = 12

type SignatureHeaders = {
  "webhook-id": string
  "webhook-timestamp": string
  "webhook-signature": string
}

/**
 * Returns the three headers of Standard Webhooks 1.0 for `payload`, the exact bytes of the body, with one signature per
 * secret so that receivers can verify during a rotation. `id` is the same for all attempts to send a message;
 * `timestamp` is the time of this attempt. Throws if there is no secret or one is malformed.
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

/** Checks the secret first: Node ignores characters that are not base64, so a damaged secret would sign with a wrong key. */
function readKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(secret_prefix.length), "base64")
  const isSound = key.length >= 24 && key.length <= 64 && secret_prefix + key.toString("base64") === secret
  if (!isSound)
    throw new Error("A webhook secret is damaged: it must be whsec_ and the base64 of 24 to 64 bytes.")
  return key
}

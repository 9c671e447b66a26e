import { randomBytes } from "node:crypto"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"

/** What is stored of an endpoint that only its key ring can read. */
export interface SealedEndpoint {
  endpoint_id: string
  headers_sealed: string
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
}

export const secret_prefix = "whsec_"
const secret_bytes = 32

/** A fresh signing secret in the form of Standard Webhooks 1.0: `whsec_` and the base64 of random bytes. */
export function newWebhookSecret(): string {
  return secret_prefix + randomBytes(secret_bytes).toString("base64")
}

export function sealSecret(ring: KeyRing, endpoint_id: string, secret: string): string {
  return ring.seal(secret, secretContext(endpoint_id))
}

export function openSecret(ring: KeyRing, endpoint_id: string, sealed: string): string {
  return ring.open(sealed, secretContext(endpoint_id))
}

export function sealHeaders(
  ring: KeyRing,
  endpoint_id: string,
  headers: readonly (readonly [name: string, value: string])[],
): string {
  return ring.seal(JSON.stringify(headers), headersContext(endpoint_id))
}

export function openHeaders(
  ring: KeyRing,
  { endpoint_id, headers_sealed }: SealedEndpoint,
): [string, string][] {
  return JSON.parse(ring.open(headers_sealed, headersContext(endpoint_id))) as [string, string][]
}

/** The secrets that sign at `now`: the present one and, while it is being rotated out, the one before. */
export function openSigningSecrets(ring: KeyRing, endpoint: SealedEndpoint, now: Date): string[] {
  const { endpoint_id, secret_sealed, previous_secret_sealed, previous_secret_until } = endpoint
  const isRotating = previous_secret_until !== null && previous_secret_until > now
  const sealed = isRotating ? [secret_sealed, previous_secret_sealed] : [secret_sealed]
  return sealed.filter((one) => one !== null).map((one) => openSecret(ring, endpoint_id, one))
}

/** What both secrets of an endpoint are sealed for. */
export function secretContext(endpoint_id: string): string {
  return `webhook_secret:${endpoint_id}`
}

/** What an endpoint's headers are sealed for. */
export function headersContext(endpoint_id: string): string {
  return `webhook_headers:${endpoint_id}`
}

const overlap_ms = 24 * 3_600_000

/** A fresh secret for an endpoint. For 24 hours the one before signs as well; earlier ones end at once. */
export async function rotateSecret(
  tx: Tx,
  ring: KeyRing,
  id: string,
): Promise<{ secret: string; previous_secret_until: Date }> {
  const secret = newWebhookSecret()
  const previous_secret_until = new Date(tx.now.getTime() + overlap_ms)
  await tx.one(sql`
    update webhook_endpoints
       set previous_secret_sealed = secret_sealed, previous_secret_until = ${previous_secret_until},
           secret_sealed = ${sealSecret(ring, id, secret)}
     where id = ${id} and removed_at is null returning id`)
  return { secret, previous_secret_until }
}

/** The present secret in clear, for a member of staff who has to enter it at the receiver. */
export async function revealSecret(tx: Tx, ring: KeyRing, id: string): Promise<string> {
  const { secret_sealed } = await tx.one<{ secret_sealed: string }>(sql`
    select secret_sealed from webhook_endpoints where id = ${id} and removed_at is null`)
  return openSecret(ring, id, secret_sealed)
}

import type { KeyRing } from "../platform/secrets/key-ring.ts"

/** What is stored of an endpoint that only its key ring can read. */
export interface SealedEndpoint {
  endpoint_id: string
  headers_sealed: string
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
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

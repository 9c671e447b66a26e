import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { openSecret, sealSecret } from "./secrets.ts"
import { newWebhookSecret } from "./signature.ts"

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

import { batchQueries } from "../platform/db/batch-queries.ts"
import type { Database } from "../platform/db/database.ts"
import { placeOf } from "../platform/secrets/tokens.ts"
import { type KeyIdentity, type KeyToVerify, proofOfKeys } from "./keys.ts"

/** Proves keys: those of one moment, and of one server, in one statement. */
export function openKeyVerification(db: Database): (key: KeyToVerify) => Promise<KeyIdentity> {
  const provers = new Map<unknown, (key: KeyToVerify) => Promise<KeyIdentity>>()
  return (key) => {
    const server = db.serverOf(placeOf(key.token))
    let prove = provers.get(server.pool)
    if (!prove) {
      prove = batchQueries(
        (keys: readonly KeyToVerify[]) => server.readOnce<KeyIdentity>(proofOfKeys(keys, db.clock())),
        ({ token, subject }) => `${token} ${subject}`,
      )
      provers.set(server.pool, prove)
    }
    return prove(key)
  }
}

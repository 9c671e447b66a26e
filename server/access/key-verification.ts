import { batchQueries } from "../platform/db/batch-queries.ts"
import type { Database } from "../platform/db/database.ts"
import { placeOf } from "../platform/secrets/tokens.ts"
import { type KeyIdentity, type KeyToVerify, keysQuery } from "./keys.ts"

/** Verifies keys. Concurrent requests to one database server share one statement. */
export function openKeyVerification(db: Database): (key: KeyToVerify) => Promise<KeyIdentity> {
  const verifiers = new Map<unknown, (key: KeyToVerify) => Promise<KeyIdentity>>()
  return (key) => {
    const server = db.serverOf(placeOf(key.token))
    let verify = verifiers.get(server.pool)
    if (!verify) {
      verify = batchQueries(
        (keys: readonly KeyToVerify[]) => server.readOnce<KeyIdentity>(keysQuery(keys, db.clock())),
        ({ token, subject }) => `${token} ${subject}`,
      )
      verifiers.set(server.pool, verify)
    }
    return verify(key)
  }
}

import { batchQueries } from "../../../platform/db/connections/batch-queries.ts"
import type { Database } from "../../../platform/db/database.ts"
import { type KeyIdentity, type KeyToVerify, keysQuery } from "./keys.ts"

/** Verifies keys. Concurrent requests share one statement. */
export function openKeyVerification(db: Database): (key: KeyToVerify) => Promise<KeyIdentity> {
  return batchQueries(
    (keys: readonly KeyToVerify[]) => db.readOnce<KeyIdentity>(keysQuery(keys, db.clock())),
    ({ token, subject }) => `${token} ${subject}`,
  )
}

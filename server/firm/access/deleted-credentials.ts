import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { hashToken, placeOf } from "../../platform/secrets/tokens.ts"
import { type Firm, getFirm } from "../firms/firms.ts"

/** Finds the firm that deleted the matter a link's key or a session's token belonged to; undefined for any other. */
export async function findFirmOfDeleted(db: Database, token: string): Promise<Firm | undefined> {
  let isKnown = false
  return db.forBearer<{ firm_id: string }, Firm | undefined>(
    sql`select * from authenticate_deleted_credential(${placeOf(token)}, ${hashToken(token)})`,
    (row) => {
      isKnown = row !== undefined
    },
    async (tx) => (isKnown ? getFirm(tx) : undefined),
  )
}

// The credentials the portal accepts when a client enters. Each names an invitation, and opens its firm and matter for
// the transaction.
import { type Sql, sql } from "../../platform/db/sql.ts"
import { hashToken, placeOf } from "../../platform/secrets/tokens.ts"

export type EntryProof = Sql

/** The key of an invitation link. */
export function proofOfInvitation(key: string): EntryProof {
  return sql`select * from authenticate_invitation(${placeOf(key)}, ${hashToken(key)})`
}

/** The token of an expired client session: enough to request a code, and nothing else. */
export function proofOfEndedSession(token: string): EntryProof {
  return sql`select * from recall_session(${placeOf(token)}, ${hashToken(token)})`
}

/** The link in a code email: enough to use the code, until it has been used. */
export function proofOfCodeLink(key: string): EntryProof {
  return sql`select * from recall_mailed_code(${placeOf(key)}, ${hashToken(key)})`
}

/** A sealed value from a page: enough to request a code, and nothing else. */
export function proofOfPageOwner({ user_id, matter_id }: { user_id: string; matter_id: string }): EntryProof {
  return sql`select * from recall_client(${user_id}, ${matter_id})`
}

// What the doors of the portal take for a proof of who stands there: each names an invitation, and opens its firm and
// matter for the transaction.
import { type Sql, sql } from "../platform/db/sql.ts"
import { hashToken, placeOf } from "../platform/secrets/tokens.ts"

export type EntryProof = Sql

/** Proof by the key of an invitation link. */
export function proofOfInvitation(key: string): EntryProof {
  return sql`select * from authenticate_invitation(${placeOf(key)}, ${hashToken(key)})`
}

/** Proof by the token of a client session that has ended: enough to be asked for a code, for nothing else. */
export function proofOfEndedSession(token: string): EntryProof {
  return sql`select * from recall_session(${placeOf(token)}, ${hashToken(token)})`
}

/** Proof by the link beside an emailed code: as long as the code is unused, enough to use it. */
export function proofOfCodeLink(key: string): EntryProof {
  return sql`select * from recall_mailed_code(${placeOf(key)}, ${hashToken(key)})`
}

/** Proof by what a page was given under seal: enough to be asked for a code, for nothing else. */
export function proofOfPageOwner({ user_id, matter_id }: { user_id: string; matter_id: string }): EntryProof {
  return sql`select * from recall_client(${user_id}, ${matter_id})`
}

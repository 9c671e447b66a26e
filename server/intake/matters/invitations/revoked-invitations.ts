// A revoked link gets a new one only for whom it was for: the party may be someone else by now, such as a new spouse.

import { type Sql, sql } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { contactOfInvitation } from "../parties/parties.ts"

/** SQL: whether invitation `i` was for a client who is no longer its party. Whom those of earlier versions were for is unknown. */
export const isFormer: Sql = sql`
  (i.revoked_at is not null and i.party <> 'helper'
   and exists (select from matters m cross join lateral (select ${contactOfInvitation} as id) p
                where m.id = i.matter_id and (p.id is null or p.id <> i.contact_id)))`

/** Thrown for a new link for such a client. */
export function noLongerParty() {
  const why = "Whom this invitation was for no longer takes part in the matter."
  return conflict("no_longer_party", `${why} Invite whoever does now.`)
}

/** Thrown for a link that opens nothing any more. */
export function revoked() {
  return conflict("invitation_revoked", "This invitation was revoked. Ask the firm for a new link.")
}

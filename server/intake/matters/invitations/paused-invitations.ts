// While no one has said whether the spouse or partner still takes part, their link opens nothing.
import { type Sql, sql } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"

/** SQL: whether the link of invitation `i` opens nothing, because what two clients share is paused. */
export const isPaused: Sql = sql`
  (i.party = 'partner'
   and exists (select from matters p where p.id = i.matter_id and p.sharing_paused_at is not null))`

/** Thrown for an email with such a link. */
export function paused() {
  const why =
    "The marital status changed, and no one has said yet whether the spouse or partner still takes part."
  return conflict("invitation_paused", `${why} Until then, their link opens nothing.`)
}

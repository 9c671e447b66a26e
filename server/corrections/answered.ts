import { type Sql, sql } from "../platform/db/sql.ts"
import { touching } from "./touching.ts"

/** A statement: the matters whose corrections that are not over are all answered, and since when. */
export const answeredMatters: Sql = sql`
  select c.matter_id, max(least(c.looked_at, touched.at)) as since
    from corrections c
    left join lateral (select min(ch.changed_at) as at from ${touching}) touched on true
   where c.asked_at is not null and c.ended_at is null
   group by c.matter_id having bool_and(c.looked_at is not null or touched.at is not null)`

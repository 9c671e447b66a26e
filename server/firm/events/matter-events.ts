import { type Sql, sql, userName } from "../../platform/db/sql.ts"
import { type EventType, eventTraits, eventTypes } from "./schema.ts"

export interface MatterEvent {
  id: string
  event: EventType
  at: Date
  /** Name or email address of the user who caused it; empty if unknown. */
  by: string
}

const shown_as_changes = eventTypes.filter((type) => eventTraits[type].is_shown_as_change)

/** Selects the latest events of a matter that its changes don't show, newest first, up to `limit`. */
export function eventsOfMatter(matter_id: string, limit: number): Sql {
  return sql`
    select e.id, e.event_type as event, e.occurred_at as at, ${userName(sql`u`)} as by
      from events e left join users u on u.id = e.user_id
     where e.matter_id = ${matter_id} and e.event_type <> all(${shown_as_changes}::text[])
     order by e.occurred_at desc, e.id desc limit ${limit}`
}

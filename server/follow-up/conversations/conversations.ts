// The conversation about a matter in one stream: messages with its clients, corrections, staff's notes and tasks, emails to
// clients, and the steps of the matter. A correction stands where it was requested; those not requested yet are no part of it.
import type { EventType } from "../../firm/events/schema.ts"
import { joinSql, type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"

/** What a reader can limit the stream to. */
export const streamFilters = ["messages", "corrections", "notes", "tasks", "emails"] as const
export type StreamFilter = (typeof streamFilters)[number]

export type EntryKind = "message" | "correction" | "note" | "email" | "step"

export interface StreamEntry {
  kind: EntryKind
  id: string
  /** What happened, of a step alone. */
  step?: { type: EventType; at: string; by: string } | null
}

/** The events after which what is written reads differently. */
const steps: readonly EventType[] = [
  "intakeform.started",
  "intakeform.submitted",
  "intakeform.resubmitted",
  "intakeform.completed",
  "intakeform.reopened",
  "matter.closed",
  "matter.reopened",
]

interface Source {
  table: Sql
  /** When the entry took its position. */
  at: Sql
  where: Sql
}

const open_tasks = sql`assignee_id is not null and done_at is null`

const sources: Record<EntryKind, Source> = {
  message: { table: sql`messages`, at: sql`written_at`, where: sql`true` },
  correction: { table: sql`corrections`, at: sql`requested_at`, where: sql`requested_at is not null` },
  note: { table: sql`notes`, at: sql`written_at`, where: sql`true` },
  // An email about a message or a correction adds nothing to the entry it is about.
  email: {
    table: sql`mails`,
    at: sql`created_at`,
    where: sql`purpose in ('invitation', 'reminder', 'handover')`,
  },
  step: { table: sql`events`, at: sql`occurred_at`, where: sql`event_type = any(${[...steps]}::text[])` },
}

const kindsOf: Record<StreamFilter, EntryKind> = {
  messages: "message",
  corrections: "correction",
  notes: "note",
  tasks: "note",
  emails: "email",
}

/**
 * The newest entries of a matter's conversation, or those from the entry `from` on, at most `limit`. Reads no more of each
 * kind than `limit`, however long the conversation is.
 */
export function listStream(
  tx: Tx,
  matter_id: string,
  { filter, from, limit }: { filter?: StreamFilter | undefined; from?: string | undefined; limit: number },
): Promise<StreamEntry[]> {
  const kinds = filter ? [kindsOf[filter]] : (Object.keys(sources) as EntryKind[])
  const parts = kinds.map((kind) => {
    const { table, at, where } = sources[kind]
    const onward = from ? sql`and (${at}, id) <= (${positionOf(matter_id, from)}, ${from})` : sql``
    return sql`
      (select ${kind} as kind, id, ${at} as at from ${table}
        where matter_id = ${matter_id} and ${filter === "tasks" ? open_tasks : where} ${onward}
        order by ${at} desc, id desc limit ${limit})`
  })
  return tx.all(sql`
    select kind, id,
           (select json_build_object('type', e.event_type, 'at', e.occurred_at, 'by', ${userName(sql`u`)})
              from events e left join users u on u.id = e.user_id where kind = 'step' and e.id = entries.id) as step
      from (${joinSql(parts, " union all ")}) entries order by at desc, id desc limit ${limit}`)
}

const positionOf = (matter_id: string, id: string): Sql => sql`
  (select at from (${joinSql(
    Object.values(sources).map(({ table, at }) => sql`select matter_id, id, ${at} as at from ${table}`),
    " union all ",
  )}) entry where matter_id = ${matter_id} and id = ${id})`

// The history of every field of a matter. A save names the revision its editor saw, so no one overwrites a change they
// haven't seen. Callers hold the matter's lock (`lockForEditing`), which serializes saves.
import { json, type Sql, sql, type Tx, userName } from "../../../platform/db/sql.ts"
import { recordAnswered, unansweredOf } from "./answering.ts"

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface Edit<Value extends Json = Json> {
  field: string
  value: Value
  /** The revision the editor saw, 0 for none. Without it, nothing is compared. */
  seen?: number
}

/** Two people gave one field different values. Neither is lost; someone has to choose. */
export interface Conflict {
  field: string
  yours: Json
  theirs: Json
  /** The revision that the save resolving this conflict must name as seen. */
  revision: number
  /** Name or email address of the person who saved `theirs`; empty when unknown. */
  changed_by: string
  /** That person works for the firm. */
  is_by_staff: boolean
  /** It was the same person, in another window or on another device. */
  is_own: boolean
  changed_at: Date
}

export interface SaveResult {
  /** The current revision of every field that now holds the submitted value. */
  saved: Record<string, number>
  conflicts: Conflict[]
}

export interface Changes extends SaveResult {
  /** What the caller must now store. */
  accepted: Record<string, Json>
}

/** How a record's values are encrypted and decrypted when the table must not hold them in plain text. */
export interface Sealing {
  seal(value: Json): Json
  open(stored: Json): Json
}

export interface RecordedAs {
  sealing?: Sealing
  /** It answers an open item of the latest submission. */
  is_awaited?: boolean
  /** A value equal to the current one is recorded too: someone was asked whether it still holds. */
  is_confirmed?: boolean
  /** The record has no history: its id was made just now. */
  is_new?: boolean
}

/**
 * Compares `edits` of one record with its `current` values and records those that apply. An edit equal to the current
 * value changes nothing, unless it confirms it; one equal to the value its editor saw was left untouched and is ignored.
 */
export async function recordChanges(
  tx: Tx,
  matter_id: string,
  record_id: string,
  current: Readonly<Record<string, Json | undefined>>,
  edits: readonly Edit[],
  { sealing, is_awaited = false, is_confirmed = false, is_new = false }: RecordedAs = {},
): Promise<Changes> {
  const open = (stored: Json) => (sealing && stored !== null ? sealing.open(stored) : stored)
  const history = await readHistory(tx, record_id, is_new ? [] : edits)
  const changes: Changes = { accepted: {}, saved: {}, conflicts: [] }
  for (const { field, value, seen } of edits) {
    const last = history.get(field)
    const revision = last?.revision ?? 0
    const theirs = current[field] ?? null
    if (isSameValue(value, theirs) && !is_confirmed) {
      changes.saved[field] = revision
    } else if (last === undefined || seen === undefined || seen >= revision) {
      changes.accepted[field] = value
      changes.saved[field] = revision + 1
    } else if (!isSameValue(value, open(last.seen_value))) {
      const { seen_value: _, ...rest } = last
      changes.conflicts.push({ ...rest, yours: value, theirs })
    }
  }
  await appendChanges(tx, matter_id, record_id, current, changes, { sealing, is_awaited })
  return changes
}

interface LastChange {
  field: string
  revision: number
  seen_value: Json
  changed_by: string
  is_by_staff: boolean
  is_own: boolean
  changed_at: Date
}

async function readHistory(
  tx: Tx,
  record_id: string,
  edits: readonly Edit[],
): Promise<Map<string, LastChange>> {
  if (edits.length === 0) return new Map()
  const rows = await tx.all<LastChange>(sql`
    select edit.field, last.revision, last.changed_at, ${userName(sql`u`)} as changed_by,
           coalesce(u.is_firm_staff, false) as is_by_staff,
           coalesce(last.changed_by = current_actor(), false) as is_own,
           (select case when edit.seen = 0 then c.previous else c.value end from changes c
             where c.record_id = ${record_id} and c.field = edit.field and c.revision = greatest(edit.seen, 1)
           ) as seen_value
      from unnest((select ${edits.map((edit) => edit.field)}::text[]),
                  (select ${edits.map((edit) => edit.seen ?? null)}::integer[])) as edit (field, seen)
     cross join lateral (
           select revision, changed_by, changed_at from changes c
            where c.record_id = ${record_id} and c.field = edit.field order by revision desc limit 1) last
      left join users u on u.id = last.changed_by`)
  return new Map(rows.map((row) => [row.field, row]))
}

async function appendChanges(
  tx: Tx,
  matter_id: string,
  record_id: string,
  current: Readonly<Record<string, Json | undefined>>,
  { accepted, saved }: Changes,
  { sealing, is_awaited }: { sealing: Sealing | undefined; is_awaited: boolean },
): Promise<void> {
  const fields = Object.keys(accepted)
  if (fields.length === 0) return
  const stored = (value: Json | undefined) =>
    isEmpty(value) ? null : json(sealing ? sealing.seal(value ?? null) : value)
  // The select does not see what its own statement inserts, so these are the corrections that were unanswered before.
  const unanswered = await tx.all<{ id: string }>(sql`
    with moment as (select ${sinceSubmission(tx, matter_id)} as at),
    recorded as (
      insert into changes (matter_id, record_id, field, revision, value, previous, changed_at, is_awaited)
      select ${matter_id}, ${record_id}, field, revision, value, previous, moment.at, ${is_awaited}
        from moment, unnest(${fields}::text[], ${fields.map((field) => saved[field])}::integer[],
                    ${fields.map((field) => stored(accepted[field]))}::jsonb[],
                    ${fields.map((field) => (saved[field] === 1 ? stored(current[field]) : null))}::jsonb[])
               as change (field, revision, value, previous)),
    active as (
      update matters set last_activity_at = greatest(last_activity_at, moment.at) from moment where id = ${matter_id})
    ${unansweredOf(matter_id)}`)
  await recordAnswered(tx, matter_id, unanswered)
}

/**
 * SQL: now, or just after the last submission or completion of the matter: a transaction that waited for the matter's lock
 * may have begun before it. What comes later than a submission must be told from what is in it.
 */
export const sinceSubmission = (tx: Tx, matter_id: string): Sql => sql`
  (select greatest(${tx.now}, submitted_at + interval '1 millisecond', completed_at + interval '1 millisecond')
     from matters where id = ${matter_id})`

export interface ChangeRow {
  record_id: string
  field: string
  revision: number
  /** `{"sealed": …}` for a sensitive answer. */
  value: Json
  changed_by: string | null
  changed_by_name: string
  changed_at: Date
}

/** Selects the latest changes of a matter, newest first, at most `limit`. */
export function latestChanges(matter_id: string, limit: number): Sql {
  return sql`
    select c.record_id, c.field, c.revision, c.value, c.changed_by, c.changed_at,
           ${userName(sql`u`)} as changed_by_name
      from changes c left join users u on u.id = c.changed_by
     where c.matter_id = ${matter_id}
     order by c.changed_at desc, c.record_id desc, c.field, c.revision desc limit ${limit}`
}

/** Every spelling of "no value". */
function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
}

/** Whether two values are equal, ignoring the order of object keys and the spelling of "no value". */
export function isSameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  return canonical(a) === canonical(b)
}

function canonical(value: Json | undefined): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

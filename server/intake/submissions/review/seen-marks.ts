// Acknowledgements as stored: a place in the matter and a keyed signature of its content.
import { allTogether } from "../../../platform/db/all-together.ts"
import { type Sql, sql, type Tx, userName } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import type { FileState } from "../../documents/matter-files.ts"
import type { Difference } from "./differences.ts"
import { isUnseen } from "./unseen-matters.ts"

export const purpose = "seen_changes"

/**
 * Records that the current user saw the content of each place, and until when. Returns whether the client's changes are
 * all seen as far as lists know, which compare nothing: "unknown" until it was said once.
 */
export async function recordSeen(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  seen: readonly { place: string; mark: string; seen_until: Date }[],
): Promise<"seen" | "unseen" | "unknown"> {
  const { state } = await tx.one<{ state: "seen" | "unseen" | "unknown" }>(sql`
    with recorded as (
    insert into seen_changes (matter_id, place, mark, mark_key_id, seen_until, seen_at)
    select ${matter_id}, place, mark, ${ring.current_key_id}, max(seen_until), ${tx.now}
      from unnest(${seen.map(({ place }) => place)}::text[], ${seen.map(({ mark }) => mark)}::text[],
                  ${seen.map(({ seen_until }) => seen_until)}::timestamptz[]) as seen (place, mark, seen_until)
     group by place, mark
    on conflict (firm_id, matter_id, place, mark) do update
       set seen_until = excluded.seen_until, seen_by = excluded.seen_by, seen_at = excluded.seen_at,
           mark_key_id = excluded.mark_key_id)
    select case when ${isUnseen} then 'unseen'
                when exists (select from seen_matters w where w.matter_id = m.id) then 'seen' else 'unknown' end as state
      from matters m where m.id = ${matter_id}`)
  return state
}

/** Takes back what the current user acknowledged at one time; returns what it was. */
export async function removeSeen(
  tx: Tx,
  matter_id: string,
  seen_at: Date,
): Promise<{ place: string; mark: string }[]> {
  return tx.all(sql`
    delete from seen_changes
     where matter_id = ${matter_id} and seen_at = ${seen_at} and seen_by = current_actor()
    returning place, mark`)
}

/** Something that can be acknowledged: its place and its content. */
export type Signable = Pick<Difference, "record_key" | "field" | "state">

/** The place of a difference, and the text its mark signs. */
export function signedOf(matter_id: string, difference: Signable): { place: string; text: string } {
  const place = placeOf(difference)
  return { place, text: `${matter_id} ${place} ${difference.state}` }
}

export interface SeenRow {
  place: string
  mark: string
  seen_until: Date
  seen_at: Date
  by: string
}

export interface Seen {
  /** All acknowledgements of a matter. */
  seen: SeenRow[]
  /** Its files by id. */
  files: ReadonlyMap<string, SeenFile>
  /** Files that a submission was still waiting for, after its number: they are part of it, so they are no change since. */
  arrived: ReadonlySet<string>
}

export interface SeenFile {
  id: string
  state: FileState
  /** Corrections are open, of this file or another one of the matter. */
  has_corrections: boolean
}

export interface SeenRows extends Record<string, unknown> {
  seen: SeenRow
  files: SeenFile
  arrived: { number: number; document_id: string }
}

/** SQL: whether corrections of files are open in the matter. */
export const hasOpenCorrections = (matter_id: string): Sql => sql`
  exists (select from corrections c where c.matter_id = ${matter_id} and c.kind = 'document' and c.ended_at is null)`

/** What of a matter's content staff have acknowledged. */
export async function readSeen(tx: Tx, matter_id: string): Promise<Seen> {
  return seenIn(await allTogether<SeenRows>(tx, seenOf(matter_id)))
}

/** Selects the same, for `seenIn`. */
export function seenOf(matter_id: string): Record<keyof SeenRows & string, Sql> {
  return {
    seen: sql`
      select s.place, s.mark, s.seen_until, s.seen_at, ${userName(sql`u`)} as by
        from seen_changes s left join users u on u.id = s.seen_by
       where s.matter_id = ${matter_id} order by s.seen_at`,
    files: sql`
      select id, state, ${hasOpenCorrections(matter_id)} as has_corrections
        from document_states where matter_id = ${matter_id}`,
    arrived: sql`
      select o.number, d.id as document_id
        from submitted_open_items o
        join documents d on d.matter_id = o.matter_id and d.request_id = o.record_id and d.uploaded_at >= o.submitted_at
       where o.matter_id = ${matter_id} and o.kind = 'document' and o.state = 'received'
         and (o.contact_id is null or o.contact_id = contact_of_client(d.uploaded_by))`,
  }
}

export function seenIn({ seen, files, arrived }: Awaited<ReturnType<typeof allTogether<SeenRows>>>): Seen {
  return {
    seen: seen.map((row) => ({
      ...row,
      seen_until: new Date(row.seen_until),
      seen_at: new Date(row.seen_at),
    })),
    files: new Map(files.map((file) => [file.id, file])),
    arrived: new Set(arrived.map(({ number, document_id }) => `${number} ${document_id}`)),
  }
}

/** The place of a difference, whatever its content. */
export function placeOf({ record_key, field }: Pick<Difference, "record_key" | "field">): string {
  return `${record_key} ${field}`
}

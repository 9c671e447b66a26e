// Where the people of one matter are in it right now, shown to each other.
import { later } from "../../../platform/clock.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"

/** How long someone counts as present after typing or opening something. */
const now_ms = 3 * 60_000

/** How long a row is good for: it is written again only for another page or after this time. */
const fresh_ms = 60_000

export interface PortalLocation {
  section_id: string
  /** The page within the section. */
  path: string
}

export interface PresentPerson {
  /** As others call them; empty while unknown. */
  name: string
  path: string
}

/** Records where a client is, and returns the others in the same section now, by name. */
export function recordPresence(
  tx: Tx,
  matter_id: string,
  { section_id, path }: PortalLocation,
): Promise<PresentPerson[]> {
  const since = later(tx.now, { ms: -now_ms })
  return tx.all(sql`
    with noted as (
      insert into presences (matter_id, section_id, path, seen_at)
      select ${matter_id}, ${section_id}, ${path}, ${tx.now}
       where exists (select from invitations i where i.matter_id = ${matter_id} and i.user_id <> current_actor())
          on conflict (firm_id, matter_id, user_id) do update
         set section_id = excluded.section_id, path = excluded.path, seen_at = excluded.seen_at
       where (presences.section_id, presences.path) is distinct from (excluded.section_id, excluded.path)
          or presences.seen_at < ${later(tx.now, { ms: -fresh_ms })})
    select coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), nullif(i.first_name, ''), '') as name, p.path
      from presences p
      join lateral (select first_name from invitations i where i.matter_id = p.matter_id and i.user_id = p.user_id
                       and i.revoked_at is null order by i.id desc limit 1) i on true
      left join contacts c on c.id = contact_of_client(p.user_id)
     where p.matter_id = ${matter_id} and p.section_id = ${section_id} and p.user_id <> current_actor()
       -- Autosave keeps the session alive while someone types, and so keeps them present.
       and greatest(p.seen_at, (select max(s.last_seen_at) from sessions s
                                 where s.matter_id = p.matter_id and s.user_id = p.user_id)) > ${since}
     order by name`)
}

/** Deletes a client's presence when they move to a page that doesn't concern others. */
export async function endPresence(tx: Tx, matter_id: string): Promise<void> {
  await tx.run(sql`delete from presences where matter_id = ${matter_id} and user_id = current_actor()`)
}

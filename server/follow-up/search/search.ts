// The console's search: people by every name, email, phone and address, plus assets, files and matters, in all
// unencrypted text. The index is a table that triggers maintain, so it is never outdated (0004-documents.sql).
import type { MatterState } from "../../intake/matters/list/filters.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"

export type EntryKind =
  | "matter"
  | "file_number"
  | "name"
  | "also_known_as"
  | "preferred_name"
  | "email"
  | "phone"
  | "address"
  | "asset"
  | "document"
  | "event"

export interface FoundEntry {
  matter_id: string
  matter_name: string
  matter_state: MatterState
  record_id: string
  contact_id: string | null
  kind: EntryKind
  /** The person's full name; empty if the entry has no person. */
  full_name: string
  /** Code of the person's relationship to the main client; empty if the entry has no person. */
  relationship_type: string
  /** The matching text, as typed. */
  text: string
  /** It contains only some of the words. */
  is_partial: boolean
}

export interface SearchOptions {
  /** Only matters assigned to this user; null for the entire firm. */
  assignee_id: string | null
  limit: number
  /** Include similar spellings even if there are enough exact matches. */
  is_wide?: boolean
}

/** The index entries that match some words, best first; a complete id finds its record. Empty in a client's session. */
export async function searchEntries(
  tx: Tx,
  words: string,
  { assignee_id, limit, is_wide = false }: SearchOptions,
): Promise<FoundEntry[]> {
  const id = words.trim()
  if (/^[a-z]+_[PF]?[0-9A-F]{32}$/i.test(id)) return findById(tx, id, assignee_id)
  return tx.all(sql`
    select ${columns}, e.is_partial
      from find_search_entries(${words}, ${assignee_id}, ${is_wide}, ${limit}) e ${joined}
     order by e.score desc, e.matter_id desc, e.record_id`)
}

const columns = sql`
  e.matter_id, m.name as matter_name, m.state as matter_state, e.record_id, e.contact_id, e.kind,
  coalesce(c.full_name, '') as full_name, coalesce(c.relationship_type, '') as relationship_type,
  case e.kind
       when 'matter' then m.name
       when 'file_number' then m.file_number
       when 'name' then c.full_name
       when 'also_known_as' then c.also_known_as
       when 'preferred_name' then c.preferred_name
       when 'email' then (select r.email from email_addresses r where r.id = e.record_id)
       when 'phone' then (select r.number from phone_numbers r where r.id = e.record_id)
       when 'address' then (select concat_ws(', ', nullif(r.street, ''), nullif(r.city, ''), nullif(r.state, ''))
                              from addresses r where r.id = e.record_id)
       when 'asset' then (select r.identifier_value from assets r where r.id = e.record_id)
       when 'document' then (select r.filename from documents r where r.id = e.record_id)
       else e.record_id end as text`

const joined = sql`
  join matters m on m.id = e.matter_id
  left join contacts c on c.id = e.contact_id`

/** The record with an id, through the key of its own table. */
function findById(tx: Tx, id: string, assignee_id: string | null): Promise<FoundEntry[]> {
  const [prefix = "", digits = ""] = id.split("_")
  const exact = `${prefix.toLowerCase()}_${digits.toUpperCase()}`
  const source = sourceOfId(prefix.toLowerCase(), exact)
  if (!source) return Promise.resolve([])
  return tx.all(sql`
    select ${columns}, false as is_partial from (${source}) e ${joined}
     where ${assignee_id}::text is null or m.assignee_id = ${assignee_id}`)
}

function sourceOfId(prefix: string, id: string): Sql | undefined {
  switch (prefix) {
    case "matter":
      return sql`select id as matter_id, id as record_id, null::text as contact_id, 'matter' as kind from matters where id = ${id}`
    case "contact":
      return sql`select matter_id, id as record_id, id as contact_id, 'name' as kind from contacts where id = ${id}`
    case "asset":
      return sql`select matter_id, id as record_id, null::text as contact_id, 'asset' as kind from assets where id = ${id}`
    case "document":
      return sql`
        select matter_id, id as record_id, null::text as contact_id, 'document' as kind
          from documents where id = ${id} and removed_at is null`
    case "evt":
      return sql`select matter_id, id as record_id, null::text as contact_id, 'event' as kind from events where id = ${id}`
    default:
      return undefined
  }
}

// Inserts a row into every table of a firm, from the catalog, so that isolation tests have something to find.
import { randomBytes } from "node:crypto"
import { joinSql, rawSql, type Sql, sql, type Tx } from "../../server/platform/db/sql.ts"
import { newId } from "../../server/platform/ids.ts"

export interface FirmTable {
  name: string
  /** The column that names the matter; null if the table belongs to none. */
  matter_column: string | null
  /** Whether rows may lack a matter. */
  may_lack_matter: boolean
}

/** Every table whose rows belong to a firm, in the order of their creation. */
export function listFirmTables(tx: Tx): Promise<FirmTable[]> {
  return tx.all(sql`
    select c.relname::text as name, case c.relname when 'matters' then 'id' else a.attname::text end as matter_column,
           coalesce(not a.attnotnull, false) as may_lack_matter
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'matter_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (c.relname = 'firms' or exists (
             select from pg_attribute f where f.attrelid = c.oid and f.attname = 'firm_id' and not f.attisdropped))
     order by c.oid`)
}

/** Values that satisfy a check constraint where the type alone is not enough. */
const chosen: Record<string, Sql> = {
  "client_email_words.language": sql`'en'`,
  "asset_beneficiaries.level": sql`'primary'`,
  "conflict_checks.decision": sql`'none'`,
  "conflict_check_matters.position": sql`(random() * 1000000)::int`,
  "document_choices.choice": sql`'bring'`,
  "conflict_names.origin": sql`'deleted_matter'`,
  "corrections.kind": sql`'question'`,
  "deletions.content_sealed": sql`'sealed'`,
  "dropped_items.kind": sql`'document'`,
  "inquiries.language": sql`'en'`,
  "mailed_codes.purpose": sql`'sign_in'`,
  "notifications.kind": sql`'started'`,
  "people.person_ids": sql`'{a}'`,
  "planned_messages.held_back": sql`'no_client'`,
  "outside_entries.kind": sql`'name'`,
  "open_items.kind": sql`'document'`,
  "search_entries.kind": sql`'document'`,
  "signatures.agreement_id": sql`select agreement_id from agreement_versions limit 1`,
  "signatures.language": sql`'en'`,
  "signatures.party": sql`'main'`,
  "stock_replies.language": sql`'en'`,
  "submissions.reason": sql`'submitted'`,
  "staff_notifications.kind": sql`'started'`,
  "stored_files.purpose": sql`'document'`,
}

interface Column {
  name: string
  type: string
  /** Whether it can be omitted. */
  may_lack: boolean
  /** The table it references together with firm_id, if any. */
  of_table: string | null
  /** Whether that table belongs to a matter. */
  of_matter: boolean
}

/** Inserts a row into a table of the transaction's firm, for the given matter or none. */
export async function addRow(
  tx: Tx,
  { name, matter_column }: FirmTable,
  matter_id: string | null,
): Promise<void> {
  const columns = await tx.all<Column>(sql`
    select distinct on (a.attnum) a.attname::text as name, format_type(a.atttypid, null) as type,
           not a.attnotnull or a.atthasdef as may_lack,
           r.relname::text as of_table,
           exists (select from pg_attribute m where m.attrelid = r.oid and m.attname = 'matter_id') as of_matter
      from pg_attribute a
      left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'f' and k.conkey[2] = a.attnum
      left join pg_class r on r.oid = k.confrelid
     where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum, k.oid`)
  const values = columns
    .filter((column) => !column.may_lack || column.name === matter_column || chosen[`${name}.${column.name}`])
    .map((column) => ({ ...column, value: chooseValue(name, column, matter_column, matter_id) }))
  await tx.run(sql`
    insert into ${rawSql(name)} (${rawSql(values.map((column) => column.name).join(", "))})
    select ${joinSql(values.map(({ value, type }) => sql`(${value})::${rawSql(type)}`))}`)
}

function chooseValue(
  table: string,
  column: Column,
  matter_column: string | null,
  matter_id: string | null,
): Sql {
  const { name, type, of_table, of_matter } = column
  if (name === matter_column) return sql`${matter_id}::text`
  const own = chosen[`${table}.${name}`]
  if (own) return own
  if (of_table) {
    const within = of_matter && matter_id ? sql`where matter_id = ${matter_id}` : sql``
    return sql`select id from ${rawSql(of_table)} ${within} limit 1`
  }
  if (type === "record_id") return sql`${newId("code")}::text`
  if (type === "uuid") return sql`gen_random_uuid()`
  if (type === "bytea") return sql`${randomBytes(32)}::bytea`
  if (type === "jsonb") return sql`'{}'`
  if (type === "boolean") return sql`false`
  if (["smallint", "integer", "bigint"].includes(type) || type.startsWith("numeric")) return sql`1`
  if (type.startsWith("timestamp") || type === "date") return sql`now()`
  if (type.endsWith("[]")) return sql`'{}'`
  return sql`${`filled ${randomBytes(4).toString("hex")}`}::text`
}

import { sql, type Tx } from "../sql.ts"
import { describeViewers } from "./viewers-page.ts"

interface TableRow {
  name: string
  comment: string | null
  columns: {
    name: string
    type: string
    is_nullable: boolean
    fallback: string | null
    comment: string | null
  }[]
  constraints: string[]
}

/** Renders `docs/schema.md`: every table with its columns, and keys, and who sees which rows, from the database's catalog. */
export async function describeSchema(tx: Tx): Promise<string> {
  const tables = await tx.all<TableRow>(sql`
    select c.relname as name,
           obj_description(c.oid, 'pg_class') as comment,
           (select json_agg(json_build_object(
                     'name', a.attname,
                     'type', format_type(a.atttypid, a.atttypmod),
                     'is_nullable', not a.attnotnull,
                     'fallback', pg_get_expr(d.adbin, d.adrelid),
                     'comment', col_description(c.oid, a.attnum)) order by a.attnum)
              from pg_attribute a
              left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
           (select coalesce(json_agg(pg_get_constraintdef(k.oid) order by array_position('{p,u,f,c}', k.contype::text), k.conname), '[]')
              from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')) as constraints
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.oid`)
  return [
    "# The schema",
    "",
    "Generated from the database by `bin/foyer schema > docs/schema.md`. A `record_id` is text: a prefix, an underscore, and the 32 uppercase hex digits of a UUIDv7. Row-level security is forced on every table of a firm, with the single policy `of_the_firm`. Sign-in, jobs, and commands run as `foyer_platform` and see all firms. The tables' owner can become both roles, and sees no more than one firm. `server/migrations/0001-firms.sql` defines the policy.",
    ...(await describeViewers(tx)),
    ...tables.flatMap(describeTable),
    "",
  ].join("\n")
}

function describeTable({ name, comment, columns, constraints }: TableRow): string[] {
  return [
    "",
    `## ${name}`,
    ...(comment ? ["", comment] : []),
    "",
    "| Column | Type | Default | |",
    "|---|---|---|---|",
    ...columns.map((column) => {
      const type = column.is_nullable ? `${column.type}, may be null` : column.type
      return `| ${column.name} | ${type} | ${column.fallback ? `\`${column.fallback}\`` : ""} | ${column.comment ?? ""} |`
    }),
    "",
    ...constraints.map((constraint) => `- \`${constraint.replaceAll("\n", " ")}\``),
  ]
}

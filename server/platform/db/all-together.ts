import { joinSql, rawSql, type Sql, sql, type Tx } from "./sql.ts"

/** The rows of several short selects in one statement, by name; their times and dates are text. */
export function allTogether<Rows extends Record<string, unknown>>(
  tx: Tx,
  selects: Readonly<Record<keyof Rows & string, Sql>>,
): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const columns = Object.entries<Sql>(selects).map(
    ([name, select]) => sql`
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${select}) r) as ${rawSql(name)}`,
  )
  return tx.one(sql`select ${joinSql(columns)}`)
}

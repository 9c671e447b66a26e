import { joinSql, rawSql, type Sql, sql, type Tx } from "./sql.ts"

type InText<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name]
}

/** The rows of several short selects in one statement, by name; their times and dates are text. */
export function allTogether<Rows extends Record<string, unknown>>(
  tx: Tx,
  selects: Readonly<Record<keyof Rows & string, Sql>>,
): Promise<{ [Name in keyof Rows]: InText<Rows[Name]>[] }> {
  const columns = Object.entries<Sql>(selects).map(
    ([name, select]) => sql`
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${select}) r) as ${rawSql(name)}`,
  )
  return tx.one(sql`select ${joinSql(columns)}`)
}

import { type Sql, sql } from "./sql.ts"

/** SQL: the name of the user with this table alias, else the email address; empty for no user. */
export function userName(user: Sql): Sql {
  return sql`coalesce(nullif(${user}.name, ''), ${user}.email, '')`
}

import { type Sql, sql } from "./sql.ts"

/** SQL for the name, or else the email address, of the user with this table alias; empty for no user. */
export function userName(user: Sql): Sql {
  return sql`coalesce(nullif(${user}.name, ''), ${user}.email, '')`
}

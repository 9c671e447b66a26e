// Made-up names of people: 8,000 full names before they repeat.
import { type Sql, sql } from "../server/platform/db/sql.ts"

const first_names =
  "Ada Ben Cora Dev Elena Farid Grace Hugo Ines Jonas Kavya Liam Mara Noor Oskar Priya Quinn Rosa Siobhan Tomas"
const last_names =
  "Smith John Ander Peter Larks Wood Black Green Castle Hart Stone River Field Bright Marsh Frost Lock Ash Thorn Wick"
const endings =
  "son sen well ford man ley by ton worth field wick combe stead ham hurst dale more land bury shaw"

/** SQL for the first and last name of the k-th person of the n-th matter. */
export function nameOf(n: Sql, k: Sql): { first_name: Sql; last_name: Sql } {
  const list = (names: string) => sql`(string_to_array(${names}, ' '))`
  return {
    first_name: sql`${list(first_names)}[1 + (${n} * 7 + ${k} * 3) % 20]`,
    last_name: sql`
      ${list(last_names)}[1 + (${n} / 20 + ${k} * 5) % 20] || ${list(endings)}[1 + (${n} / 400 + ${k}) % 20]`,
  }
}

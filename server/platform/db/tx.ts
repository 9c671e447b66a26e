import type { Sql } from "./sql.ts"

/** An open transaction. Rows come back under the names the SQL gives them. */
export interface Tx {
  /** The one clock of the transaction. */
  readonly now: Date
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row; throws "not found" when there is none. */
  one<Row>(statement: Sql): Promise<Row>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** How many rows the statement touched. */
  run(statement: Sql): Promise<number>
}

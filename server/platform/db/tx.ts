import type { Sql } from "./sql.ts"

/** An open transaction. Rows have the column names of the SQL. */
export interface Tx {
  /** The time of the transaction, the same throughout. */
  readonly now: Date
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row; throws "not found" when there is none. */
  one<Row>(statement: Sql): Promise<Row>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>
}

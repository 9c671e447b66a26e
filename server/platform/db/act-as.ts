import type { Tx } from "./database.ts"
import { sql } from "./sql.ts"

/** From here on `user_id` acts in the transaction: the traces it leaves name that user. */
export async function actAs(tx: Tx, user_id: string): Promise<void> {
  await tx.run(sql`select set_config('foyer.user_id', ${user_id}, true)`)
}

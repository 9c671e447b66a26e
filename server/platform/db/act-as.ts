import { sql, type Tx } from "./sql.ts"

/** Makes `user_id` the actor for the rest of the transaction: events and audit entries name that user. */
export async function actAs(tx: Tx, user_id: string): Promise<void> {
  await tx.run(sql`select set_config('foyer.user_id', ${user_id}, true)`)
}

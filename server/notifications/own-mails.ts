import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"

/** Whether the staff member `u` has left mails about matters on, as they are from the start. */
export const wantsMails = sql`coalesce(u.preferences ->> 'matter_mails', 'on') <> 'off'`

/** Whether a member of staff has left mails about matters on; throws "not found". */
export async function hasMatterMails(tx: Tx, user_id: string): Promise<boolean> {
  const { is_on } = await tx.one<{ is_on: boolean }>(sql`
    select ${wantsMails} as is_on from users u where u.id = ${user_id}`)
  return is_on
}

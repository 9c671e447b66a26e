import { sql, type Tx } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { type MatterRow, matterColumns } from "./matter-row.ts"

/**
 * Locks the matter for the rest of the transaction, which serializes edits, submission and completion. Throws "not
 * found", and "conflict" when a client edits a matter that is read-only for clients, or staff edit a closed matter on a
 * client's behalf. Unless the matter is closed, a client may edit what `isExempt` says.
 */
export async function lockForEditing(
  tx: Tx,
  matter_id: string,
  isExempt: () => Promise<boolean> = async () => false,
): Promise<MatterRow> {
  const { is_client, is_in_portal, ...matter } = await tx.one<
    MatterRow & { is_client: boolean; is_in_portal: boolean }
  >(sql`
    select ${matterColumns}, current_matter() is not null as is_in_portal,
           coalesce((select u.is_client_user from users u where u.id = current_actor()), false) as is_client
      from matters m join questionnaires q on q.id = m.questionnaire_id
     where m.id = ${matter_id} for no key update of m`)
  if ((is_client || is_in_portal) && matter.close_date !== null) throw readOnly(matter)
  if (is_client && !mayClientEdit(matter) && !(await isExempt())) throw readOnly(matter)
  return matter
}

/**
 * Locks the matter for the rest of the transaction, which serializes messages. Throws "not found", and "conflict" for a
 * closed matter, which takes no messages.
 */
export async function lockForWriting(tx: Tx, matter_id: string): Promise<void> {
  const matter = await tx.one<Pick<MatterRow, "close_date">>(sql`
    select close_date from matters where id = ${matter_id} for no key update`)
  requireOpen(matter, no_messages)
}

export const no_messages = "you cannot write messages"

/** Throws "conflict" for a closed matter; `so` says what that prevents. */
export function requireOpen({ close_date }: Pick<MatterRow, "close_date">, so = ""): void {
  if (close_date === null) return
  throw conflict("matter_closed", `This matter is closed${so && `, so ${so}`}. Reopen it first.`)
}

/** Whether the client may still edit. */
export function mayClientEdit(
  matter: Pick<MatterRow, "client_may_edit" | "close_date" | "completed_at">,
): boolean {
  return matter.client_may_edit && matter.close_date === null && matter.completed_at === null
}

function readOnly({ close_date }: MatterRow) {
  const why = close_date === null ? "The firm has completed this matter" : "The firm has closed this matter"
  return conflict(
    "matter_read_only",
    `${why}, so you can read it but not change it. Ask the firm to reopen it.`,
  )
}

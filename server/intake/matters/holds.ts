import { recordAudit } from "../../firm/audit/audit.ts"
import { type Sql, sql, type Tx, userName } from "../../platform/db/sql.ts"
import { conflict } from "../../platform/errors.ts"
import { lockForEditing } from "./editing.ts"

export interface Hold {
  reason: string
  held_by_name: string
  held_at: Date
}

/** Returns why a matter must not be deleted; undefined if it may be. */
export function findHold(tx: Tx, matter_id: string): Promise<Hold | undefined> {
  return tx.maybe(sql`
    select h.reason, ${userName(sql`u`)} as held_by_name, h.held_at
      from matter_holds h join users u on u.id = h.held_by where h.matter_id = ${matter_id}`)
}

/** Selects those of these matters that are on legal hold. */
export function heldAmong(ids: readonly string[]): Sql {
  return sql`select matter_id as id from matter_holds where matter_id = any(${ids}::text[])`
}

/** The hold as a form that releases it carries it, so that it releases no other one. */
export function holdSeen({ held_at }: Pick<Hold, "held_at">): string {
  return held_at.toISOString()
}

/** Places a legal hold, which prevents deletion and keeps the bytes of removed files, for a reason of 1–500 characters. Throws "conflict" if there is one already. */
export async function holdMatter(tx: Tx, matter_id: string, reason: string): Promise<void> {
  await lockForEditing(tx, matter_id)
  if (await findHold(tx, matter_id)) throw conflict("already_held", "This matter is on legal hold already.")
  await tx.run(sql`
    insert into matter_holds (matter_id, reason, held_at) values (${matter_id}, ${reason}, ${tx.now})`)
  await recordAudit(tx, "matter_held", { matter_id })
}

/** Lifts a legal hold. Throws "conflict" if there is none. */
export async function releaseMatter(tx: Tx, matter_id: string): Promise<void> {
  await lockForEditing(tx, matter_id)
  const released = await tx.run(sql`delete from matter_holds where matter_id = ${matter_id}`)
  if (released === 0) throw conflict("not_held", "This matter is not on legal hold.")
  await recordAudit(tx, "matter_released", { matter_id })
}

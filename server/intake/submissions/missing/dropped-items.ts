// What the firm no longer needs although a submission was promised it. A dropped item leaves the clients' pages, and no
// later submission waits for it, until staff ask for it again.

import { sql, type Tx } from "../../../platform/db/sql.ts"
import { lockForEditing, requireOpen } from "../../matters/editing.ts"
import type { OpenItem } from "./open-items.ts"

export type ItemKey = Pick<OpenItem, "kind" | "record_id" | "contact_id">

/** An item's name in forms, unique in its matter. */
export function nameOfItem({ record_id, contact_id }: Omit<ItemKey, "kind">): string {
  return [record_id, contact_id].filter(Boolean).join("-")
}

/** The item with this name. */
export function itemNamed(name: string): Omit<ItemKey, "kind"> {
  const [record_id = "", contact_id = null] = name.split("-")
  return { record_id, contact_id }
}

/** Drops these items. Throws "conflict" for a closed matter. */
export async function dropItems(tx: Tx, matter_id: string, items: readonly ItemKey[]): Promise<void> {
  if (items.length === 0) return
  requireOpen(await lockForEditing(tx, matter_id))
  for (const { kind, record_id, contact_id } of items)
    await tx.run(sql`
      insert into dropped_items (matter_id, kind, record_id, contact_id, dropped_at)
      values (${matter_id}, ${kind}, ${record_id}, ${contact_id ?? ""}, ${tx.now})
      on conflict do nothing`)
}

/** The dropped items of a record. */
export function listDropped(tx: Tx, matter_id: string, record_id: string): Promise<Omit<ItemKey, "kind">[]> {
  return tx.all(sql`
    select record_id, nullif(contact_id, '') as contact_id from dropped_items
     where matter_id = ${matter_id} and record_id = ${record_id}`)
}

/** Asks for these items again. Throws "conflict" for a closed matter. */
export async function restoreItems(
  tx: Tx,
  matter_id: string,
  items: readonly Omit<ItemKey, "kind">[],
): Promise<void> {
  if (items.length === 0) return
  requireOpen(await lockForEditing(tx, matter_id))
  for (const { record_id, contact_id } of items)
    await tx.run(sql`
      delete from dropped_items
       where matter_id = ${matter_id} and record_id = ${record_id} and contact_id = ${contact_id ?? ""}`)
}

// "None of these": distinguishes a category the client answered from one the client skipped.

import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { recordChanges } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"

/** Ids of the categories in which the client declared to have nothing. */
export async function listCategoriesWithout(tx: Tx, matter_id: string): Promise<string[]> {
  const rows = await tx.all<{ category_id: string }>(categoriesWithoutOf(matter_id))
  return rows.map(({ category_id }) => category_id)
}

export function categoriesWithoutOf(matter_id: string): Sql {
  return sql`select category_id from categories_without_assets where matter_id = ${matter_id}`
}

/** Records that the client has nothing in this category. Throws "conflict" for a matter that may not be edited. */
export async function declareNone(tx: Tx, matter_id: string, category_id: string): Promise<void> {
  await lockForEditing(tx, matter_id)
  const added = await tx.run(sql`
    insert into categories_without_assets (matter_id, category_id, declared_at)
    select ${matter_id}, ${category_id}, ${tx.now}
     where not exists (select from assets where matter_id = ${matter_id} and for_fin_category = ${category_id})`)
  if (added > 0) await recordNone(tx, matter_id, category_id, true)
}

/** Withdraws that declaration, for each of these categories. */
export async function withdrawNone(
  tx: Tx,
  matter_id: string,
  category_ids: readonly string[],
): Promise<void> {
  const removed = await tx.all<{ category_id: string }>(sql`
    delete from categories_without_assets
     where matter_id = ${matter_id} and category_id = any(${[...category_ids]}::text[]) returning category_id`)
  for (const { category_id } of removed) await recordNone(tx, matter_id, category_id, false)
}

async function recordNone(tx: Tx, matter_id: string, category_id: string, value: boolean): Promise<void> {
  const field = `none_of.${category_id}`
  await recordChanges(tx, matter_id, matter_id, { [field]: !value }, [{ field, value }])
}

// Named filters of the matter list, personal or shared with the firm. A view stores the list's query string, so
// everyone who opens it sees only what they may.
import { inOneLine, isVisible } from "../../../definition/values/typed-text.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { badField, conflict } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"

export interface SavedView {
  id: string
  name: string
  /** The list's query string. */
  query: string
  is_shared: boolean
  is_own: boolean
}

/** The user's own views and those shared with the firm, by name. */
export function listViews(tx: Tx): Promise<SavedView[]> {
  return tx.all(viewsInOrder)
}

/** Selects them. */
export const viewsInOrder = sql`
  select id, name, query, is_shared, user_id = current_actor() as is_own from matter_views
   where is_shared or user_id = current_actor() order by lower(name), id`

const max_characters = 40

/**
 * Saves a view for the current user and returns its id. Throws "bad request" for an unusable name, and "conflict" if the
 * user has these filters in a view already.
 */
export async function saveView(
  tx: Tx,
  { name: typed, query, is_shared }: Pick<SavedView, "name" | "query" | "is_shared">,
): Promise<string> {
  const name = inOneLine(typed)
  if (!isVisible(name) || [...name].length > max_characters)
    throw badField("view_name", "required", "Enter a name for the view, of at most 40 characters.")
  const same = (await listViews(tx)).find((view) => view.query === query)
  if (same) throw conflict("already_saved", `The view “${same.name}” shows the same already.`)
  const id = newId("matter_view")
  await tx.run(sql`
    insert into matter_views (id, name, query, is_shared, created_at)
    values (${id}, ${name}, ${query}, ${is_shared}, ${tx.now})`)
  return id
}

/** Removes one's own view or, as an admin, any shared one, and returns it; throws "not found". */
export function removeView(tx: Tx, view_id: string, is_admin: boolean): Promise<SavedView> {
  return tx.one(sql`
    delete from matter_views
     where id = ${view_id} and (user_id = current_actor() or (is_shared and ${is_admin}))
    returning id, name, query, is_shared, user_id = current_actor() as is_own`)
}

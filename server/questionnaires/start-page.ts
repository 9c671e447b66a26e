// The public page on which people ask to become clients with a questionnaire. Off until an admin opens it.
import type { Text } from "../definition/text.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { clientTitle, isActive } from "./questionnaires.ts"

/** Where it stands, for the firm at `place`. */
export function startPageUrl(place: string, url_short_name: string): string {
  return `/portal/start/${place}/${url_short_name}`
}

export interface OpenStartPage {
  id: string
  title: string
  client_title: Text
  url_short_name: string
}

/** The questionnaire whose start page is open at this short name; undefined where none is, or no matter could follow. */
export function findStartPage(tx: Tx, url_short_name: string): Promise<OpenStartPage | undefined> {
  return tx.maybe(sql`
    select q.id, q.title, ${clientTitle} as client_title, q.url_short_name from questionnaires q
     where q.url_short_name = ${url_short_name} and q.has_start_page and ${isActive}`)
}

/** Opens or closes the page; throws "not found". */
export async function changeStartPage(tx: Tx, id: string, has_start_page: boolean): Promise<void> {
  await tx.one(sql`
    update questionnaires set has_start_page = ${has_start_page} where id = ${id} returning id`)
}

/** The start pages of the firm that are open, by title; so many at most. */
export function listStartPages(tx: Tx, limit = 10): Promise<OpenStartPage[]> {
  return tx.all(sql`
    select q.id, q.title, ${clientTitle} as client_title, q.url_short_name from questionnaires q
     where q.has_start_page and ${isActive} order by q.title, q.id limit ${limit}`)
}

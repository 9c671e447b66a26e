// The public page of a questionnaire, where people can ask to become clients. Closed until an admin opens it.
import type { Text } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { clientTitle, isActive } from "./questionnaires.ts"

/** The path of the page; `place` identifies the firm. */
export function startPageUrl(place: string, url_short_name: string): string {
  return `/portal/start/${place}/${url_short_name}`
}

export interface OpenStartPage {
  id: string
  title: string
  client_title: Text
  url_short_name: string
}

/** The questionnaire with this short name, if its start page is open and matters can be created from it. */
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

/** The first of a firm's open start pages, sorted by title, are shown where inquiries are. */
export const max_start_pages = 10

/** The firm's open start pages, sorted by title, up to `limit`. */
export function listStartPages(tx: Tx, limit = max_start_pages): Promise<OpenStartPage[]> {
  return tx.all(sql`
    select q.id, q.title, ${clientTitle} as client_title, q.url_short_name from questionnaires q
     where q.has_start_page and ${isActive} order by q.title, q.id limit ${limit}`)
}

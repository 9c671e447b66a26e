// People who have died or are no longer a client's spouse or partner. Where they are still named, someone has to say
// whether they stay: until then the client is asked, and the lawyer told.
import { answerKey } from "../../definition/conditions/conditions.ts"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { recordChanges } from "../matters/changes/changes.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { PersonRow } from "./contacts.ts"
import type { Reference } from "./removal.ts"

export const deceased = ["1DECS", "2DCHD"]
export const former = ["1DIVO", "1EXPA"]

/** Why a person may no longer be the right choice; undefined for everyone else. */
export function reasonToAsk({
  date_of_death,
  relationship_type,
  partner_relationship_type,
}: Pick<PersonRow, "date_of_death" | "relationship_type" | "partner_relationship_type">):
  | "deceased"
  | "former"
  | "separated"
  | undefined {
  const codes = [relationship_type, partner_relationship_type ?? ""]
  if (date_of_death !== null || deceased.includes(relationship_type)) return "deceased"
  if (codes.some((code) => former.includes(code))) return "former"
  return codes.includes("1SEPA") ? "separated" : undefined
}

const field = "stays"

/** Names a place among those that a person is kept in. */
export function placeKey({ kind, id, about }: Pick<Reference, "kind" | "id" | "about">): string {
  return `place.${kind}.${answerKey(id, about)}`
}

/** What a client decided about a person. */
export interface Staying {
  places: readonly string[]
  /** Who decided; blank if unknown. */
  by: string
}

/** Records in which places a client wants a person to stay named, in place of what was recorded before. */
export async function keepInPlaces(
  tx: Tx,
  matter_id: string,
  contact_id: string,
  places: readonly string[],
): Promise<void> {
  await lockForEditing(tx, matter_id)
  const staying = (await listStayingPlaces(tx, matter_id)).get(contact_id)?.places ?? []
  await recordChanges(tx, matter_id, contact_id, { [field]: staying }, [{ field, value: places.toSorted() }])
}

interface StayingRow {
  record_id: string
  places: string[] | null
  changed_by: string | null
}

/** The places in which each person stays named by a client's choice. */
export async function listStayingPlaces(tx: Tx, matter_id: string): Promise<Map<string, Staying>> {
  const rows = await tx.all<StayingRow>(sql`
    select distinct on (c.record_id) c.record_id, c.value as places, ${userName(sql`u`)} as changed_by
      from changes c left join users u on u.id = c.changed_by
     where c.matter_id = ${matter_id} and c.field = ${field} order by c.record_id, c.revision desc`)
  return new Map(
    rows.map(({ record_id, places, changed_by }) => [
      record_id,
      { places: places ?? [], by: changed_by ?? "" },
    ]),
  )
}

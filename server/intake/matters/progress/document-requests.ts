// Documents that staff request in one matter. Everything that reads the matter's definition finds them as its last
// section, so they are asked, answered, missing, due, and open like those of the questionnaire.
import type { Definition, DocumentRequest } from "../../../definition/definition.ts"
import { type Sql, sql } from "../../../platform/db/sql.ts"

/** The section that has them, in every matter. */
export const requested_section_id = `section_${"0".repeat(32)}`

/** A request as a JSON row of a matter. */
export interface RequestedInMatter {
  id: string
  label: string
  note: string
  /** The client it is requested from, and their name; empty for any. */
  contact_id: string
  name: string
}

/** The requests of `matter_id` that stand, oldest first, as a JSON array of `RequestedInMatter`. */
export function requestedInMatter(matter_id: Sql): Sql {
  return sql`
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label, 'note', r.note, 'contact_id', r.contact_id,
                               'name', ${requesteeName}) order by r.requested_at, r.id), '[]')
       from document_requests r left join contacts c on c.id = r.contact_id
      where r.matter_id = ${matter_id} and r.withdrawn_at is null)`
}

/** What the client of a request, `contacts c`, is called in its label. */
export const requesteeName = sql`coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), c.full_name, '')`

/** What clients and staff read: the document, and from whom. */
export function requestLabel(label: string, name: string): string {
  return name ? `${label} (${name})` : label
}

/** The definition with these requests as its last section; the same object if there are none. */
export function withRequested(definition: Definition, requested: readonly RequestedInMatter[]): Definition {
  if (requested.length === 0) return definition
  const requests = requested.map(
    ({ id, label, note, contact_id, name }): DocumentRequest => ({
      ...{ id, label: requestLabel(label, name), required: true, several: true },
      ...(note !== "" && { help: note }),
      ...(contact_id !== "" && { contact_id }),
    }),
  )
  const title = { en: "Also needed", es: "También hace falta" }
  return {
    sections: [...definition.sections, { id: requested_section_id, kind: "documents", title, requests }],
  }
}

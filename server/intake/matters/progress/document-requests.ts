// Documents that staff request in one matter. Everything that reads the matter's definition finds them as its last
// section, so they are asked, answered, missing, due, and open like those of the questionnaire.
import type { Definition, DocumentRequest, Section } from "../../../definition/definition.ts"
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
  /** The firm added it with its file. */
  is_from_firm: boolean
}

/** The requests of `matter_id` that stand, oldest first, as a JSON array of `RequestedInMatter`. */
export function requestedInMatter(matter_id: Sql): Sql {
  return sql`
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'label', r.label, 'note', r.note, 'contact_id', r.contact_id,
                               'name', ${requesteeName}, 'is_from_firm', r.is_from_firm) order by r.requested_at, r.id), '[]')
       from document_requests r left join contacts c on c.id = r.contact_id
      where r.matter_id = ${matter_id} and r.withdrawn_at is null)`
}

/** What the client of a request, `contacts c`, is called in its label. */
export const requesteeName = sql`coalesce(nullif(c.preferred_name, ''), nullif(c.first_name, ''), c.full_name, '')`

/** What clients and staff read: the document, and from whom. */
export function requestLabel(label: string, name: string): string {
  return name ? `${label} (${name})` : label
}

/** Whether nobody is asked for anything in the section: it has what the firm added. */
export function isFromFirm(section: Section): boolean {
  return (
    section.id === requested_section_id &&
    section.kind === "documents" &&
    section.requests.every(({ is_from_firm }: DocumentRequest) => is_from_firm)
  )
}

/** The definition with these requests as its last section; the same object if there are none. */
export function withRequested(definition: Definition, requested: readonly RequestedInMatter[]): Definition {
  if (requested.length === 0) return definition
  const requests = requested.map(
    ({ id, label, note, contact_id, name, is_from_firm }): DocumentRequest => ({
      ...{ id, label: requestLabel(label, name), required: !is_from_firm, several: true },
      ...(note !== "" && { help: note }),
      ...(contact_id !== "" && { contact_id }),
      ...(is_from_firm && { is_from_firm }),
    }),
  )
  const title = requests.some(({ is_from_firm }) => !is_from_firm)
    ? { en: "Also needed", es: "También hace falta" }
    : { en: "From the firm", es: "Del despacho" }
  return {
    sections: [...definition.sections, { id: requested_section_id, kind: "documents", title, requests }],
  }
}

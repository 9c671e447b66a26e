// How far clients have got with filling in, for many matters at once. The portal and the console show the same figure.

import { answerKey, type Facts } from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Definition, Section } from "../../../definition/definition.ts"
import type { Text } from "../../../definition/text.ts"
import { firmDayOf, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { requestStatesOf } from "../../documents/document-choices.ts"
import { agendaOf } from "../../matters/progress/agenda.ts"
import { inDoubtAmong, keysBeforeChange } from "../../matters/progress/answers-in-doubt.ts"
import {
  isFromFirm,
  type RequestedInMatter,
  requestedInMatter,
  withRequested,
} from "../../matters/progress/document-requests.ts"
import { unfinishedOf } from "../../matters/progress/unfinished-fields.ts"
import {
  factColumns,
  fileAnswers,
  type StoredAnswer,
  withoutOthersParts,
} from "../../matters/progress/visibility.ts"
import { getCachedVersion } from "../../questionnaires/versions.ts"
import { assignmentsOf } from "../../roles/roles.ts"
import { isDeferred, isMissing, type MatterState, type Part, partsIn } from "./parts.ts"
import type { MatterDetails } from "./person-details.ts"

export interface Progress {
  /** 0 to 100. Each visible section counts alike: for what was given in it, and entirely once it is complete. */
  percent: number
  sections: CheckedSections
}

/** How many of the visible sections are complete: confirmed, and nothing required missing. */
export interface CheckedSections {
  checked: number
  of: number
}

/** The progress of each of these matters. */
export async function readProgress(tx: Tx, matter_ids: readonly string[]): Promise<Map<string, Progress>> {
  const matters = await readRequestedParts(tx, matter_ids)
  return new Map(matters.map(({ id, sections, percent }) => [id, { percent, sections }]))
}

/** A part a matter requests, in questionnaire order, and whether the client gave it. */
export interface RequestedPart {
  section: Section
  /** The question, role or document; null for a whole section. */
  part: { id: string; label: Text } | null
  given: boolean
  /** The client has confirmed the section. */
  is_checked: boolean
}

export interface PartsOfMatter extends Progress {
  id: string
  questionnaire_id: string
  parts: RequestedPart[]
}

type Row = Facts &
  MatterDetails &
  Pick<MatterState, "people" | "assignments" | "assets" | "unfinished" | "agenda" | "this_year"> & {
    questionnaire_id: string
    questionnaire_version: number
    /** The value of a sensitive one is not read. */
    answers: Pick<StoredAnswer, "question_id" | "about" | "value">[]
    before_change: string[]
    separate_parts: string[]
    /** The clients whose separate answers the viewer sees; null for all. */
    only_clients: string[] | null
    is_submitted: boolean
    requests: string[]
    reviewed: string[]
    requested: RequestedInMatter[]
  }

const rows = (query: Sql): Sql => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`

/** Every part each of these matters requests now: the visible parts of its questionnaire. */
export async function readRequestedParts(tx: Tx, matter_ids: readonly string[]): Promise<PartsOfMatter[]> {
  if (matter_ids.length === 0) return []
  const found = await tx.all<Row>(sql`
    select m.id, m.questionnaire_id, m.questionnaire_version, ${factColumns}, m.separate_parts, m.is_submitted,
           m.contact_main_id, m.contact_spouse_id, m.contact_representative_id, m.contact_main_marital_status,
           m.number_of_children, ${keysBeforeChange} as before_change,
           extract(year from ${firmDayOf(tx.now)})::integer as this_year,
           case when cardinality(withheld_parts()) > 0 then array_remove(array[current_contact()], null) end as only_clients,
           ${rows(sql`
             select question_id, about, case when value_sealed is null then value else '"sealed"' end as value
               from answers where matter_id = m.id
              union all select question_id, about, value from ${fileAnswers} f where matter_id = m.id`)} as answers,
           ${rows(sql`
             select c.id, c.relationship_type, c.is_client, c.first_name, c.middle_name, c.last_name, c.suffix,
                    c.also_known_as, c.preferred_name, c.gender_binary, c.date_of_birth, c.date_of_death, c.marital_status,
                    array(select 1 from phone_numbers p where p.contact_id = c.id) as phone_numbers,
                    array(select 1 from email_addresses e where e.contact_id = c.id) as email_addresses,
                    array(select 1 from addresses a where a.contact_id = c.id) as addresses
               from contacts c where c.matter_id = m.id`)} as people,
           ${rows(assignmentsOf(sql`m.id`))} as assignments,
           ${rows(sql`
             select a.id, a.for_fin_category, a.identifier_value,
                    (select coalesce(json_object_agg(f.field_id, f.answer), '{}') from asset_fields f
                      where f.asset_id = a.id) as fields,
                    ${rows(sql`select level, share::text from asset_beneficiaries b where b.asset_id = a.id`)} as beneficiaries
               from assets a where a.matter_id = m.id
                and (exists (select from unfinished_fields u where u.matter_id = m.id and u.record_id = a.id)
                     or exists (select from asset_beneficiaries b where b.asset_id = a.id))`)} as assets,
           ${rows(unfinishedOf(sql`m.id`))} as unfinished,
           ${rows(agendaOf(sql`m.id`))} as agenda,
           array(select distinct concat_ws(':', s.request_id, s.sender) from (${requestStatesOf(sql`m.id`)}) s) as requests,
           array(select concat_ws(':', s.section_id, nullif(s.reviewed_for, '')) from section_reviews s
                  where s.matter_id = m.id) as reviewed,
           ${requestedInMatter(sql`m.id`)} as requested
      from matters m where m.id = any(${matter_ids}::text[])`)
  return Promise.all(
    found.map(async (row) => {
      const version = await getCachedVersion(tx, row.questionnaire_id, row.questionnaire_version)
      return partsOfMatter(withRequested(version, row.requested), row)
    }),
  )
}

function partsOfMatter(definition: Definition, row: Row): PartsOfMatter {
  const { id, questionnaire_id, clients, only_clients, is_submitted, reviewed } = row
  const answers = Object.fromEntries(
    row.answers.map(({ question_id, about, value }) => [answerKey(question_id, about), value]),
  )
  const alone = new Set(row.separate_parts)
  const visible_alone_clients = only_clients ?? clients
  const visible = withoutOthersParts(visibleParts(definition, answers, row), { alone, visible_alone_clients })
  const state: MatterState = {
    ...{ ...row, matter: row, visible, alone, visible_alone_clients, answers, is_sealed: true },
    ...{ in_doubt: inDoubtAmong(definition, row.before_change), requests: new Set(row.requests) },
  }
  // A section that each client answers alone counts once both have confirmed it. Submitting confirms every section, and
  // what the firm added needs no one to confirm it.
  const isChecked = (section: Section) =>
    is_submitted ||
    isFromFirm(section) ||
    (alone.has(section.id) ? visible_alone_clients : [null]).every((client) =>
      reviewed.includes(answerKey(section.id, client)),
    )
  const sections = definition.sections
    .filter((section) => visible.has(section.id))
    .map((section) => {
      const is_checked = isChecked(section)
      const parts = partsIn(section, state)
      const counted = countedParts(section, parts, state, reviewed)
      const is_complete = is_checked && !parts.some((part) => isMissing(part, state))
      return {
        is_complete,
        // What is optional moves the figure, but is not needed to complete the section.
        share: is_complete ? 1 : counted.filter(({ given }) => given).length / (counted.length + 1),
        parts: counted.map((part) => ({ ...part, section, is_checked })),
      }
    })
  const total = sections.reduce((sum, { share }) => sum + share, 0)
  return {
    ...{ id, questionnaire_id, parts: sections.flatMap(({ parts }) => parts) },
    percent: Math.floor((100 * total) / Math.max(sections.length, 1)),
    sections: { checked: sections.filter(({ is_complete }) => is_complete).length, of: sections.length },
  }
}

/** What moves the figure: questions, roles and documents; people and assets as a whole, since no one knows how many. */
function countedParts(
  { kind, id }: Section,
  parts: readonly Part[],
  state: MatterState,
  reviewed: readonly string[],
): Pick<RequestedPart, "part" | "given">[] {
  if (kind === "people" || kind === "assets") return [{ part: null, given: reviewed.includes(id) }]
  if (kind === "clients") {
    const names = parts.filter(({ where }) => "field" in where && where.field === "first_name")
    return [{ part: null, given: names.every(({ is_given }) => is_given) }]
  }
  return parts.map((part) => {
    const [record_id = ""] = Object.values(part.where)
    return { part: { id: record_id, label: part.label }, given: part.is_given || isDeferred(part, state) }
  })
}

// How far clients have got with filling in, for many matters at once. The portal and the console show the same figure.
import { type Answers, answerKey } from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Definition, Section } from "../../../definition/definition.ts"
import { firmDayOf, sql, type Tx } from "../../../platform/db/sql.ts"
import { getCachedVersion } from "../../questionnaires/versions.ts"
import { lacksDetails, missingDetailColumns } from "../missing-details.ts"
import { inDoubtAmong, keysBeforeChange } from "./answers-in-doubt.ts"
import { type PartOfSection, type PartsRow, partsOf, sendersOf } from "./section-parts.ts"
import { factColumns, fileAnswers } from "./visibility.ts"

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
export interface RequestedPart extends PartOfSection {
  section: Section
  /** The client has confirmed the section. */
  is_checked: boolean
}

export interface PartsOfMatter {
  id: string
  questionnaire_id: string
  percent: number
  sections: CheckedSections
  parts: RequestedPart[]
}

/** Every part each of these matters requests now: the visible parts of its questionnaire. */
export async function readRequestedParts(tx: Tx, matter_ids: readonly string[]): Promise<PartsOfMatter[]> {
  if (matter_ids.length === 0) return []
  const rows = await tx.all<PartsRow>(sql`
    select m.id, m.questionnaire_id, m.questionnaire_version, ${factColumns}, ${missingDetailColumns},
           (select coalesce(jsonb_agg(jsonb_build_object('question_id', a.question_id, 'about', a.about, 'value',
                     case when a.value_sealed is null then a.value else '"sealed"' end)), '[]')
              from (select matter_id, question_id, about, value, value_sealed from answers
                    union all select matter_id, question_id, about, value, value_sealed from ${fileAnswers} f) a
             where a.matter_id = m.id) as answers,
           array(select distinct concat_ws(':', r.role_id, r.focus_contact_id)
                   from role_assignments r where r.matter_id = m.id) as roles,
           array(select i.field from agenda_items i where i.matter_id = m.id and i.record_id = m.id) as agenda,
           ${keysBeforeChange} as before_change,
           m.separate_parts as alone, m.is_submitted, extract(year from ${firmDayOf(tx.now)})::integer as this_year,
           case when cardinality(withheld_parts()) > 0 then array_remove(array[current_contact()], null) end as only_clients,
           array(select distinct concat_ws(':', d.request_id, case when d.request_id = any(m.separate_parts)
                                                                   then contact_of_client(d.uploaded_by) end)
                   from documents d
                  where d.matter_id = m.id and d.request_id is not null and d.removed_at is null
                  union select concat_ws(':', c.request_id, nullif(c.chosen_for, ''))
                          from document_choices c where c.matter_id = m.id) as requests,
           array(select concat_ws(':', s.section_id, nullif(s.reviewed_for, '')) from section_reviews s
                  where s.matter_id = m.id) as reviewed
      from matters m where m.id = any(${matter_ids}::text[])`)
  return Promise.all(
    rows.map(async (row): Promise<PartsOfMatter> => {
      const definition = await getCachedVersion(tx, row.questionnaire_id, row.questionnaire_version)
      return partsOfMatter(definition, row)
    }),
  )
}

function partsOfMatter(definition: Definition, row: PartsRow): PartsOfMatter {
  const answers: Answers = Object.fromEntries(
    row.answers.map(({ question_id, about, value }) => [answerKey(question_id, about), value]),
  )
  const visible = visibleParts(definition, answers, row)
  const in_doubt = inDoubtAmong(definition, row.before_change)
  const shown = definition.sections.filter(({ id }) => visible.has(id))
  const sections = shown.map((section) => {
    const is_checked = isChecked(section, row)
    const parts = partsOf(section, row, answers, visible, in_doubt)
    return {
      share: shareOf(parts, is_checked && !lacksDetails(section, row, visible)),
      parts: parts.map((part) => ({ ...part, section, is_checked })),
    }
  })
  const total = sections.reduce((sum, { share }) => sum + share, 0)
  const { id, questionnaire_id } = row
  return {
    id,
    questionnaire_id,
    parts: sections.flatMap(({ parts }) => parts),
    percent: Math.floor((100 * total) / Math.max(sections.length, 1)),
    sections: { checked: sections.filter(({ share }) => share === 1).length, of: shown.length },
  }
}

/** The share of a section that is done, 0 to 1. What is optional moves it, but is not needed to complete it. */
function shareOf(parts: readonly PartOfSection[], is_checked: boolean): number {
  if (is_checked && parts.every(({ required, given }) => given || !required)) return 1
  return parts.filter(({ given }) => given).length / (parts.length + 1)
}

/** A section that each client answers alone counts once both have confirmed it. Submitting confirms every section. */
function isChecked({ id }: Section, row: PartsRow): boolean {
  return (
    row.is_submitted || sendersOf(id, row).every((client) => row.reviewed.includes(answerKey(id, client)))
  )
}

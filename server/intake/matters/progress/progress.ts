// How far clients have got with filling in, for many matters at once. The portal and the console show the same figure.
import {
  type Answers,
  type AnswerValue,
  answerKey,
  type Facts,
  isAnswered,
} from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Definition, Section } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/question-types.ts"
import type { Text } from "../../../definition/text.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { sql } from "../../../platform/db/sql.ts"
import { getCachedVersion } from "../../questionnaires/versions.ts"
import { lacksDetails, type MissingDetails, missingDetailColumns } from "../missing-details.ts"
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
export interface RequestedPart {
  section: Section
  /** The question, role or document; null for a whole section. */
  part: { id: string; label: Text } | null
  required: boolean
  given: boolean
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
           (select count(*) from contacts c
             where c.matter_id = m.id and (c.is_client or c.id = m.contact_main_id)
               and c.first_name = '' and c.last_name = '') as unnamed_clients,
           (select coalesce(jsonb_agg(jsonb_build_object('question_id', a.question_id, 'about', a.about, 'value',
                     case when a.value_sealed is null then a.value else '"sealed"' end)), '[]')
              from (select matter_id, question_id, about, value, value_sealed from answers
                    union all select matter_id, question_id, about, value, value_sealed from ${fileAnswers} f) a
             where a.matter_id = m.id) as answers,
           array(select distinct r.role_id::text from role_assignments r where r.matter_id = m.id) as roles,
           array(select i.field from agenda_items i where i.matter_id = m.id and i.record_id = m.id) as agenda,
           m.parts_alone as alone, m.is_submitted,
           case when cardinality(withheld_parts()) > 0 then array_remove(array[current_contact()], null) end as only_clients,
           array(select distinct concat_ws(':', d.request_id, case when d.request_id = any(m.parts_alone)
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

interface PartsRow extends Facts, MissingDetails {
  id: string
  questionnaire_id: string
  questionnaire_version: number
  unnamed_clients: number
  answers: { question_id: string; about: string | null; value: AnswerValue | null }[]
  roles: string[]
  /** What clients want to talk about, by `answerKey`: it counts as given, as it does for submitting. */
  agenda: string[]
  /** Ids of parts that each of two clients answers alone. */
  alone: string[]
  /** The clients whose separate answers the viewer sees; null for both. */
  only_clients: string[] | null
  is_submitted: boolean
  /** Files and choices, by `answerKey`, which names the client for parts answered alone. */
  requests: string[]
  reviewed: string[]
}

function partsOfMatter(definition: Definition, row: PartsRow): PartsOfMatter {
  const answers: Answers = Object.fromEntries(
    row.answers.map(({ question_id, about, value }) => [answerKey(question_id, about), value]),
  )
  const visible = visibleParts(definition, answers, row)
  const shown = definition.sections.filter(({ id }) => visible.has(id))
  const sections = shown.map((section) => {
    const is_checked = isChecked(section, row)
    const parts = partsOf(section, row, answers, visible)
    return {
      share: shareOf(parts, is_checked && !lacksDetails(section, row)),
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

/** The clients who answer a part separately, as far as the viewer sees them; null alone for any other part. */
function sendersOf(id: string, { alone, clients, only_clients }: PartsRow): readonly (string | null)[] {
  return alone.includes(id) ? (only_clients ?? clients) : [null]
}

type PartOfSection = Pick<RequestedPart, "part" | "required" | "given">

function partsOf(
  section: Section,
  row: PartsRow,
  answers: Answers,
  visible: ReadonlySet<string>,
): PartOfSection[] {
  const { clients, only_clients, unnamed_clients, roles, requests, reviewed, alone, agenda } = row
  switch (section.kind) {
    case "clients":
      return [{ part: null, required: true, given: unnamed_clients === 0 }]
    case "questions":
      return section.questions
        .filter(({ type }) => takesAnswer(type))
        .flatMap(({ id, prompt, required, each_client }) =>
          (each_client ? (alone.includes(id) && only_clients) || clients : [null])
            .map((about) => answerKey(id, about))
            .filter((key) => visible.has(key))
            .map((key) => ({
              part: { id, label: prompt },
              required,
              given: isAnswered(answers[key]) || requests.includes(key) || agenda.includes(key),
            })),
        )
    case "roles":
      return section.roles
        .filter(({ active }) => active)
        .map(({ id, role_description, required = false }) => ({
          part: { id, label: role_description },
          required,
          given: roles.includes(id) || agenda.some((key) => key.split(":")[0] === id),
        }))
    case "documents":
      return section.requests
        .filter(({ id }) => visible.has(id))
        .flatMap(({ id, label, required }) =>
          sendersOf(id, row)
            .map((sender) => answerKey(id, sender))
            .map((key) => requests.includes(key) || agenda.includes(key))
            .map((given) => ({ part: { id, label }, required, given })),
        )
    default:
      return [{ part: null, required: false, given: reviewed.includes(section.id) }]
  }
}

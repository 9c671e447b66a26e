// How far clients have come with filling in, of many matters at once.
import {
  type Answers,
  type AnswerValue,
  answerKey,
  type Facts,
  isAnswered,
  visibleParts,
} from "../definition/conditions.ts"
import type { Definition } from "../definition/definition.ts"
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import { recallVersion } from "../questionnaires/versions.ts"
import { factColumns } from "./visibility.ts"

export interface Progress {
  /** Of what is required and shows, how much was given, 0 to 100; null where nothing is required. */
  given: number | null
  sections: CheckedSections
}

/** Of the sections that show, how many the client has found right. */
export interface CheckedSections {
  checked: number
  of: number
}

/** How far each of these matters has come. */
export async function readProgress(tx: Tx, matter_ids: readonly string[]): Promise<Map<string, Progress>> {
  if (matter_ids.length === 0) return new Map()
  const rows = await tx.all<ProgressRow>(sql`
    select m.id, m.questionnaire_id, m.questionnaire_version, ${factColumns},
           (select count(*) from contacts c
             where c.matter_id = m.id and (c.is_client or c.id = m.contact_main_id)
               and (c.first_name = '' or c.last_name = '')) as unnamed_clients,
           (select coalesce(jsonb_agg(jsonb_build_object('question_id', a.question_id, 'about', a.about, 'value',
                     case when a.value_sealed is null then a.value else '"sealed"' end)), '[]')
              from answers a where a.matter_id = m.id) as answers,
           array(select distinct r.role_id::text from role_assignments r where r.matter_id = m.id) as roles,
           array(select distinct d.request_id::text from documents d
                  where d.matter_id = m.id and d.request_id is not null and d.removed_at is null) as requests,
           array(select s.section_id::text from section_reviews s where s.matter_id = m.id) as reviewed
      from matters m where m.id = any(${matter_ids}::text[])`)
  const entries = await Promise.all(
    rows.map(async (row): Promise<[string, Progress]> => {
      const definition = await recallVersion(tx, row.questionnaire_id, row.questionnaire_version)
      return [row.id, progressOf(definition, row)]
    }),
  )
  return new Map(entries)
}

interface ProgressRow extends Facts {
  id: string
  questionnaire_id: string
  questionnaire_version: number
  unnamed_clients: number
  answers: { question_id: string; about: string | null; value: AnswerValue | null }[]
  roles: string[]
  requests: string[]
  reviewed: string[]
}

function progressOf(definition: Definition, row: ProgressRow): Progress {
  const answers: Answers = Object.fromEntries(
    row.answers.map(({ question_id, about, value }) => [answerKey(question_id, about), value]),
  )
  const visible = visibleParts(definition, answers, row)
  const shown = definition.sections.filter(({ id }) => visible.has(id))
  const given = shown.flatMap((section): boolean[] => {
    switch (section.kind) {
      case "clients":
        return [row.unnamed_clients === 0]
      case "questions":
        return section.questions
          .filter(({ required }) => required)
          .flatMap((question) =>
            (question.each_client ? row.clients : [null]).map((about) => answerKey(question.id, about)),
          )
          .filter((key) => visible.has(key))
          .map((key) => isAnswered(answers[key]))
      case "roles":
        return section.roles
          .filter((role) => role.active && role.required)
          .map(({ id }) => row.roles.includes(id))
      case "documents":
        return section.requests
          .filter((request) => request.required && visible.has(request.id))
          .map(({ id }) => row.requests.includes(id))
      default:
        return []
    }
  })
  return {
    given: given.length === 0 ? null : Math.round((given.filter(Boolean).length / given.length) * 100),
    sections: { checked: shown.filter(({ id }) => row.reviewed.includes(id)).length, of: shown.length },
  }
}

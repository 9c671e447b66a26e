// What the list tells of each matter beyond its own row, read for a whole page at once.

import { countAsked } from "../../corrections/corrections.ts"
import {
  type Answers,
  type AnswerValue,
  answerKey,
  isAnswered,
  visibleParts,
} from "../../definition/conditions.ts"
import type { Definition } from "../../definition/definition.ts"
import type { MatterOverview } from "../../matters/list.ts"
import { findUnheard } from "../../notifications/notify.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { recallVersion } from "../../questionnaires/versions.ts"
import type { Visit } from "../visit.ts"
import { type ReachedBy, readReachedBy } from "./client-mails.tsx"
import type { StatusFacts } from "./status.tsx"

export interface ListFacts extends Omit<StatusFacts, "state">, ReachedBy {
  /** No one is notified of anything that happens to it. */
  is_unheard: boolean
  /** Of what is required and shows, how much was given, 0 to 100; null where nothing is required. */
  progress: number | null
  /** While the client fills it in: of the sections that show, how many the client has found right. */
  sections: Sections | null
}

export interface Sections {
  checked: number
  of: number
}

export async function readListFacts(
  reader: Pick<Visit, "tx" | "parts">,
  matters: readonly MatterOverview[],
): Promise<Map<string, ListFacts>> {
  const { tx } = reader
  const unsent = matters
    .filter(({ state, submitted_at }) => state !== "created" && !submitted_at)
    .map(({ id }) => id)
  const [flags, progress] = await Promise.all([
    readFlags(
      reader,
      matters.map(({ id }) => id),
    ),
    readProgress(tx, unsent),
  ])
  return new Map(
    matters.map(({ id, state, submitted_at }) => {
      const flagged = flags.get(id) ?? no_flags
      // Nothing can be sent in while something required is missing.
      const { given = null, sections = null } = progress.get(id) ?? {}
      const reached = submitted_at ? 100 : state === "created" ? 0 : given
      return [id, { ...flagged, progress: reached, sections }]
    }),
  )
}

export type Flags = Omit<ListFacts, "progress" | "sections">

export const no_flags: Flags = {
  is_changed: false,
  corrections: { open: 0, answered: 0 },
  invited_by: "none",
  has_failed_mail: false,
  is_unheard: false,
}

/** What staff file a matter by: no part of what was sent in. */
const ownFields = ["name", "assignee_id", "scheduled_reminders"]

async function readFlags(
  reader: Pick<Visit, "tx" | "parts">,
  ids: readonly string[],
): Promise<Map<string, Flags>> {
  const [changed, asked, reached, unheard] = await Promise.all([
    readChanged(reader.tx, ids),
    countAsked(reader.tx, ids),
    readReachedBy(reader, ids),
    findUnheard(reader.tx, ids),
  ])
  return new Map(
    ids.map((id) => {
      const corrections = asked.get(id) ?? no_flags.corrections
      const flags = { is_changed: changed.has(id), corrections, is_unheard: unheard.has(id) }
      return [id, { ...no_flags, ...reached.get(id), ...flags }]
    }),
  )
}

/** Those of them that were changed since they were sent in. */
async function readChanged(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string; is_changed: boolean }>(sql`
    select m.id,
           m.submitted_at is not null and (
             exists (select from changes c where c.matter_id = m.id and c.changed_at > m.submitted_at
                        and not (c.record_id = m.id and c.field = any(${ownFields}::text[])))
             or exists (select from documents d where d.matter_id = m.id and d.uploaded_at > m.submitted_at)) as is_changed
      from matters m where m.id = any(${ids}::text[])`)
  return new Set(rows.flatMap(({ id, is_changed }) => (is_changed ? [id] : [])))
}

/** The same of one matter. */
export async function readFlagsOf(reader: Pick<Visit, "tx" | "parts">, matter_id: string): Promise<Flags> {
  return (await readFlags(reader, [matter_id])).get(matter_id) ?? no_flags
}

interface ProgressRow {
  id: string
  questionnaire_id: string
  questionnaire_version: number
  client_type: "self" | "representative"
  marital_status: string
  number_of_children: number
  has_partner: boolean
  clients: string[]
  unnamed_clients: number
  answers: { question_id: string; about: string | null; value: AnswerValue | null }[]
  roles: string[]
  requests: string[]
  reviewed: string[]
}

interface Progress {
  given: number | null
  sections: Sections
}

async function readProgress(tx: Tx, ids: readonly string[]): Promise<Map<string, Progress>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<ProgressRow>(sql`
    select m.id, m.questionnaire_id, m.questionnaire_version, m.client_type,
           coalesce(m.number_of_children, 0) as number_of_children,
           m.contact_main_marital_status as marital_status, m.contact_spouse_id is not null as has_partner,
           array(select c.id::text from contacts c
                  where c.id = m.contact_main_id or (c.id = m.contact_spouse_id and c.is_client)
                  order by c.id = m.contact_main_id desc) as clients,
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
      from matters m where m.id = any(${ids}::text[])`)
  const entries = await Promise.all(
    rows.map(async (row): Promise<[string, Progress]> => {
      const definition = await recallVersion(tx, row.questionnaire_id, row.questionnaire_version)
      return [row.id, progressOf(definition, row)]
    }),
  )
  return new Map(entries)
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

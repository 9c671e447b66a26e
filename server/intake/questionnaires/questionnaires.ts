// Questionnaires. The questions are in numbered versions, which are immutable once published. A matter stays on its
// version until someone moves it to another.

import type { Approach, Definition } from "../../definition/definition.ts"
import { type Text, textIn } from "../../definition/text.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { conflict, Failure } from "../../platform/errors.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import { newId } from "../../platform/ids.ts"
import type { Questionnaire } from "./schema.ts"
import { publishVersion } from "./versions.ts"

/** The API's `active`: matters can be created from it, so it must also be published and not archived. */
export const isActive: Sql = sql`(q.active and q.current_version is not null and q.archived_at is null)`

const columns = sql`q.id, q.internal_type, q.url_short_name, ${isActive} as active`

/** One questionnaire in the API's format, archived or not; throws "not found". */
export function getQuestionnaire(tx: Tx, questionnaire_id: string): Promise<Questionnaire> {
  return tx.one(sql`select ${columns} from questionnaires q where q.id = ${questionnaire_id}`)
}

/** A page of the firm's questionnaires in order of creation, without archived ones. */
export async function listQuestionnaires(tx: Tx, page: Page): Promise<Listing<Questionnaire>> {
  const [counted, rows] = await Promise.all([
    tx.one<{ count: number }>(sql`select count(*) from questionnaires where archived_at is null`),
    tx.all<Questionnaire>(sql`
      select ${columns} from questionnaires q
       where q.archived_at is null order by q.id limit ${page.limit} offset ${page.offset}`),
  ])
  return { count: counted.count, rows }
}

/** The title that clients see, as a `Text`. */
export const clientTitle: Sql = sql`jsonb_build_object('en', q.title, 'es', q.title_es)`

export interface NewQuestionnaire {
  title: Text
  internal_type: string
  approach: Approach
  /** Lower-case letters, digits and hyphens, at most 60 characters; unique within the firm. */
  url_short_name: string
  /** Published immediately as version 1. Without it, the questionnaire starts without a version. */
  definition?: Definition
}

/** Creates a questionnaire and returns its id; throws "conflict" if the short name is taken. */
export async function createQuestionnaire(tx: Tx, questionnaire: NewQuestionnaire): Promise<string> {
  const { title, internal_type, approach, url_short_name, definition } = questionnaire
  const id = newId("questionnaire")
  const created = await tx.run(sql`
    insert into questionnaires (id, title, title_es, internal_type, approach, url_short_name, created_at)
    values (${id}, ${textIn(title, "en")}, ${spanishOf(title)}, ${internal_type}, ${approach},
            ${url_short_name}, ${tx.now})
    on conflict (firm_id, url_short_name) do nothing`)
  if (created === 0) throw shortNameTaken(url_short_name)
  if (definition) await publishVersion(tx, id, definition)
  return id
}

export interface QuestionnaireEdits {
  title?: Text
  internal_type?: string
  /** Only while no version is published. */
  approach?: Approach | undefined
  url_short_name?: string
  active?: boolean
  /** Archived questionnaires are hidden from API lists; their matters remain. */
  archived?: boolean
  /** Who is responsible for matters that the API creates. */
  default_assignee_id?: string | null
}

/** Changes the given fields; throws "not found", or "conflict" if the short name is taken. */
export async function changeQuestionnaire(tx: Tx, id: string, edits: QuestionnaireEdits): Promise<void> {
  const { title, internal_type, approach, url_short_name, active, archived, default_assignee_id } = edits
  if (url_short_name !== undefined) {
    const other = await tx.maybe(sql`
      select id from questionnaires where url_short_name = ${url_short_name} and id <> ${id}`)
    if (other) throw shortNameTaken(url_short_name)
  }
  await tx.one(sql`
    update questionnaires
       set title = coalesce(${title === undefined ? null : textIn(title, "en")}, title),
           title_es = coalesce(${title === undefined ? null : spanishOf(title)}, title_es),
           internal_type = coalesce(${internal_type ?? null}, internal_type),
           approach = case when current_version is null then coalesce(${approach ?? null}, approach) else approach end,
           url_short_name = coalesce(${url_short_name ?? null}, url_short_name),
           active = coalesce(${active ?? null}, active),
           default_assignee_id = case when ${default_assignee_id !== undefined}::boolean
                                      then ${default_assignee_id ?? null} else default_assignee_id end,
           archived_at = case ${archived ?? null}::boolean
                           when true then coalesce(archived_at, ${tx.now}) when false then null else archived_at end
     where id = ${id} returning id`)
}

/** A questionnaire as the console shows it. */
export interface QuestionnaireRow {
  id: string
  title: string
  title_es: string
  internal_type: string
  approach: Approach
  url_short_name: string
  active: boolean
  has_start_page: boolean
  current_version: number | null
  draft_revision: number
  default_assignee_id: string | null
  has_draft: boolean
  archived_at: Date | null
  created_at: Date
}

const staffColumns = sql`
  q.id, q.title, q.title_es, q.internal_type, q.approach, q.url_short_name, q.active, q.has_start_page, q.current_version, q.draft_revision,
  q.default_assignee_id, q.draft is not null as has_draft, q.archived_at, q.created_at`

/** All questionnaires of the firm, archived ones last. */
export function listQuestionnaireRows(tx: Tx): Promise<QuestionnaireRow[]> {
  return tx.all(questionnairesInOrder)
}

/** Selects them. */
export const questionnairesInOrder = sql`
  select ${staffColumns} from questionnaires q order by q.archived_at is not null, q.id`

/** The questionnaires that matters can be created from. */
export function listUsableQuestionnaires(tx: Tx): Promise<QuestionnaireRow[]> {
  return tx.all(sql`select ${staffColumns} from questionnaires q where ${isActive} order by q.id`)
}

/** One questionnaire for the console; throws "not found". */
export function getQuestionnaireRow(tx: Tx, id: string): Promise<QuestionnaireRow> {
  return tx.one(sql`select ${staffColumns} from questionnaires q where q.id = ${id}`)
}

/** The draft, or else the current version; undefined if there is neither. */
export async function findDraft(tx: Tx, id: string): Promise<Definition | undefined> {
  const row = await tx.one<{ draft: Definition | null }>(sql`
    select coalesce(q.draft, v.definition) as draft
      from questionnaires q
      left join questionnaire_versions v on v.questionnaire_id = q.id and v.number = q.current_version
     where q.id = ${id}`)
  return row.draft ?? undefined
}

/**
 * Saves a draft, or discards it if null, and returns the new revision. `seen` is the revision the edit is based on;
 * throws "conflict" if the draft has changed since.
 */
export async function saveDraft(tx: Tx, id: string, draft: Definition | null, seen: number): Promise<number> {
  const saved = await tx.maybe<{ draft_revision: number }>(sql`
    update questionnaires set draft = ${draft === null ? null : json(draft)}, draft_revision = draft_revision + 1
     where id = ${id} and draft_revision = ${seen} returning draft_revision`)
  if (saved) return saved.draft_revision
  await tx.one(sql`select id from questionnaires where id = ${id}`)
  throw draftChanged()
}

function draftChanged() {
  return conflict("draft_changed", "Someone else has saved this draft since you opened it. Reload it first.")
}

/** `wanted`, with the lowest number appended that makes it unique within the firm, if it is taken. */
export async function findFreeShortName(tx: Tx, wanted: string): Promise<string> {
  const rows = await tx.all<{ url_short_name: string }>(sql`
    select url_short_name from questionnaires where starts_with(url_short_name, ${wanted})`)
  const taken = new Set(rows.map(({ url_short_name }) => url_short_name))
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`
  return name
}

function shortNameTaken(url_short_name: string) {
  const code = "short_name_taken"
  const message = `Another questionnaire has the short name "${url_short_name}". Choose another.`
  return new Failure("conflict", code, message, [{ param: "url_short_name", code, message }])
}

function spanishOf(title: Text): string {
  return typeof title === "string" ? "" : title.es
}

// Published definitions, numbered from 1. A version is immutable, so it can be cached in memory.

import type { Definition } from "../../definition/definition.ts"
import { withFormerOptions } from "../../definition/former-options.ts"
import type { QuestionnaireFile } from "../../definition/questionnaire-file.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import { keepLatest } from "../../platform/keep-latest.ts"

/** Locks a questionnaire and its draft for the rest of the transaction; throws "not found". */
export function lockQuestionnaire(tx: Tx, id: string): Promise<{ current_version: number | null }> {
  return tx.one(sql`select current_version from questionnaires where id = ${id} for no key update`)
}

/** Publishes a definition as the next version, which new matters will use, and returns its number. */
export async function publishVersion(
  tx: Tx,
  questionnaire_id: string,
  definition: Definition,
): Promise<number> {
  const { current_version } = await lockQuestionnaire(tx, questionnaire_id)
  const published =
    current_version === null
      ? definition
      : withFormerOptions(definition, await getVersion(tx, questionnaire_id, current_version))
  const { number } = await tx.one<{ number: number }>(sql`
    insert into questionnaire_versions (questionnaire_id, number, definition, published_at)
    select ${questionnaire_id}, coalesce(max(number), 0) + 1, ${json(published)}, ${tx.now}
      from questionnaire_versions where questionnaire_id = ${questionnaire_id}
    returning number`)
  await tx.run(sql`
    update questionnaires set current_version = ${number}, draft = null, draft_revision = draft_revision + 1
     where id = ${questionnaire_id}`)
  await tx.run(sql`delete from draft_steps where questionnaire_id = ${questionnaire_id}`)
  return number
}

/** Counting the matters of a version stops above this number. */
export const max_counted = 1_000

export interface VersionRow {
  number: number
  published_at: Date
  published_by_name: string | null
  /** Open matters on this version, counted up to `max_counted` + 1. */
  matters: number
}

/** A page of a questionnaire's versions, newest first. */
export async function listVersions(
  tx: Tx,
  questionnaire_id: string,
  { limit, offset }: Pick<Page, "limit" | "offset">,
): Promise<Listing<VersionRow>> {
  const where = sql`where v.questionnaire_id = ${questionnaire_id}`
  const open_matters = sql`
    select from matters m
     where m.questionnaire_id = v.questionnaire_id and m.questionnaire_version = v.number and m.close_date is null
     limit ${max_counted + 1}`
  const [{ count }, rows] = await Promise.all([
    tx.one<{ count: number }>(sql`select count(*) from questionnaire_versions v ${where}`),
    tx.all<VersionRow>(sql`
      select v.number, v.published_at, (select name from users where id = v.published_by) as published_by_name,
             (select count(*) from (${open_matters}) open) as matters
        from (select * from questionnaire_versions v ${where} order by v.number desc limit ${limit} offset ${offset}) v
       order by v.number desc`),
  ])
  return { count, rows }
}

/** One published definition; throws "not found". */
export async function getVersion(tx: Tx, questionnaire_id: string, number: number): Promise<Definition> {
  const row = await tx.one<{ definition: Definition }>(sql`
    select definition from questionnaire_versions
     where questionnaire_id = ${questionnaire_id} and number = ${number}`)
  return row.definition
}

interface FileRow extends Omit<QuestionnaireFile, "format" | "title" | "definition"> {
  id: string
  title: string
  title_es: string
}

/** A version as a file for import, ending in a line feed; throws "not found". */
export async function writeQuestionnaireFile(
  tx: Tx,
  { id, title, title_es, internal_type, approach, url_short_name }: FileRow,
  number: number,
): Promise<string> {
  const definition = await getVersion(tx, id, number)
  const file: QuestionnaireFile = {
    format: "foyer-questionnaire-1",
    title: title_es ? { en: title, es: title_es } : title,
    internal_type,
    approach,
    url_short_name,
    definition,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const max_cached = 200
const cache = new Map<string, Definition>()

/**
 * Like `getVersion`, from a cache in memory. The cache is shared by all firms: the caller must have read
 * `questionnaire_id` from a row of its own firm in this transaction.
 */
export async function getCachedVersion(
  tx: Tx,
  questionnaire_id: string,
  number: number,
): Promise<Definition> {
  const key = `${questionnaire_id} ${number}`
  const definition = cache.get(key) ?? (await getVersion(tx, questionnaire_id, number))
  // On each use, so that the least recently used is dropped first.
  keepLatest(cache, key, definition, max_cached)
  return definition
}

/** The current version of every questionnaire that is not archived. */
export async function listCurrentDefinitions(tx: Tx): Promise<Definition[]> {
  const rows = await tx.all<{ definition: Definition }>(sql`
    select v.definition from questionnaires q
      join questionnaire_versions v on v.questionnaire_id = q.id and v.number = q.current_version
     where q.archived_at is null order by q.id`)
  return rows.map(({ definition }) => definition)
}

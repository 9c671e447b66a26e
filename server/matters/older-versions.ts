// Matters that are on an older version of their questionnaire than the one that is current.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { QuestionnaireRow } from "../questionnaires/questionnaires.ts"

export interface OutdatedMatter {
  id: string
  name: string
}

/** Matters of one version: the first of them by name, and how many there are. */
export interface OutdatedVersion {
  version: number
  count: number
  matters: OutdatedMatter[]
}

/** The open matters of a questionnaire that are behind it, `limit` of each version, the latest version first. */
export function listOutdated(
  tx: Tx,
  questionnaire: VersionedQuestionnaire,
  limit: number,
): Promise<OutdatedVersion[]> {
  return tx.all(sql`
    select v.version, v.count, array(
             select jsonb_build_object('id', m.id, 'name', m.name)
               from matters m
              where m.questionnaire_id = ${questionnaire.id} and m.questionnaire_version = v.version and m.close_date is null
              order by m.search_name, m.id limit ${limit}) as matters
      from (select questionnaire_version as version, count(*) as count
              from matters where ${isOutdated(questionnaire)} group by 1) v
     order by v.version desc`)
}

/** How many open matters of a questionnaire are behind it. */
export async function countOutdated(tx: Tx, questionnaire: VersionedQuestionnaire): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from matters where ${isOutdated(questionnaire)}`)
  return count
}

type VersionedQuestionnaire = Pick<QuestionnaireRow, "id" | "current_version">

function isOutdated({ id, current_version }: VersionedQuestionnaire) {
  return sql`questionnaire_id = ${id} and questionnaire_version < ${current_version} and close_date is null`
}

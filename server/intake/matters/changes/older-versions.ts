// Matters on an older version of their questionnaire than the current one.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { QuestionnaireRow } from "../../questionnaires/questionnaires.ts"
import { max_counted } from "../../questionnaires/versions.ts"

export interface OutdatedMatter {
  id: string
  name: string
}

/** Open matters on one version: the first by name, and their number, at most `max_counted` + 1. */
export interface OutdatedVersion {
  version: number
  count: number
  matters: OutdatedMatter[]
}

/** How many versions a list shows; moving their matters forward reveals the next. */
const max_versions = 20

/** The open matters of a questionnaire on older versions, latest version first, up to `limit` matters per version. */
export function listOutdated(
  tx: Tx,
  questionnaire: VersionedQuestionnaire,
  limit: number,
): Promise<OutdatedVersion[]> {
  const isOnIt = sql`
    m.questionnaire_id = ${questionnaire.id} and m.questionnaire_version = v.version and m.close_date is null`
  return tx.all(sql`
    select v.version,
           (select count(*) from (select from matters m where ${isOnIt} limit ${max_counted + 1}) counted) as count,
           array(select jsonb_build_object('id', m.id, 'name', m.name)
                   from matters m where ${isOnIt} order by m.search_name, m.id limit ${limit}) as matters
      from (select v.version from (
              select number as version from questionnaire_versions
               where questionnaire_id = ${questionnaire.id} and number < ${questionnaire.current_version}) v
             where (select m.id from matters m where ${isOnIt} limit 1) is not null order by v.version desc limit ${max_versions}) v
     order by v.version desc`)
}

/** How many open matters of a questionnaire are on older versions, at most `max_counted` + 1. */
export async function countOutdated(tx: Tx, questionnaire: VersionedQuestionnaire): Promise<number> {
  const { id, current_version } = questionnaire
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from (
      select from matters
       where questionnaire_id = ${id} and questionnaire_version < ${current_version} and close_date is null
       limit ${max_counted + 1}) counted`)
  return count
}

type VersionedQuestionnaire = Pick<QuestionnaireRow, "id" | "current_version">

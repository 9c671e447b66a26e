// Matters that are on an older version of their questionnaire than the one that is current.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { QuestionnaireRow } from "../questionnaires/questionnaires.ts"

export interface OutdatedMatter {
  id: string
  name: string
  version: number
}

/** The open matters of a questionnaire that are behind it, the latest versions first, then by name. */
export function listOutdated(tx: Tx, questionnaire: VersionedQuestionnaire): Promise<OutdatedMatter[]> {
  return tx.all(sql`
    select id, name, questionnaire_version as version from matters where ${isOutdated(questionnaire)}
     order by questionnaire_version desc, search_name, id`)
}

/** How many they are. */
export async function countOutdated(tx: Tx, questionnaire: VersionedQuestionnaire): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from matters where ${isOutdated(questionnaire)}`)
  return count
}

type VersionedQuestionnaire = Pick<QuestionnaireRow, "id" | "current_version">

function isOutdated({ id, current_version }: VersionedQuestionnaire) {
  return sql`questionnaire_id = ${id} and questionnaire_version < ${current_version} and close_date is null`
}

import type { Approach, Definition } from "../../../definition/definition.ts"
import { fillPlaceholders, type Subject } from "../../../definition/placeholders.ts"
import type { Text } from "../../../definition/text.ts"
import { sql, type Tx } from "../../../platform/db/sql.ts"
import { conflict } from "../../../platform/errors.ts"
import { clientTitle } from "../../questionnaires/questionnaires.ts"
import { getCachedVersion } from "../../questionnaires/versions.ts"
import { lockForEditing } from "../editing.ts"
import { type RequestedInMatter, requestedInMatter, withRequested } from "./document-requests.ts"

/** The questionnaire of a matter, in the version the matter is on, and what staff request besides. */
export interface MatterDefinition {
  questionnaire_id: string
  version: number
  title: Text
  internal_type: string
  approach: Approach
  definition: Definition
}

export type DefinitionRow = Omit<MatterDefinition, "definition"> & {
  subject: Subject
  requested: RequestedInMatter[]
}

/** The columns and the tables of a `DefinitionRow`, for `matters m`. */
export const definitionColumns = sql`
  m.questionnaire_id, m.questionnaire_version as version, ${clientTitle} as title, q.internal_type, q.approach,
  jsonb_build_object('name', coalesce(nullif(c.preferred_name, ''), c.first_name, ''), 'open_date', m.open_date,
    'gender_binary', coalesce(c.gender_binary, ''), 'is_deceased', m.contact_main_status = 'deceased') as subject,
  ${requestedInMatter(sql`m.id`)} as requested`
export const definitionTables = sql`
  matters m join questionnaires q on q.id = m.questionnaire_id left join contacts c on c.id = m.contact_main_id`

/**
 * The questionnaire version a matter is on, or an earlier one it was on, with its placeholders filled in; throws "not
 * found".
 */
export async function definitionOf(tx: Tx, matter_id: string, version?: number): Promise<MatterDefinition> {
  const current = await tx.one<DefinitionRow>(sql`
    select ${definitionColumns} from ${definitionTables} where m.id = ${matter_id}`)
  const row = { ...current, version: version ?? current.version }
  return { ...row, definition: await fillDefinition(tx, row) }
}

/** The definition that the row names, with its placeholders filled in and what staff request besides. */
export async function fillDefinition(tx: Tx, row: DefinitionRow): Promise<Definition> {
  const version = await getCachedVersion(tx, row.questionnaire_id, row.version)
  return withRequested(fillPlaceholders(version, row.subject), row.requested)
}

/**
 * Moves a matter to a later version of its questionnaire. Answers to questions it no longer asks stay stored. Throws
 * "conflict" when the version isn't later.
 */
export async function moveToVersion(tx: Tx, matter_id: string, version: number): Promise<void> {
  const { questionnaire_id, questionnaire_version } = await lockForEditing(tx, matter_id)
  if (version <= questionnaire_version) {
    throw conflict("version_not_later", `This matter is already on version ${questionnaire_version}.`)
  }
  await getCachedVersion(tx, questionnaire_id, version)
  await tx.run(sql`update matters set questionnaire_version = ${version} where id = ${matter_id}`)
}

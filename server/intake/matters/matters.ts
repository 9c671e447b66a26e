// A matter is one client's intake: the client fills it in through the portal, the firm reads it. It has a main contact
// from the start. Every change of state and its event are one transaction.

import type { Approach } from "../../definition/definition.ts"
import { recordEvent } from "../../firm/events/events.ts"
import type { Context } from "../../firm/events/schema.ts"
import { firmDayOf, json, sql, type Tx } from "../../platform/db/sql.ts"
import { type ApiFault, badRequest, found } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { isActive } from "../questionnaires/questionnaires.ts"
import { recordChanges } from "./changes/changes.ts"
import { lockForEditing } from "./editing.ts"
import { searchNameOf } from "./list/search-name.ts"
import { getMatterRow, type MatterRow, subjectOf } from "./matter-row.ts"
import { contactsById, embeddedContact, type StoredContact } from "./parties/embedded-contact.ts"
import { addPerson, type Person } from "./parties/parties.ts"
import type { Matter } from "./schema.ts"

export interface MatterToCreate {
  questionnaire_id: string
  /** 1–200 characters. */
  matter_name: string
  context?: Context | undefined
  /** The day it was opened, `YYYY-MM-DD`, for one that another program kept until now; today if left out. */
  open_date?: string | undefined
  /** What the firm already knows of the client: the main contact, or the representative where one fills it in. */
  client?: Person
}

/** Creates a matter on the questionnaire's current version; throws "bad request" for an inactive questionnaire. */
export async function createMatter(tx: Tx, matter: MatterToCreate): Promise<MatterRow> {
  const { questionnaire_id, matter_name, context, open_date, client } = matter
  const questionnaire = await findQuestionnaire(tx, questionnaire_id)
  if ("fault" in questionnaire) throw badRequest([questionnaire.fault])
  const { approach, version } = questionnaire
  const client_type = clientTypeOf(approach)
  const isRepresentative = client_type === "representative"
  const [id, mainId] = [newId("matter"), newId("contact")]
  const representativeId = isRepresentative ? newId("contact") : null
  const main = { relationship_type: "1MAIN", is_client: !isRepresentative }
  await Promise.all([
    tx.run(sql`
      insert into matters (id, name, search_name, open_date, questionnaire_id, questionnaire_version, client_type,
                           contact_main_id, contact_main_status, contact_representative_id, context,
                           last_activity_at, created_at)
      values (${id}, ${matter_name}, ${searchNameOf(matter_name)}, ${open_date ? sql`${open_date}` : firmDayOf(tx.now)},
              ${questionnaire_id}, ${version}, ${client_type}, ${mainId},
              ${approach === "rep-deceased" ? "deceased" : "living"}, ${representativeId},
              ${context ? json(context) : null}, ${tx.now}, ${tx.now})`),
    addPerson(tx, id, mainId, main, isRepresentative ? undefined : client),
    representativeId
      ? addPerson(tx, id, representativeId, { relationship_type: "0CLNT", is_client: true }, client)
      : undefined,
  ])
  const created = await getMatterRow(tx, id)
  await recordEvent(tx, "intakeform.created", subjectOf(created))
  return created
}

interface Usable {
  approach: Approach
  version: number
  internal_type: string
}

/** The questionnaire for a new matter, or the fault that rules it out. */
export async function findQuestionnaire(
  tx: Tx,
  questionnaire_id: string,
): Promise<Usable | { fault: ApiFault }> {
  const row = await tx.maybe<Usable & { is_active: boolean }>(sql`
    select q.approach, q.current_version as version, q.internal_type, ${isActive} as is_active
      from questionnaires q where q.id = ${questionnaire_id}`)
  if (row?.is_active) return row
  const param = "questionnaire_id"
  return {
    fault: row
      ? {
          param,
          code: "inactive_questionnaire",
          message: `"${param}" names a questionnaire that is not active. Choose an active one.`,
        }
      : {
          param,
          code: "unknown_questionnaire",
          message: `"${param}" is not the id of a questionnaire of this firm. Use an id from Get Questionnaires.`,
        },
  }
}

/** Who fills in a matter: the client, or a representative of the person it concerns. */
export function clientTypeOf(approach: Approach): "self" | "representative" {
  return approach.startsWith("rep-") ? "representative" : "self"
}

/** One matter with its main people, in the shape of the API; throws "not found". */
export async function getMatter(tx: Tx, matter_id: string): Promise<Matter> {
  // One subquery for all people: PostgreSQL spends its time here on setting up plan nodes, not on reading rows.
  const { people, main_id, spouse_id, representative_id, ...matter } = await tx.one<StoredMatter>(sql`
    select m.id, m.name, m.open_date, m.close_date, m.client_type,
           m.contact_main_id as main_id, m.contact_spouse_id as spouse_id,
           m.contact_representative_id as representative_id,
           ${contactsById(sql`m.contact_main_id, m.contact_spouse_id, m.contact_representative_id`)} as people,
           m.contact_main_status, m.contact_main_marital_status,
           json_build_object('id', q.id, 'internal_type', q.internal_type, 'url_short_name', q.url_short_name,
                             'active', ${isActive}) as questionnaire,
           m.is_submitted, m.client_may_edit, coalesce(m.number_of_children, 0) as number_of_children,
           (select count(*) from contacts c where c.matter_id = m.id) as number_of_contacts
      from matters m join questionnaires q on q.id = m.questionnaire_id
     where m.id = ${matter_id}`)
  return {
    ...matter,
    contact_representative: embeddedContact(people[representative_id ?? ""]),
    contact_main: found(embeddedContact(people[main_id]) ?? undefined),
    contact_spouse: embeddedContact(people[spouse_id ?? ""]),
  }
}

interface StoredMatter extends Omit<Matter, "contact_representative" | "contact_main" | "contact_spouse"> {
  people: Record<string, StoredContact>
  main_id: string
  spouse_id: string | null
  representative_id: string | null
}

/** Renames a matter; `name` is 1–200 characters. */
export async function renameMatter(tx: Tx, matter_id: string, name: string): Promise<void> {
  const matter = await lockForEditing(tx, matter_id)
  if (name === matter.name) return
  await recordChanges(tx, matter_id, matter_id, { name: matter.name }, [{ field: "name", value: name }])
  await tx.run(
    sql`update matters set name = ${name}, search_name = ${searchNameOf(name)} where id = ${matter_id}`,
  )
}

// Creates matters by the thousand, as createMatter creates one: in a few statements for all of them.

import type { MaritalStatus } from "../../../definition/people/marital-status.ts"
import type { EventSubject } from "../../../firm/events/events.ts"
import type { Context } from "../../../firm/events/schema.ts"
import { firmDayOf, json, sql, type Tx } from "../../../platform/db/sql.ts"
import { badRequest } from "../../../platform/errors.ts"
import { newId } from "../../../platform/ids.ts"
import { searchNameOf } from "../list/search-name.ts"
import { clientTypeOf, findQuestionnaire } from "../matters.ts"

export interface NewMatter {
  id: string
  name: string
  context: Context | null
  /** The day it was opened, `YYYY-MM-DD`; null for today. */
  open_date: string | null
  /** The day another program closed it; null for an open matter. Its client could edit it if it were reopened. */
  close_date: string | null
  /** The main contact's; empty while unknown. */
  marital_status: MaritalStatus | ""
  file_number: string
  due_on: string | null
  tags: readonly string[]
  assignee_id: string | null
  /** Main client first; one more may be a client, the spouse or partner. */
  people: readonly { id: string; relationship_type: string; is_client: boolean }[]
}

export interface CreatedMatters {
  /** For the caller to add in the same transaction: no matter is without its people. */
  people: MatterPerson[]
  /** For `recordEvents`, last of all: until the commit, the firm's other events wait for it. */
  subjects: EventSubject[]
}

export interface MatterPerson {
  id: string
  matter_id: string
  position: number
  relationship_type: string
  is_client: boolean
}

/** Creates matters on the questionnaire's current version; throws "bad request" for an inactive questionnaire. */
export async function createMatters(
  tx: Tx,
  questionnaire_id: string,
  matters: readonly NewMatter[],
): Promise<CreatedMatters> {
  const questionnaire = await findQuestionnaire(tx, questionnaire_id)
  if ("fault" in questionnaire) throw badRequest([questionnaire.fault])
  const { approach, version, internal_type } = questionnaire
  const client_type = clientTypeOf(approach)
  const rows = matters.map(({ people, tags, ...row }) => ({
    ...row,
    ...partiesOf(people, client_type),
    search_name: searchNameOf(row.name),
  }))
  await tx.run(sql`
    insert into matters (id, name, search_name, open_date, close_date, client_may_edit,
                         client_could_edit_before_close, questionnaire_id, questionnaire_version, client_type,
                         contact_main_id, contact_main_status,
                         contact_main_marital_status, contact_spouse_id, contact_representative_id, context,
                         assignee_id, file_number, due_on, last_activity_at, created_at)
    select m.id, m.name, m.search_name, coalesce(m.open_date, ${firmDayOf(tx.now)}), m.close_date, m.close_date is null,
           case when m.close_date is not null then true end, ${questionnaire_id}, ${version},
           ${client_type}, m.contact_main_id, ${approach === "rep-deceased" ? "deceased" : "living"},
           m.marital_status, m.contact_spouse_id, m.contact_representative_id, m.context, m.assignee_id, m.file_number, m.due_on,
           ${tx.now}, ${tx.now}
      from jsonb_to_recordset(${json(rows)})
             as m (id text, name text, search_name text, open_date date, close_date date, marital_status text, contact_main_id text, contact_spouse_id text,
                   contact_representative_id text, context jsonb, assignee_id text, file_number text, due_on date)`)
  const tags = matters.flatMap(({ id, tags }) => tags.map((tag) => ({ id, tag })))
  await tx.run(sql`
    insert into matter_tags (matter_id, tag)
    select t.id, t.tag from jsonb_to_recordset(${json(tags)}) as t (id text, tag text)`)
  await tx.run(sql`
    insert into changes (matter_id, record_id, field, revision, value, changed_at)
    select m.id, m.id, 'assignee_id', 1, to_jsonb(m.assignee_id), ${tx.now} from matters m
     where m.id = any(${matters.map(({ id }) => id)}::text[]) and m.assignee_id is not null`)
  return {
    subjects: matters.map(({ id, context }) => ({
      id,
      context,
      questionnaire: { id: questionnaire_id, internal_type },
    })),
    people: matters.flatMap((matter, at) =>
      peopleOf(matter, client_type, rows[at]?.contact_representative_id ?? null),
    ),
  }
}

type ClientType = ReturnType<typeof clientTypeOf>

/** Who of the people has a part in the matter, as `createMatter` and `addPartnerTo` give it. */
function partiesOf(people: NewMatter["people"], client_type: ClientType) {
  return {
    contact_main_id: people[0]?.id,
    contact_spouse_id: people.slice(1).find(({ is_client }) => is_client)?.id ?? null,
    contact_representative_id: client_type === "representative" ? newId("contact") : null,
  }
}

function peopleOf(
  { id: matter_id, people }: NewMatter,
  client_type: ClientType,
  representative_id: string | null,
): MatterPerson[] {
  const isSelf = client_type === "self"
  const [main = [], ...others] = people.map((person) => ({
    ...person,
    is_client: isSelf && person.is_client,
  }))
  const representative = representative_id
    ? { id: representative_id, relationship_type: "0CLNT", is_client: true }
    : []
  return [main, representative, others]
    .flat()
    .map((person, at) => ({ ...person, matter_id, position: at + 1 }))
}

/** Deletes up to so many of a test firm's matters for good, without a trace; returns how many: of another firm, none. */
export function purgeMatters(tx: Tx, limit: number): Promise<number> {
  return tx.run(sql`
    delete from matters
     where id in (select id from matters order by id limit ${limit})
       and exists (select from firms where id = current_firm() and is_test)`)
}

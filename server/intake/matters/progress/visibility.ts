// Which parts of its questionnaire a matter shows. Of a sensitive answer, conditions see only whether it was given:
// people who may not read the answer can see which parts it reveals.

import {
  type Answers,
  type AnswerValue,
  answerKey,
  type Facts,
} from "../../../definition/conditions/conditions.ts"
import { visibleParts } from "../../../definition/conditions/visible-parts.ts"
import type { Definition } from "../../../definition/definition.ts"
import type { Text } from "../../../definition/text.ts"
import { firmDayOf, type Sql, sql, type Tx } from "../../../platform/db/sql.ts"
import { type MatterRow, matterColumns } from "../matter-row.ts"
import { type DefinitionRow, definitionColumns, definitionTables, fillDefinition } from "./definition.ts"

export interface Visibility {
  matter: MatterRow
  definition: Definition
  /** The questionnaire's, as clients see it. */
  title: Text
  facts: Facts
  /** The result of `visibleParts`: ids of parts, and the `answerKey` of every question about a client. */
  visible: ReadonlySet<string>
  /** Ids of sections that each of two clients answers alone, and of the items in them. */
  alone: ReadonlySet<string>
  /**
   * The clients whose separate answers the viewer sees: both for the firm, themselves for a client, none for a helper.
   */
  visible_alone_clients: readonly string[]
  /** Whether the viewer does not see what another client answers separately. */
  is_narrowed: boolean
  /** The date in the firm's time zone, `YYYY-MM-DD`. */
  today: string
  /** The answers that the viewer may see, as stored, also those of hidden questions. */
  answers: readonly StoredAnswer[]
}

/** An answer as a row; a sensitive one is sealed. */
export interface StoredAnswer {
  id: string
  question_id: string
  about: string | null
  value: AnswerValue | null
  value_sealed: string | null
  answered_at: string
}

/**
 * The matter's definition and its visible parts; throws "not found". A helper limited to some parts sees only those, by
 * the same rules as the clients.
 */
export async function readVisibility(tx: Tx, matter_id: string, is_limited = false): Promise<Visibility> {
  const row = await tx.one<MatterRow & DefinitionRow & Facts & ViewerScope>(sql`
    select ${matterColumns}, note_readable(m.id), ${definitionColumns}, ${is_limited ? factsForHelpers : factColumns}, m.separate_parts as alone, m.number_of_children as counted_children,
           cardinality(withheld_parts()) > 0 as is_narrowed, current_contact() as contact_id,
           string_to_array(current_setting('foyer.helped_parts', true), ' ') as helped,
           ${firmDayOf(tx.now)} as today, ${answersOfMatter} as answers${is_limited ? sql`, ${answersForRules} as answers_for_rules` : sql``}
      from ${definitionTables} where m.id = ${matter_id}`)
  const { is_narrowed, contact_id, answers, answers_for_rules = answers } = row
  const definition = await fillDefinition(tx, row)
  const visible_alone_clients = row.clients.filter((client) => !is_narrowed || client === contact_id)
  const scope = { alone: new Set(row.alone), visible_alone_clients, is_narrowed: is_narrowed ?? false }
  const shown = withoutOthersParts(visibleParts(definition, plainAnswers(answers_for_rules), row), scope)
  const visible = is_limited ? withHelper(shown, new Set(row.helped)) : shown
  return {
    definition,
    title: row.title,
    // To rules, children who were not counted are none; the matter knows the difference.
    matter: { ...row, number_of_children: row.counted_children },
    facts: row,
    visible,
    today: row.today,
    answers,
    ...scope,
  }
}

interface ViewerScope {
  alone: string[]
  is_narrowed: boolean | null
  contact_id: string | null
  helped: string[]
  counted_children: number | null
  today: string
  answers: StoredAnswer[]
  answers_for_rules?: StoredAnswer[]
}

/** Only the parts the current helper was asked for. */
function withHelper(visible: ReadonlySet<string>, helped: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...visible].filter((key) => helped.has(key.split(":")[0] ?? "")))
}

/** Without the parts that someone else answers alone. */
export function withoutOthersParts(
  visible: ReadonlySet<string>,
  { alone, visible_alone_clients }: Pick<Visibility, "alone" | "visible_alone_clients">,
): ReadonlySet<string> {
  if (alone.size === 0) return visible
  const isShown = (key: string) => {
    const [part = "", about] = key.split(":")
    if (!alone.has(part)) return true
    return about === undefined ? visible_alone_clients.length > 0 : visible_alone_clients.includes(about)
  }
  return new Set([...visible].filter(isShown))
}

/**
 * Derived from birth dates rather than asked. Ages count on the day the matter was opened, so that no answered question
 * disappears on a birthday.
 */
const hasMinorChildrenIn = (children: Sql): Sql => sql`
  (select case when bool_or(is_alive and c.date_of_birth > m.open_date - interval '18 years') then true
               when count(*) >= m.number_of_children
                and coalesce(bool_and(not is_alive or c.date_of_birth is not null), true) then false end
     from ${children} c, lateral (select c.date_of_death is null and c.relationship_type <> '2DCHD' as is_alive) person
    where c.matter_id = m.id and c.relationship_type like '2%')`

const factColumnsFrom = (children: Sql, assets: Sql): Sql => sql`
  m.client_type, m.contact_main_marital_status as marital_status,
  coalesce(m.number_of_children, 0) as number_of_children, m.contact_spouse_id is not null as has_partner,
  ${hasMinorChildrenIn(children)} as has_minor_children, m.open_date,
  (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from ${assets} a) as assets,
  array(select c.id::text from contacts c
         where c.id = m.contact_main_id or (c.id = m.contact_spouse_id and c.is_client)
         order by c.id = m.contact_main_id desc) as clients`

/**
 * The columns of `Facts`, selected from `matters m`. `clients` are the one or two people that per-client questions are
 * about, main first; with a representative, the person represented.
 */
export const factColumns: Sql = factColumnsFrom(sql`contacts`, sql`assets_for_rules(m.id)`)

/** The same for helpers, who may not read children and assets. */
const factsForHelpers: Sql = factColumnsFrom(sql`children_for_rules()`, sql`assets_for_helpers()`)

/** Uploaded files as rows like those of `answers a`: the value of a file question is the names of its files. */
export const fileAnswers: Sql = sql`
  (select d.matter_id, d.request_id as question_id, null::text as about,
          jsonb_agg(d.filename order by d.uploaded_at, d.id) as value, null::text as value_sealed,
          max(d.uploaded_at) as answered_at, 'answer_' || right(min(d.id::text), 32) as id
     from documents d where d.request_id like 'question\\_%' and d.removed_at is null
    group by d.matter_id, d.request_id)`

/** The answers of `matters m`, as the rows of `StoredAnswer`. */
const answersOfMatter: Sql = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'question_id', a.question_id, 'about', a.about, 'value', a.value,
            'value_sealed', a.value_sealed, 'answered_at', timestamp_text(a.answered_at))), '[]')
     from (select id, question_id, about, value, value_sealed, answered_at from answers where matter_id = m.id
            union all
           select id, question_id, about, value, value_sealed, answered_at from ${fileAnswers} f where matter_id = m.id) a)`

/** All answers that conditions can test, for a helper who may not read most of them. */
const answersForRules: Sql = sql`
  (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from answers_for_rules() a)`

/** Every answer by `answerKey`; for a sensitive answer, only that there is one. */
export function plainAnswers(rows: readonly Omit<StoredAnswer, "id" | "answered_at">[]): Answers {
  return Object.fromEntries(
    rows.map(({ question_id, about, value, value_sealed }) => [
      answerKey(question_id, about),
      value_sealed ? "sealed" : value,
    ]),
  )
}

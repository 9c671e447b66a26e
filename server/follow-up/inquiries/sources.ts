// Where inquiries come from: a word in the link to a start page, or what staff were told. It has no personal data, so it
// outlives the inquiry, and the report counts by it.
import { parseLine } from "../../definition/values/typed-text.ts"
import { firmDayOf, sql, type Tx } from "../../platform/db/sql.ts"
import { badField } from "../../platform/errors.ts"

export const max_source_characters = 40
/** Any other source can be typed. */
export const max_listed_sources = 1_000

/** The source in a public link; empty if it is none, so that no link keeps anyone from writing to the firm. */
export function sourceIn(typed: unknown): string {
  const parsed = typeof typed === "string" ? parseLine(typed, max_source_characters) : undefined
  return parsed?.kind === "value" ? parsed.value : ""
}

export async function recordSource(
  tx: Tx,
  {
    id,
    questionnaire_id,
    source = "",
  }: { id: string; questionnaire_id: string; source?: string | undefined },
): Promise<void> {
  await tx.run(sql`
    insert into inquiry_sources (inquiry_id, questionnaire_id, source, received_on)
    values (${id}, ${questionnaire_id}, ${source}, ${firmDayOf(tx.now)})`)
}

/** Changes where an inquiry came from; empty for unknown. Throws "bad request" for more than a short line. */
export async function changeSource(tx: Tx, id: string, typed: string): Promise<void> {
  const parsed = parseLine(typed, max_source_characters)
  if (parsed.kind === "fault")
    throw badField("source", "too_long", `Enter at most ${max_source_characters} characters, on one line.`)
  const source = parsed.kind === "value" ? parsed.value : ""
  await tx.one(
    sql`update inquiry_sources set source = ${source} where inquiry_id = ${id} returning inquiry_id`,
  )
}

export async function markSourceAccepted(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update inquiry_sources set is_accepted = true where inquiry_id = ${id}`)
}

/** The firm's sources by name, up to a limit; any other can be typed. Steps from one to the next, however many inquiries share it. */
export async function listSources(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ source: string }>(sql`
    with recursive named as (
      (select s.source from inquiry_sources s where s.source > '' order by s.source limit 1)
      union all
      select (select s.source from inquiry_sources s where s.source > n.source order by s.source limit 1)
        from named n where n.source is not null)
    select source from named where source is not null limit ${max_listed_sources}`)
  return rows.map(({ source }) => source)
}

export interface SourceCount {
  /** Empty for unknown. */
  source: string
  inquiries: number
  /** How many of them staff accepted. */
  matters: number
}

/** Inquiries received in these months, `YYYY-MM`, both included, by source; most inquiries first. */
export function countSources(
  tx: Tx,
  { from, until, questionnaire_id }: { from: string; until: string; questionnaire_id?: string | undefined },
): Promise<SourceCount[]> {
  const of = questionnaire_id === undefined ? sql`` : sql`and questionnaire_id = ${questionnaire_id}`
  return tx.all(sql`
    select source, count(*)::integer as inquiries, count(*) filter (where is_accepted)::integer as matters
      from inquiry_sources
     where received_on >= ${`${from}-01`}::date and received_on < ${`${until}-01`}::date + interval '1 month' ${of}
     group by source order by inquiries desc, source`)
}

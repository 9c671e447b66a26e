// The lines of an import, each a matter as it will be stored, with what was found in it and what became of it.
import type { MatterState } from "../../intake/matters/list/filters.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import type { Page } from "../../platform/http/responses/paging.ts"
import type { Duplicate } from "./duplicates.ts"
import { type FindingGroup, groupFindings, type LineFinding } from "./findings.ts"
import type { ImportPlan, PlannedMatter } from "./plan.ts"

/** What becomes of a planned matter that may be a duplicate. */
export const choices = ["skip", "join", "create"] as const
export type Choice = (typeof choices)[number]

export interface StoredDuplicate {
  matter_id?: string
  /** An earlier line of the file, and its name. */
  line?: number
  name?: string
  shared: string
  is_certain: boolean
  may_join: boolean
}

export interface ImportLine {
  line: number
  plan: PlannedMatter
  findings: LineFinding[]
  duplicate: StoredDuplicate | null
  choice: Choice | null
  /** The duplicate's matter, as the viewer may see it. */
  existing_name: string | null
  existing_state: MatterState | null
}

/** Stores what was read, in place of what was read before; returns the groups of findings. */
export async function storeLines(
  tx: Tx,
  import_id: string,
  { matters, faults, questions, left_out }: ImportPlan,
  duplicates: readonly Duplicate[],
): Promise<FindingGroup[]> {
  const { groups, byLine } = groupFindings(faults, questions)
  const duplicateOf = new Map(duplicates.map((one) => [one.planned.line, one]))
  const planned = matters.map((plan) => {
    const duplicate = duplicateOf.get(plan.line)
    const findings = plan.lines.flatMap((line) => byLine.get(line) ?? [])
    return {
      ...{ line: plan.line, lines: plan.lines, plan, findings },
      duplicate: duplicate ? storedDuplicate(duplicate) : null,
      doubt: duplicate && !duplicate.is_certain ? 0 : findings.length > 0 ? 1 : duplicate ? 2 : 3,
    }
  })
  const others = left_out.map(({ line, message }) => ({
    ...{ line, lines: [line], doubt: 3, outcome: "left_out", reason: message },
  }))
  await tx.run(sql`delete from import_lines where import_id = ${import_id}`)
  const rows = [...planned, ...others]
  for (let from = 0; from < rows.length; from += batch)
    await tx.run(sql`
      insert into import_lines (import_id, line, lines, plan, findings, duplicate, doubt, outcome, reason)
      select ${import_id}, l.line, l.lines, l.plan, coalesce(l.findings, '[]'), l.duplicate, l.doubt, l.outcome,
             coalesce(l.reason, '')
        from jsonb_to_recordset(${json(rows.slice(from, from + batch))})
               as l (line integer, lines integer[], plan jsonb, findings jsonb, duplicate jsonb, doubt smallint,
                     outcome text, reason text)`)
  return groups
}

/** Keeps each statement short. */
const batch = 500

function storedDuplicate({ existing, shared, is_certain, may_join }: Duplicate): StoredDuplicate {
  const of = "line" in existing ? existing : { matter_id: existing.matter_id }
  return { ...of, shared, is_certain, may_join }
}

export interface LineCounts {
  matters: number
  /** May be there already: certainly, or to be decided. */
  certain: number
  undecided: number
  doubtful: number
}

/** Whether the viewer may see the matter that a line may duplicate. */
const isShown = sql`(l.duplicate ->> 'line' is not null or m.id is not null)`
const source = sql`import_lines l left join matters m on m.id = l.duplicate ->> 'matter_id'`
const planned = (import_id: string) =>
  sql`l.import_id = ${import_id} and l.plan is not null and l.outcome is null`

/** How many matters the import would create, as the viewer may see them. */
export function countLines(tx: Tx, import_id: string): Promise<LineCounts> {
  return tx.one(sql`
    select count(*)::integer as matters,
           (count(*) filter (where ${isShown} and (l.duplicate -> 'is_certain')::boolean))::integer as certain,
           (count(*) filter (where ${isShown} and not (l.duplicate -> 'is_certain')::boolean))::integer as undecided,
           (count(*) filter (where l.findings <> '[]'))::integer as doubtful
      from ${source} where ${planned(import_id)}`)
}

const columns = sql`
  l.line, l.plan, l.findings, case when ${isShown} then l.duplicate end as duplicate, l.choice,
  m.name as existing_name, m.state as existing_state`

/** A page of the matters, doubtful ones first. */
export async function listPlanned(tx: Tx, import_id: string, page: Page): Promise<ImportLine[]> {
  return tx.all(sql`
    select ${columns} from ${source} where ${planned(import_id)}
     order by l.doubt, l.line limit ${page.limit} offset ${page.offset}`)
}

/** A page of those that may be duplicates, those to be decided first. */
export async function listDuplicates(tx: Tx, import_id: string, page: Page): Promise<ImportLine[]> {
  return tx.all(sql`
    select ${columns} from ${source} where ${planned(import_id)} and l.duplicate is not null and ${isShown}
     order by (l.duplicate -> 'is_certain')::boolean, l.line limit ${page.limit} offset ${page.offset}`)
}

const allows = (choice: Sql) => sql`(${choice} <> 'join' or (l.duplicate -> 'may_join')::boolean)`

/** Keeps what staff chose for lines, as far as it is possible. */
export async function chooseLines(
  tx: Tx,
  import_id: string,
  chosen: readonly { line: number; choice: Choice | null }[],
): Promise<void> {
  if (chosen.length === 0) return
  await tx.run(sql`
    update import_lines l set choice = case when ${allows(sql`c.choice`)} then c.choice end
      from jsonb_to_recordset(${json(chosen)}) as c (line integer, choice text)
     where l.import_id = ${import_id} and l.line = c.line and l.duplicate is not null`)
}

/** Decides for all duplicates without a choice of their own; returns those still undecided, the first of them. */
export async function chooseRest(tx: Tx, import_id: string, rest: Choice | null): Promise<ImportLine[]> {
  await tx.run(sql`
    update import_lines l
       set choice = coalesce(case when ${allows(sql`${rest}::text`)} then ${rest}::text end,
                             case when (l.duplicate -> 'is_certain')::boolean then 'skip' end)
     where l.import_id = ${import_id} and l.duplicate is not null and l.choice is null`)
  return tx.all(sql`
    select ${columns} from ${source}
     where ${planned(import_id)} and l.duplicate is not null and ${isShown} and l.choice is null
     order by l.line limit 50`)
}

/** Leaves out the lines that have one of these findings, with its words as the reason. */
export async function leaveOutLines(tx: Tx, import_id: string, groups: readonly number[]): Promise<void> {
  if (groups.length === 0) return
  const isMeant = sql`(f ->> 'group')::integer = any(${[...groups]}::integer[])`
  await tx.run(sql`
    update import_lines l
       set outcome = 'left_out', done_at = ${tx.now}, plan = jsonb_build_object('name', l.plan -> 'name'),
           reason = (select string_agg(f ->> 'text', ' ') from jsonb_array_elements(l.findings) f where ${isMeant})
     where l.import_id = ${import_id} and l.outcome is null and l.findings <> '[]'
       and exists (select from jsonb_array_elements(l.findings) f where ${isMeant})`)
}

/** Gives the lines with this finding the assignee that staff chose for it. */
export async function assignLines(
  tx: Tx,
  import_id: string,
  group: number,
  assignee: { id: string; name: string; email: string },
): Promise<void> {
  await tx.run(sql`
    update import_lines l set plan = l.plan || jsonb_build_object('assignee', ${json(assignee)}::jsonb)
     where l.import_id = ${import_id} and l.plan is not null
       and l.findings @> ${json([{ group }])}::jsonb`)
}

/** Where the matters begin that have yet to be created, in the order of the file. */
export async function listWaitingLines(tx: Tx, import_id: string): Promise<string[]> {
  const rows = await tx.all<{ line: number }>(sql`
    select line from import_lines l where ${planned(import_id)} order by line`)
  return rows.map(({ line }) => String(line))
}

export interface ReportLine {
  line: number
  outcome: "created" | "joined" | "skipped" | "left_out" | null
  reason: string
  notes: string[]
  matter_id: string | null
  /** The matter's, as the viewer may see it; of a line without a matter, what the file says. */
  name: string | null
}

/** Every line of the file, with what became of it; those that form one matter share it. */
export function listReport(tx: Tx, import_id: string): Promise<ReportLine[]> {
  return tx.all(sql`
    select n as line, l.outcome, l.reason, m.id as matter_id, coalesce(m.name, l.plan ->> 'name') as name,
           array(select f ->> 'text' from jsonb_array_elements(l.findings) f) as notes
      from import_lines l cross join unnest(l.lines) n left join matters m on m.id = l.result_id
     where l.import_id = ${import_id} order by n`)
}

export type Outcomes = Readonly<Partial<Record<string, number>>>

/** How many lines each outcome has; `waiting` those that have none yet. */
export async function countOutcomes(tx: Tx, import_id: string): Promise<Outcomes> {
  const rows = await tx.all<{ outcome: string; lines: number }>(sql`
    select coalesce(outcome, 'waiting') as outcome, sum(cardinality(lines))::integer as lines
      from import_lines where import_id = ${import_id} group by 1`)
  return Object.fromEntries(rows.map(({ outcome, lines }) => [outcome, lines]))
}

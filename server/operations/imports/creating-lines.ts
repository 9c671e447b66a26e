// Creates the lines of an import, some at a time: each has its turn once, and says what became of it. Before its turn, a
// colleague may have created the same client; the preview could not ask about that, so the line is left alone.
import { recordEvents } from "../../firm/events/events.ts"
import { takeAdvisoryLock } from "../../platform/db/advisory-lock.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { createPlanned } from "./creating.ts"
import { findPlannedDuplicates } from "./duplicates.ts"
import { joinPlanned } from "./joining.ts"
import type { Choice, StoredDuplicate } from "./lines.ts"
import type { PlannedMatter } from "./plan.ts"

export interface LinesToCreate {
  import_id: string
  questionnaire_id: string
}

interface Turn {
  line: number
  plan: PlannedMatter
  duplicate: StoredDuplicate | null
  choice: Choice | null
}

interface Outcome {
  line: number
  outcome: "created" | "joined" | "skipped" | "left_out"
  reason: string
  result_id: string | null
}

/** Creates or joins these lines, by their numbers, unless they have had their turn; returns how many. */
export async function createLines(
  tx: Tx,
  { import_id, questionnaire_id }: LinesToCreate,
  lines: readonly string[],
): Promise<number> {
  // Two files may hold the same clients.
  await takeAdvisoryLock(tx, "imports")
  const turns = await tx.all<Turn>(sql`
    select line, plan, duplicate, choice from import_lines
     where import_id = ${import_id} and line = any(${lines.map(Number)}::integer[]) and outcome is null
       and plan is not null and exists (select from imports i where i.id = import_id and i.state <> 'undone')
     order by line for update`)
  const outcomes = await decide(tx, import_id, turns)
  const planOf = new Map(turns.map(({ line, plan }) => [line, plan]))
  const withPlan = (outcome: Outcome["outcome"]) =>
    outcomes.flatMap(({ line, result_id, ...own }) => {
      const planned = planOf.get(line)
      return own.outcome === outcome && planned && result_id ? [{ id: result_id, planned }] : []
    })
  const created = withPlan("created")
  const joined = withPlan("joined")
  const subjects = await createPlanned(tx, questionnaire_id, created)
  const closed = await joinPlanned(
    tx,
    joined.map(({ id, planned }) => ({ matter_id: id, planned })),
  )
  await record(tx, import_id, outcomes)
  // Its own matters are no existing ones that were added to.
  await tx.run(sql`
    update imports
       set matter_ids = matter_ids || ${json(created.map(({ id }) => id))}::jsonb,
           joined_ids = (select coalesce(jsonb_agg(distinct x.id), '[]')
                           from jsonb_array_elements(joined_ids || ${json(joined.map(({ id }) => id))}::jsonb) as x (id)
                          where not (matter_ids || ${json(created.map(({ id }) => id))}::jsonb) @> x.id),
           skipped = skipped + ${outcomes.filter(({ outcome }) => outcome === "skipped").length}
     where id = ${import_id}`)
  await recordEvents(tx, [
    ...subjects.map((matter) => ({ event_type: "intakeform.created" as const, matter })),
    ...closed.map((matter) => ({ event_type: "matter.closed" as const, matter })),
  ])
  return created.length + joined.length
}

async function decide(tx: Tx, import_id: string, turns: readonly Turn[]): Promise<Outcome[]> {
  const existing = await findExisting(tx, import_id, turns)
  const fresh = await findFresh(tx, import_id, turns)
  // What each line became: later lines may be duplicates of it.
  const became = new Map<number, string>()
  return turns.map(({ line, duplicate, choice, plan }): Outcome => {
    const id = duplicate?.line === undefined ? duplicate?.matter_id : became.get(duplicate.line)
    const found =
      id && (existing.has(id) || [...became.values()].includes(id))
        ? id
        : existing.get(`line ${duplicate?.line}`)
    const decided = outcomeOf({ line, choice, found, fresh: fresh.get(plan.line) })
    if (decided.result_id) became.set(line, decided.result_id)
    return decided
  })
}

function outcomeOf(turn: {
  line: number
  choice: Choice | null
  found: string | undefined
  fresh: Awaited<ReturnType<typeof findFresh>> extends Map<number, infer One> ? One | undefined : never
}): Outcome {
  const { line, choice, found, fresh } = turn
  if (found && choice === "skip")
    return { line, outcome: "skipped", reason: "There already.", result_id: found }
  if (found && choice === "join") return { line, outcome: "joined", reason: "", result_id: found }
  if (choice === "create" || !fresh)
    return { line, outcome: "created", reason: "", result_id: newId("matter") }
  const result_id = fresh.matter_id
  return fresh.is_certain
    ? {
        line,
        outcome: "skipped",
        reason: "There already: it was created after the file was read.",
        result_id,
      }
    : {
        line,
        outcome: "left_out",
        reason: `May be there already, created after the file was read. In common: ${fresh.shared}`,
        result_id: null,
      }
}

/** The matters that lines may duplicate and that are still there; those of earlier portions by their line. */
async function findExisting(tx: Tx, import_id: string, turns: readonly Turn[]): Promise<Map<string, string>> {
  const ids = turns.flatMap(({ duplicate }) => duplicate?.matter_id ?? [])
  const lines = turns.flatMap(({ duplicate }) => duplicate?.line ?? [])
  const rows = await tx.all<{ key: string; id: string }>(sql`
    select id as key, id from matters where id = any(${ids}::text[])
    union all
    select 'line ' || l.line, m.id from import_lines l join matters m on m.id = l.result_id
     where l.import_id = ${import_id} and l.line = any(${lines}::integer[])`)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** What has been created since the preview, by others, and was not asked about. */
async function findFresh(tx: Tx, import_id: string, turns: readonly Turn[]) {
  const shown = new Map(turns.map(({ line, duplicate }) => [line, duplicate]))
  const plans = turns.filter(({ choice }) => choice === null).map(({ plan }) => plan)
  const found = plans.length > 0 ? await findPlannedDuplicates(tx, plans) : []
  const ids = found.flatMap(({ existing }) => ("matter_id" in existing ? existing.matter_id : []))
  const own = await tx.all<{ id: string }>(sql`
    select result_id as id from import_lines where import_id = ${import_id} and result_id = any(${ids}::text[])`)
  const isOwn = new Set(own.map(({ id }) => id))
  return new Map(
    found.flatMap(({ planned: { line }, existing, shared, is_certain }) =>
      "matter_id" in existing &&
      !isOwn.has(existing.matter_id) &&
      shown.get(line)?.matter_id !== existing.matter_id
        ? [[line, { matter_id: existing.matter_id, shared, is_certain }] as const]
        : [],
    ),
  )
}

/** What was stored is in its matter now; of the others, the report still says who they are. */
async function record(tx: Tx, import_id: string, outcomes: readonly Outcome[]): Promise<void> {
  await tx.run(sql`
    update import_lines l
       set outcome = o.outcome, reason = o.reason, result_id = o.result_id, done_at = ${tx.now},
           close_date = case when o.outcome = 'created' then nullif(l.plan ->> 'closed_on', '')::date end, plan = case when o.outcome in ('skipped', 'left_out') then jsonb_build_object('name', l.plan -> 'name') end
      from jsonb_to_recordset(${json(outcomes)})
             as o (line integer, outcome text, reason text, result_id text)
     where l.import_id = ${import_id} and l.line = o.line`)
}

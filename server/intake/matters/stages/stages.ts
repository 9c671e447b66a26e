// The stages that a firm has named for its own work on a matter, such as drafting and signing. A matter is in one or in none;
// its status says what the client did. Stages are a setting of the firm, so no request reads them twice.

import { parseIsoDate } from "../../../definition/values/dates.ts"
import { recordEvent } from "../../../firm/events/events.ts"
import { type Firm, getFirm } from "../../../firm/firms/firms.ts"
import { firmDayOf, sql, type Tx } from "../../../platform/db/sql.ts"
import { withoutViewer } from "../../../platform/db/without-viewer.ts"
import { badRequest, type Fault } from "../../../platform/errors.ts"
import { recordChanges } from "../changes/changes.ts"
import { lockForEditing } from "../editing.ts"
import { subjectOf } from "../matter-row.ts"
import type { Stage } from "./schema.ts"

/** In the firm's order. */
export function stagesOf({ stages }: Firm["settings"]): readonly Stage[] {
  return (stages ?? []) as Stage[]
}

/** The name of a stage; of one that was removed while the matter was deleted, that it was. */
export function stageName(stages: readonly Stage[], id: string | null): string | null {
  return id && (stages.find((stage) => stage.id === id)?.name ?? "A removed stage")
}

/** Where a matter is: Undo puts back all three. */
export interface StagePosition {
  stage_id: string | null
  due_on: string | null
  staged_at: Date | null
}

/** A position as one text, for forms and Undo. */
export function stageText({ stage_id, due_on, staged_at }: StagePosition): string {
  return [stage_id ?? "none", due_on ?? "none", staged_at?.toISOString() ?? "none"].join(" ")
}

/** What a form says: all of a position or, if the rest is malformed or left out, a stage alone. */
export function readStageText(text: string): Partial<StagePosition> & Pick<StagePosition, "stage_id"> {
  const [stage_id = null, day, moment] = text
    .split(" ")
    .map((word) => (word === "none" ? null : word || null))
  const staged_at = moment ? new Date(moment) : null
  const isMalformed =
    day === undefined ||
    moment === undefined ||
    "fault" in parseIsoDate(day ?? "") ||
    Number.isNaN(staged_at?.getTime())
  return isMalformed ? { stage_id } : { stage_id, due_on: day, staged_at }
}

/** How many matters are in each stage, by its id, those restricted to others included. */
export async function countByStage(tx: Tx): Promise<Map<string, number>> {
  const rows = await withoutViewer(tx, () =>
    tx.all<{ stage_id: string; matters: number }>(sql`
      select stage_id, count(*)::integer as matters from matters where stage_id is not null group by stage_id`),
  )
  return new Map(rows.map(({ stage_id, matters }) => [stage_id, matters]))
}

/** What is wrong with the id of a stage. */
export async function findStageFault(tx: Tx, stage_id: string | null): Promise<Fault | undefined> {
  return faultOf(stagesOf((await getFirm(tx)).settings), stage_id)
}

function faultOf(stages: readonly Stage[], stage_id: string | null): Fault | undefined {
  if (stage_id === null || stages.some(({ id }) => id === stage_id)) return undefined
  return { param: "stage_id", code: "unknown_value", message: "Choose one of your firm's stages." }
}

/**
 * Moves a matter to a stage or, with null, out of all. The stage decides when the matter is due, unless `exactly` says
 * so; returns where it is then. Throws "not found", and "bad request" for an unknown stage.
 */
export async function moveToStage(
  tx: Tx,
  matter_id: string,
  {
    stage_id,
    ...exactly
  }: Pick<StagePosition, "stage_id"> & { due_on?: string | null | undefined; staged_at?: Date | null },
): Promise<StagePosition> {
  const matter = await lockForEditing(tx, matter_id)
  if (matter.stage_id === stage_id) return matter
  const stages = stagesOf((await getFirm(tx)).settings)
  const fault = faultOf(stages, stage_id)
  if (fault) throw badRequest([fault])
  const days = stages.find(({ id }) => id === stage_id)?.due_days
  const { due_on = days == null ? matter.due_on : undefined } = exactly
  const stage = stageName(stages, matter.stage_id)
  await recordChanges(tx, matter_id, matter_id, { stage }, [
    { field: "stage", value: stageName(stages, stage_id) },
  ])
  const position = await tx.one<StagePosition>(sql`
    update matters
       set stage_id = ${stage_id}, staged_at = ${exactly.staged_at === undefined ? stage_id && tx.now : exactly.staged_at},
           due_on = ${due_on === undefined ? sql`${firmDayOf(tx.now)} + ${days}::integer` : sql`${due_on}::date`}
     where id = ${matter_id} returning stage_id, staged_at, due_on`)
  await recordEvent(tx, "matter.stage_changed", subjectOf(matter))
  return position
}

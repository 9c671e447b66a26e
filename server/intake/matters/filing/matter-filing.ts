// A matter's filing with its assignee, as the firm's software reads and changes it.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { Fault } from "../../../platform/errors.ts"
import { assignMatter, findAssigneeFault } from "../assignment.ts"
import { findStageFault, moveToStage } from "../stages/stages.ts"
import { changeFiling, filingColumns, filingFaults, tidyTags } from "./filing.ts"
import type { FilingChanges, MatterFiling } from "./schema.ts"

/** Throws "not found". */
export function getMatterFiling(tx: Tx, matter_id: string): Promise<MatterFiling> {
  return tx.one(sql`
    select m.id as matter, ${filingColumns}, m.stage_id, m.assignee_id from matters m where m.id = ${matter_id}`)
}

/** What the schema cannot find. The changes may be malformed; values of the wrong type are left to the schema. */
export async function findFilingFaults(tx: Tx, matter_id: string, changes: unknown): Promise<Fault[]> {
  const { tags, assignee_id, stage_id } = (changes ?? {}) as Record<string, unknown>
  const texts = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : []
  const others = [
    typeof stage_id === "string" && (await findStageFault(tx, stage_id)),
    typeof assignee_id === "string" && (await findAssigneeFault(tx, matter_id, assignee_id)),
  ]
  return [...filingFaults({ file_number: "", tags: tidyTags(texts) }), ...others.filter((fault) => !!fault)]
}

/**
 * Changes the fields that are named, as the console's forms do; `stored` is the filing as it is, whose matter the caller
 * has locked. Returns the actions for the audit log: none if everything was so already.
 */
export async function changeMatterFiling(
  tx: Tx,
  stored: MatterFiling,
  { assignee_id = stored.assignee_id, stage_id = stored.stage_id, ...named }: FilingChanges,
): Promise<string[]> {
  const { matter, assignee_id: assigned, stage_id: staged, ...filing } = stored
  if (stage_id !== staged)
    filing.due_on = (await moveToStage(tx, matter, { stage_id, due_on: named.due_on })).due_on
  const wanted = { ...filing, ...named, tags: tidyTags(named.tags ?? filing.tags) }
  const isFiled =
    wanted.file_number !== filing.file_number ||
    wanted.due_on !== filing.due_on ||
    wanted.tags.toSorted().join() !== filing.tags.toSorted().join()
  if (isFiled) await changeFiling(tx, matter, wanted)
  if (assignee_id !== assigned) await assignMatter(tx, matter, assignee_id)
  return [
    ...(isFiled ? ["matter_filed"] : []),
    ...(stage_id === staged ? [] : ["stage_changed"]),
    ...(assignee_id === assigned ? [] : [assignee_id ? "matter_assigned" : "matter_unassigned"]),
  ]
}

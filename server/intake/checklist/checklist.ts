// The documents of a matter as a checklist: every requested document with its day and its files, and what became of each.
// The console, the portal, reminders, and the API read it here.

import { answerKey } from "../../definition/conditions/conditions.ts"
import type { DocumentRequest } from "../../definition/definition.ts"
import { requestsOf } from "../../definition/parts.ts"
import { readFirmDay, sql, type Tx } from "../../platform/db/sql.ts"
import { type RequestState, readRequestStates } from "../documents/document-choices.ts"
import { listMatterFiles, type MatterFile } from "../documents/matter-files.ts"
import { requested_section_id } from "../matters/progress/document-requests.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import { listRequestAnswers } from "../submissions/missing/open-items.ts"
import { listDueDays } from "./due-days.ts"
import type { checklistStates } from "./schema.ts"

/** As in the API, and `dropped`: the firm no longer needs it. */
export type ChecklistState = (typeof checklistStates)[number] | "dropped"

export interface ChecklistItem extends DocumentRequest {
  /** The client who sends it separately; null for a document asked once. */
  sender: string | null
  /** Staff request it in this matter; the questionnaire does not. */
  is_added: boolean
  /** `YYYY-MM-DD`, set by staff. */
  due_on: string | null
  state: ChecklistState
  /** Its day has passed, and the client still has something to do about it. */
  is_overdue: boolean
  /** Oldest first, with those that were replaced. */
  files: MatterFile[]
}

/** Every visible document request, in questionnaire order; throws "not found". */
export async function listChecklist(
  tx: Tx,
  matter_id: string,
  loaded: {
    visibility?: Promise<Visibility>
    files?: Promise<MatterFile[]>
    states?: Promise<ReadonlyMap<string, RequestState>>
    matter?: { is_submitted: boolean }
  } = {},
): Promise<ChecklistItem[]> {
  const [visibility, files, states, days, { is_submitted }, today] = await Promise.all([
    loaded.visibility ?? readVisibility(tx, matter_id),
    loaded.files ?? listMatterFiles(tx, matter_id),
    loaded.states ?? readRequestStates(tx, matter_id),
    listDueDays(tx, matter_id),
    loaded.matter ??
      tx.one<{ is_submitted: boolean }>(sql`
      select coalesce((select m.is_submitted from matters m where m.id = ${matter_id}), false) as is_submitted`),
    readFirmDay(tx),
  ])
  const { definition, visible, alone, visible_alone_clients: clients } = visibility
  const added = requestsOf({ sections: definition.sections.filter(({ id }) => id === requested_section_id) })
  const added_ids = new Set(added.map(({ id }) => id))
  return listRequestAnswers(definition, visible, { alone, clients }, states).map(
    ({ state: answer, ...request }) => {
      const { id, sender, required } = request
      const own = files.filter(
        (file) => file.request_id === id && (sender === null || file.sender === sender),
      )
      const due_on = days.get(answerKey(id, sender)) ?? null
      const state = stateOf({
        answer,
        files: own,
        is_late: isLate(due_on, today),
        is_awaited: required && is_submitted,
      })
      const is_overdue = isLate(due_on, today) && isPending(state)
      return { ...request, is_added: added_ids.has(id), due_on, state, is_overdue, files: own }
    },
  )
}

/** What became of a requested document. */
export function stateOf(of: {
  answer: RequestState | undefined
  files: readonly Pick<MatterFile, "state">[]
  is_late: boolean
  is_awaited: boolean
}): ChecklistState {
  const states = new Set(of.files.map(({ state }) => state))
  for (const state of ["returned", "received", "accepted"] as const) if (states.has(state)) return state
  const { answer } = of
  if (answer !== undefined && answer !== "file" && answer !== "awaited") return answer
  return of.is_late || of.is_awaited ? "missing" : "requested"
}

/** Whether the client still has something to do. */
export function isPending(state: ChecklistState): boolean {
  return state !== "received" && state !== "accepted" && state !== "none" && state !== "dropped"
}

function isLate(due_on: string | null, today: string): boolean {
  return due_on !== null && due_on < today
}

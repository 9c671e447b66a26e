// What staff, and the firm's software, can do to the status of a matter.
import { sql, type Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { lockForEditing, mayClientEdit } from "../../matters/editing.ts"
import { closeMatter, markReopened, reopenClosedMatter } from "../../matters/lifecycle.ts"
import type { MatterRow } from "../../matters/matter-row.ts"
import { completeMatter } from "../submissions.ts"
import type { MatterStatus } from "./schema.ts"

export interface Step {
  /** The action in the audit log. */
  done: "matter_completed" | "matter_reopened" | "matter_closed" | "closed_matter_reopened"
  /** Whether the matter is in the state that the step leads to. */
  isDone: (matter: MatterRow) => boolean
  /** Throws "conflict" if the state does not allow it. */
  act: (tx: Tx, ring: KeyRing, matter_id: string) => Promise<unknown>
}

export const steps = {
  completion: {
    done: "matter_completed",
    isDone: ({ close_date, completed_at }) => close_date === null && completed_at !== null,
    act: completeMatter,
  },
  "client-editing": {
    done: "matter_reopened",
    isDone: mayClientEdit,
    act: (tx, _, matter_id) => markReopened(tx, matter_id),
  },
  closing: {
    done: "matter_closed",
    isDone: ({ close_date }) => close_date !== null,
    act: (tx, _, matter_id) => closeMatter(tx, matter_id),
  },
  reopening: {
    done: "closed_matter_reopened",
    isDone: ({ close_date }) => close_date === null,
    act: (tx, _, matter_id) => reopenClosedMatter(tx, matter_id),
  },
} as const satisfies Record<string, Step>

/** Takes a step unless it is done already; returns whether it was taken. Throws "not found", and what the step throws. */
export async function takeStep(tx: Tx, ring: KeyRing, matter_id: string, step: Step): Promise<boolean> {
  if (step.isDone(await lockForEditing(tx, matter_id))) return false
  await step.act(tx, ring, matter_id)
  return true
}

/** Throws "not found". */
export function getStatus(tx: Tx, matter_id: string): Promise<MatterStatus> {
  return tx.one(sql`
    select m.id as matter, m.state, m.is_submitted, m.client_may_edit,
           m.questionnaire_version,
           (select max(s.number) from submissions s where s.matter_id = m.id) as last_submission,
           timestamp_text(m.started_at) as started_at, timestamp_text(m.submitted_at) as submitted_at,
           timestamp_text(m.completed_at) as completed_at, m.close_date
      from matters m where m.id = ${matter_id}`)
}

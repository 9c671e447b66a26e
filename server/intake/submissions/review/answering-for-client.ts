import { answerKey } from "../../../definition/conditions/conditions.ts"
import { asImpersonation } from "../../../firm/access/impersonation.ts"
import type { Tx } from "../../../platform/db/sql.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import { type NewAnswer, saveAnswer } from "../../answers/answers.ts"
import { removePriorAnswers } from "../../answers/prior-answers.ts"
import type { SaveResult } from "../../matters/changes/changes.ts"
import { changeAgendaItem } from "../../matters/progress/agenda.ts"
import { recordUnfinishedFields } from "../../matters/progress/unfinished-fields.ts"
import { withdrawUnrequested } from "../missing/withdrawn-items.ts"

/**
 * Saves an answer that staff give for the client as if in the client's own pages, so that the history marks it as theirs.
 * Throws what `saveAnswer` does.
 */
export function answerForClient(
  tx: Tx,
  ring: KeyRing,
  matter_id: string,
  answer: NewAnswer,
): Promise<SaveResult> {
  return asImpersonation(tx, matter_id, async () => {
    const result = await saveAnswer(tx, ring, matter_id, answer)
    const item = { record_id: matter_id, field: answerKey(answer.question_id, answer.about ?? null) }
    if (item.field in result.saved) {
      await removePriorAnswers(tx, matter_id, [item.field])
      await recordUnfinishedFields(tx, matter_id, matter_id, [item])
      if (answer.value !== null) await changeAgendaItem(tx, matter_id, item, false)
      await withdrawUnrequested(tx, matter_id)
    }
    return result
  })
}

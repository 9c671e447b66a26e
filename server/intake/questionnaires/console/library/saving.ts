import type { Question } from "../../../../definition/definition.ts"
import { textIn } from "../../../../definition/text.ts"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { notFound } from "../../../../platform/errors.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { findSaved, refusalOf, saveQuestions } from "../../bank.ts"
import type { Draft } from "../builder/draft.ts"
import { findSelected, type Selected } from "../builder/selected.ts"

export type Saved = Awaited<ReturnType<typeof findSaved>>[number]

/** Whether the firm's library has the selected part; undefined if it is not a question that the library can hold. */
export async function isSaved({ tx }: PageRequest, selected: Selected): Promise<Saved | undefined> {
  const question = questionIn(selected)
  return question && !refusalOf(question) ? (await findSaved(tx, [question]))[0] : undefined
}

/**
 * Saves the form's question to the library; throws like `saveQuestions`, or "not found" if the part is not a question.
 */
export async function saveToLibrary({ tx, form }: PageRequest, draft: Draft): Promise<void> {
  const question = questionIn(findSelected(draft, trimmedTextOf(form, "item")))
  if (!question) throw notFound()
  await saveQuestions(tx, [question])
  await recordAudit(tx, "question_saved", { record_id: draft.row.id, label: textIn(question.prompt, "en") })
}

function questionIn({ part }: Pick<Selected, "part"> = {}): Question | undefined {
  return part && "type" in part ? part : undefined
}

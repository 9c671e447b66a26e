// Editing a simple answer in its line, for the client. The form is loaded when "Edit" is pressed; without script, it is a
// page of its own. It carries the revision it was opened on, so that no one overwrites what they have not seen.

import { type AnswerValue, answerKey, isAnswered } from "../../../../definition/conditions/conditions.ts"
import type { Question } from "../../../../definition/definition.ts"
import { questionsOf } from "../../../../definition/parts.ts"
import { namesOf } from "../../../../definition/people/names.ts"
import { textIn } from "../../../../definition/text.ts"
import { displayValue } from "../../../../definition/values/values.ts"
import { notFound } from "../../../../platform/errors.ts"
import { readRevision } from "../../../../platform/http/responses/pages.ts"
import { valuesIn } from "../../../../web/console/forms/field.ts"
import { showFields } from "../../../../web/console/forms/form-page.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { todayOf } from "../../../../web/console/times.tsx"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Actions, Button, LinkButton } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { getEarlierAnswer, readAnswers } from "../../../answers/answers.ts"
import { listPeople } from "../../../contacts/contacts.ts"
import type { Conflict } from "../../../matters/changes/changes.ts"
import { readRevisions } from "../../../matters/changes/revisions.ts"
import { matterForm, openMatter } from "../../../matters/console/frame/frame.tsx"
import { requireMatter } from "../../../matters/console/frame/require-matter.ts"
import { lockForEditing, requireOpen } from "../../../matters/editing.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import { readVisibility } from "../../../matters/progress/visibility.ts"
import { answerForClient } from "../../review/answering-for-client.ts"
import { answerField, editedInLine } from "./answer-field.ts"
import { editUrl, Line } from "./line.tsx"
import { lineContextOf } from "./page.tsx"
import { answerLineId } from "./question-lines.tsx"
import { allLines, readReview } from "./read-review.tsx"

export async function editView(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const { name, field, revision, action, place } = await readTarget(req, matter)
  const form = (
    <form method="post" action={action} data-in-place>
      <input type="hidden" name="seen" value={refused ? trimmedTextOf(refused.form, "seen") : revision} />
      {showFields({ [name]: field }, refused)}
      <Actions>
        <Button small>Save for the client</Button>
        <LinkButton small href={place} variant="quiet">
          Cancel
        </LinkButton>
      </Actions>
    </form>
  )
  return {
    ...matterForm(matter, "Edit for the client"),
    refused,
    part: <div class="line-form">{form}</div>,
    body: <Card>{form}</Card>,
  }
}

/** Saves what was typed, or with `undo` the answer before that revision, as editing for the client does. */
export async function saveEdit(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form } = req
  const matter = await requireMatter(req)
  await lockForEditing(tx, matter.id)
  const before = await readTarget(req, matter)
  const { question, about, key, name, field, revision, action, line_id, place: to } = before
  const part = () => lineOf(req, line_id)
  const refuse = (text: string): Redirect => ({ to, part, flash: { is_refusal: true, text } })
  const undone = readRevision(trimmedTextOf(form, "undo"))
  const value = undone
    ? await getEarlierAnswer(tx, parts.ring, matter.id, { key, revision: undone })
    : valuesIn({ [name]: field }, form)[name]
  const isLeftBlank = question.sensitive && before.given && value === null && !undone
  const { saved, conflicts } = isLeftBlank
    ? { saved: { [key]: revision }, conflicts: [] }
    : await answerForClient(tx, parts.ring, matter.id, {
        ...{ question_id: question.id, about, value: value ?? null },
        seen: undone ?? readRevision(trimmedTextOf(form, "seen")) ?? 0,
      })
  if (conflicts[0]) return refuse(await staleText(req, matter, question, conflicts[0]))
  if (saved[key] === revision) return refuse("Nothing was changed: this is the answer already.")
  const after = await readTarget(req, matter)
  return {
    to,
    ...(changesOneLine(before, after) && { part }),
    flash: { done: "answer_changed", undo: { action, fields: { undo: String(saved[key]) } } },
    about: { record_id: question.id, label: textIn(question.prompt, "en") },
  }
}

type Target = Awaited<ReturnType<typeof readTarget>>

/** The question in the form's address, with its answer. Throws "not found" for one that staff cannot edit in its line. */
async function readTarget({ tx, parts, param, query, staff }: PageRequest, matter: MatterRow) {
  requireOpen(matter, "nothing in it can be changed")
  const [visibility, answers, revisions] = await Promise.all([
    readVisibility(tx, matter.id),
    readAnswers(tx, parts.ring, matter.id),
    readRevisions(tx, matter.id),
  ])
  const key = answerKey(param("question_id"), query.about ?? null)
  const target = editedInLine(visibility).find((one) => one.key === key)
  if (!target) throw notFound()
  const { question, about } = target
  const value = answers[key] ?? null
  const given = isAnswered(value)
  const field = answerField(question, { value, given, today: todayOf({ tx, staff }) })
  const revision = revisions[matter.id]?.[key] ?? 0
  const home = `/console/matters/${matter.id}`
  const line_id = answerLineId({ question: question.id, about })
  return {
    ...{ question, about, key, given, revision, visibility, field, name: `value-${key.replace(":", "-")}` },
    ...{ action: editUrl(home, question.id, about), line_id, place: `${home}/review#${line_id}` },
  }
}

/** Whether the page's other lines still say the same: what is missing, hidden, or computed would be elsewhere on it. */
function changesOneLine(before: Target, after: Target): boolean {
  const { visible, definition } = after.visibility
  const isSource = questionsOf(definition).some(({ formula }) =>
    formula?.of.some(({ question }) => question === after.question.id),
  )
  const areSame =
    visible.size === before.visibility.visible.size &&
    [...visible].every((part) => before.visibility.visible.has(part))
  return areSame && !isSource && before.given === after.given
}

async function lineOf(req: PageRequest, line_id: string) {
  const matter = await openMatter(req)
  const review = await readReview(req, matter, { number: undefined, since: undefined })
  const line = allLines(review).find(({ id }) => id === line_id)
  return line && <Line line={line} context={lineContextOf(req, matter, review)} />
}

async function staleText(
  { tx }: PageRequest,
  matter: MatterRow,
  question: Question,
  stale: Conflict,
): Promise<string> {
  const { changed_by, is_own, theirs } = stale
  const names = namesOf(await listPeople(tx, matter.id))
  const words = displayValue(question, theirs as AnswerValue | null, "en", names, "; ")
  const now = question.sensitive ? "" : words ? ` The answer is “${words}” now.` : " The answer is blank now."
  const who = is_own ? "you changed it in another window" : `${changed_by || "someone else"} was faster`
  return `Nothing was changed, because ${who}.${now}`
}

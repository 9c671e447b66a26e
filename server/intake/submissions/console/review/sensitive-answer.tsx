import type { Question } from "../../../../definition/definition.ts"
import type { Names } from "../../../../definition/people/names.ts"
import { displayValue, linkOf } from "../../../../definition/values/values.ts"
import { recordSensitiveRead } from "../../../../firm/audit/audit.ts"
import { notFound } from "../../../../platform/errors.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { listWithSensitivity } from "../../../answers/listing.ts"
import type { Answer } from "../../../answers/schema.ts"
import { requireMatter } from "../../../matters/console/frame/require-matter.ts"

/** Records in the audit log that staff read a sensitive answer, and lets the next page show it once. */
export async function revealAnswer(req: PageRequest): Promise<Redirect> {
  const { tx, parts, param } = req
  const { id: matter_id } = await requireMatter(req)
  const answers = await listWithSensitivity(tx, parts.ring, matter_id)
  const answer = answers.find(({ id, sensitive }) => id === param("answer_id") && sensitive)
  if (!answer) throw notFound()
  await recordSensitiveRead(tx, matter_id, [answer.id])
  return {
    to: `/console/matters/${matter_id}/review#${answerLineId(answer)}`,
    flash: { done: "answer_shown", handed: { answer_id: answer.id } },
  }
}

export function answerLineId({ question, about }: Pick<Answer, "question" | "about">): string {
  return about ? `${question}-${about}` : question
}

/** An answer as staff may read it: a sensitive one stays masked until a member reveals it, once. */
export function AnswerText(props: {
  answer: Answer
  question: Question
  names: Names
  home: string
  req: PageRequest
}) {
  const { answer, question, names, home, req } = props
  if (!question.sensitive) return <AnswerWords {...answer} />
  if (req.handed.answer_id === answer.id) {
    return (
      <>
        <AnswerWords {...answer} display_value={displayValue(question, answer.value, "en", names)} />
        <span class="cell-note cell-line">Shown once. The audit log records that you viewed it.</span>
      </>
    )
  }
  return (
    <div class="row">
      <span>{answer.display_value}</span>
      <PostButton
        action={`${home}/answers/${answer.id}/reveal`}
        about={`the answer to: ${answer.prompt}${answer.about ? ` (${names[answer.about]})` : ""}`}
        variant="secondary"
        small
      >
        Show
      </PostButton>
    </div>
  )
}

/** The words of an answer, which lead to the website that it names. */
export function AnswerWords({
  type,
  value,
  display_value,
}: Pick<Answer, "type" | "value" | "display_value">) {
  const href = linkOf(type, value)
  const link = { href, target: "_blank", rel: "noopener noreferrer" }
  return (
    <span class="long-text">{href === undefined ? display_value : <a {...link}>{display_value}</a>}</span>
  )
}

import { answerKey } from "../../../../definition/conditions/conditions.ts"
import type { Question } from "../../../../definition/definition.ts"
import { takesAnswer } from "../../../../definition/kinds.ts"
import type { Names } from "../../../../definition/people/names.ts"
import { textIn } from "../../../../definition/text.ts"
import { displayValue, linkOf } from "../../../../definition/values/values.ts"
import { recordSensitiveRead } from "../../../../firm/audit/audit.ts"
import { notFound } from "../../../../platform/errors.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { Details } from "../../../../web/ui/components/card.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { listWithSensitivity } from "../../../answers/listing.ts"
import type { Answer } from "../../../answers/schema.ts"
import { requireMatter } from "../../../matters/console/frame/require-matter.ts"
import { isOnAgenda } from "../../../matters/progress/agenda.ts"
import { requestTag } from "./document-lines.tsx"
import type { ReviewLine, ReviewPart } from "./line.tsx"
import type { ReviewData } from "./record-lines.tsx"

/** Every question of the firm's own, by section: answered, blank, to discuss, or hidden by conditions. */
export function questionParts(data: ReviewData): ReviewPart[] {
  const { live, visibility, names, acceptanceOf, home, req } = data
  const answers = new Map(live.answers.map((answer) => [answerKey(answer.question, answer.about), answer]))
  return visibility.definition.sections.flatMap((section) => {
    if (section.kind !== "questions") return []
    const [lines, hidden_prompts]: [ReviewLine[], string[]] = [[], []]
    for (const question of section.questions.filter(({ type }) => type !== "notice")) {
      const prompt = textIn(question.prompt, "en")
      const shown_for = (question.each_client ? visibility.facts.clients : [null]).filter((about) =>
        visibility.visible.has(answerKey(question.id, about)),
      )
      if (shown_for.length === 0) hidden_prompts.push(prompt)
      for (const about of shown_for) {
        const key = answerKey(question.id, about)
        const answer = answers.get(key)
        if (!answer && !takesAnswer(question.type)) continue
        lines.push({
          id: answerLineId({ question: question.id, about }),
          title: prompt,
          note: about ? `${names[about]}${visibility.alone.has(question.id) ? ", alone" : ""}` : undefined,
          value: answer && (
            <AnswerText answer={answer} question={question} names={names} home={home} req={req} />
          ),
          tag: answer ? undefined : blankTag(data, question, key),
          subject: takesAnswer(question.type)
            ? { kind: question.type === "file" ? "request" : "question", record_id: question.id, about }
            : undefined,
          section_id: section.id,
          acceptance: acceptanceOf(`answers ${question.id} ${about ?? ""}`),
        })
      }
    }
    if (lines.length + hidden_prompts.length === 0) return []
    const hidden = countText(hidden_prompts.length, "question was", "questions were")
    const footer = hidden_prompts.length > 0 && (
      <Details summary={`${hidden} not asked, because of other answers`}>
        <List items={hidden_prompts} />
      </Details>
    )
    return [{ id: section.id, title: textIn(section.title, "en"), lines, footer }]
  })
}

export function submittedAnswers({ live, names }: ReviewData): ReviewPart[] {
  return [...Map.groupBy(live.answers, ({ section }) => section)].map(([title, answers], index) => ({
    id: `answers-${index + 1}`,
    title,
    lines: answers.map((answer) => ({
      id: answerLineId(answer),
      title: answer.prompt,
      note: answer.about ? names[answer.about] : undefined,
      value: <AnswerWords {...answer} />,
    })),
  }))
}

function blankTag(data: ReviewData, { type, required }: Question, key: string): ReviewLine["tag"] {
  const { agenda, live, request_states } = data
  const state = request_states.get(key)
  if (type === "file" && state !== "file") return requestTag(data, state, required)
  if (isOnAgenda(agenda, live.matter.id, key)) return { text: "To talk about", tone: "info" }
  return required
    ? { text: "Not answered", tone: "warning" }
    : { text: "Left blank, optional", tone: "neutral" }
}

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
function AnswerText(props: {
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
function AnswerWords({ type, value, display_value }: Pick<Answer, "type" | "value" | "display_value">) {
  const href = linkOf(type, value)
  const link = { href, target: "_blank", rel: "noopener noreferrer" }
  return (
    <span class="long-text">{href === undefined ? display_value : <a {...link}>{display_value}</a>}</span>
  )
}

import { answerKey } from "../../../../definition/conditions/conditions.ts"
import type { Question } from "../../../../definition/definition.ts"
import { takesAnswer } from "../../../../definition/kinds.ts"
import { textIn } from "../../../../definition/text.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { Details } from "../../../../web/ui/components/card.tsx"
import { isOnAgenda } from "../../../matters/progress/agenda.ts"
import { requestTag } from "./document-lines.tsx"
import type { ReviewLine, ReviewPart } from "./line.tsx"
import type { ReviewData } from "./record-lines.tsx"
import { AnswerText, AnswerWords, answerLineId } from "./sensitive-answer.tsx"

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
        <ul>
          {hidden_prompts.map((prompt) => (
            <li key={prompt}>{prompt}</li>
          ))}
        </ul>
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

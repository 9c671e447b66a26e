import { answerKey } from "../../../../definition/conditions/conditions.ts"
import type { Question, Section } from "../../../../definition/definition.ts"
import { takesAnswer } from "../../../../definition/question-types.ts"
import { textIn } from "../../../../definition/text.ts"
import { isOnAgenda } from "../../../matters/progress/agenda.ts"
import { requestTag } from "./document-lines.tsx"
import type { ReviewLine } from "./line.tsx"
import type { ReviewData } from "./record-lines.tsx"
import { AnswerText, answerLineId } from "./sensitive-answer.tsx"

export interface QuestionPart {
  section: Section
  lines: ReviewLine[]
  /** Prompts of questions that conditions hide. */
  hidden_prompts: string[]
}

/** Every question of the firm's own, by section: answered, blank, to discuss, or hidden by conditions. */
export function questionParts(data: ReviewData): QuestionPart[] {
  const { live, visibility, names, acceptanceOf, home, req } = data
  const answers = new Map(live.answers.map((answer) => [answerKey(answer.question, answer.about), answer]))
  return visibility.definition.sections.flatMap((section) => {
    if (section.kind !== "questions") return []
    const part: QuestionPart = { section, lines: [], hidden_prompts: [] }
    for (const question of section.questions.filter(({ type }) => type !== "notice")) {
      const prompt = textIn(question.prompt, "en")
      const shown_for = (question.each_client ? visibility.facts.clients : [null]).filter((about) =>
        visibility.visible.has(answerKey(question.id, about)),
      )
      if (shown_for.length === 0) part.hidden_prompts.push(prompt)
      for (const about of shown_for) {
        const key = answerKey(question.id, about)
        const answer = answers.get(key)
        if (!answer && !takesAnswer(question.type)) continue
        part.lines.push({
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
          acceptance: answer && acceptanceOf(`answers ${question.id} ${about ?? ""}`),
        })
      }
    }
    return part.lines.length + part.hidden_prompts.length > 0 ? [part] : []
  })
}

function blankTag(
  { agenda, live, request_states }: ReviewData,
  { type, required }: Question,
  key: string,
): ReviewLine["tag"] {
  const state = request_states.get(key)
  if (type === "file" && state !== "file") return requestTag(state, required)
  if (isOnAgenda(agenda, live.matter.id, key)) return { text: "To talk about", tone: "info" }
  return required
    ? { text: "Not answered", tone: "warning" }
    : { text: "Left blank, optional", tone: "neutral" }
}

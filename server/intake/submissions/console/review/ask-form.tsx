import { list } from "../../../../web/console/forms/choice-fields.tsx"
import { FormActions, showFields } from "../../../../web/console/forms/form-page.tsx"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import { type PageRequest, type RefusedForm, textOf } from "../../../../web/console/page-request.ts"
import { Definition, Definitions } from "../../../../web/ui/components/definition.tsx"
import type { CorrectionRow } from "../../../corrections/corrections.ts"
import { max_words_characters } from "../../../corrections/requests.ts"
import { type SubjectKind, subjectText } from "../../../corrections/subjects.ts"
import type { ComparedStep } from "../../review/seen-changes.ts"
import { formatValue } from "../differences.tsx"
import type { ReviewLine } from "./line.tsx"

/** The form that writes a correction, inside the line it is about. */
export function AskForm(props: {
  line: ReviewLine
  earlier: string | undefined
  requested: readonly CorrectionRow[]
  home: string
  refused: RefusedForm | undefined
}) {
  const { line, earlier, requested, home, refused } = props
  if (!line.subject) return null
  return (
    <form method="post" action={`${home}/review?ask=${line.id}#${line.id}`} class="stack">
      <input type="hidden" name="subject" value={subjectText(line.subject)} />
      <input type="hidden" name="line" value={line.id} />
      {(earlier || requested.length > 0) && (
        <Definitions label="Previous answer and requests">
          {earlier && <Definition term="Earlier">{earlier}</Definition>}
          {requested.map(({ id, words }) => (
            <Definition term="Asked before" key={id}>
              {words}
            </Definition>
          ))}
        </Definitions>
      )}
      {showFields(fieldsFor(line.subject.kind), refused)}
      <FormActions submit="Add to the list" cancel={`${home}/review#${line.id}`} />
    </form>
  )
}

function fieldsFor(kind: SubjectKind) {
  return {
    stock: list({
      label: "Sentence to send",
      placeholder: "None, only my own words",
      options: stockSentences[kind].map((words) => ({ value: words, label: words })),
    }),
    words: text({
      label: "Your words to the client",
      hint: "Added after the sentence, if you chose one. The client sees them in the portal, next to the answer. The email does not include them.",
      rows: 3,
      max: max_words_characters,
    }),
  }
}

/** The text of the correction: the stock sentence, if any, then the member's own words. */
export function requestText({ form }: Pick<PageRequest, "form">): string {
  return [textOf(form, "stock"), textOf(form, "words").replaceAll("\r\n", "\n")].filter(Boolean).join("\n")
}

/** The value before the latest change, as staff read it; undefined if it never had another. */
export function previousValue({ subject }: ReviewLine, steps: readonly ComparedStep[]): string | undefined {
  if (!subject) return undefined
  const { record_id, about } = subject
  const change = steps
    .flatMap(({ differences }) => differences)
    .find(({ record_key, record_id: changed }) =>
      subject.kind === "question" || subject.kind === "role"
        ? record_key.endsWith(` ${record_id} ${about ?? ""}`)
        : changed === record_id,
    )
  return change?.before ? formatValue(change.before, change.field) : undefined
}

const check = "Please check this again. Is it right?"
const explain = "Please tell us more about this."
const stockSentences: Record<SubjectKind, readonly string[]> = {
  question: [
    check,
    explain,
    "Please answer this question.",
    "This does not match another answer. Which one is right?",
  ],
  contact: [
    check,
    "Please write the full legal name, as in the passport or ID.",
    "Please check the date of birth.",
    "Please add a phone number or an email address.",
  ],
  role: [
    check,
    "Please name someone who could serve.",
    "Please name a second choice, in case the first cannot serve.",
  ],
  asset: [
    check,
    "Please tell us whose name it is in.",
    "Please give its current value, as best you can.",
    "Please tell us who should receive it. The shares must add up to 100%.",
  ],
  request: ["Please send this document.", "If you do not have this document, please tell us."],
  document: [
    "We cannot read this file. Please send it again.",
    "Some pages are missing. Please send the complete document.",
    explain,
  ],
}

import type { CorrectionRow } from "../../../corrections/corrections.ts"
import { type SubjectKind, subjectText } from "../../../corrections/subjects.ts"
import type { ComparedStep } from "../../../submissions/seen-changes.ts"
import { Definition, Definitions } from "../../../ui/components/definition.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import { inWords } from "../submissions/differences.tsx"
import type { ReviewLine } from "./line.tsx"

/** Where a correction is written: in its line, beside what the client said and what was said before. */
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
    <CancelableForm
      action={`${home}/review?ask=${line.id}#${line.id}`}
      class="stack"
      cancel={`${home}/review#${line.id}`}
      submit="Add to the list"
    >
      <input type="hidden" name="subject" value={subjectText(line.subject)} />
      <input type="hidden" name="line" value={line.id} />
      {(earlier || requested.length > 0) && (
        <Definitions label="What was said before">
          {earlier && <Definition term="Earlier">{earlier}</Definition>}
          {requested.map(({ id, words }) => (
            <Definition term="Asked before" key={id}>
              {words}
            </Definition>
          ))}
        </Definitions>
      )}
      <SelectField
        id="stock"
        label="Sentence to send"
        placeholder="None: my own words only"
        value={typedOr(refused, "stock")}
        options={stock[line.subject.kind].map((words) => ({ value: words, label: words }))}
      />
      <TextArea
        id="words"
        label="Your words to the client"
        hint="Sent after the sentence, if you chose one. Shown in the portal, at the very place; the email does not hold them."
        rows={3}
        value={typedOr(refused, "words")}
        error={faultAt(refused, "words") ?? faultAt(refused, "subject")}
      />
    </CancelableForm>
  )
}

/** What the client is asked: the sentence that was picked, then one's own words. */
export function wordsOf({ form }: Pick<PageRequest, "form">): string {
  return [textOf(form, "stock"), textOf(form, "words").replaceAll("\r\n", "\n")].filter(Boolean).join("\n")
}

/** What stood there before its latest change, in words; undefined where nothing else ever stood there. */
export function earlierOf({ subject }: ReviewLine, steps: readonly ComparedStep[]): string | undefined {
  if (!subject) return undefined
  const { record_id, about } = subject
  const change = steps
    .flatMap(({ differences }) => differences)
    .find(({ record_key, record_id: changed }) =>
      subject.kind === "question" || subject.kind === "role"
        ? record_key.endsWith(` ${record_id} ${about ?? ""}`)
        : changed === record_id,
    )
  return change?.before ? inWords(change.before, change.field) : undefined
}

const check = "Please check this again. Is it right?"
const explain = "Please tell us more about this."
const stock: Record<SubjectKind, readonly string[]> = {
  question: [
    check,
    explain,
    "Please answer this question.",
    "This does not fit another answer. Which one is right?",
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
    "Please give its value today, as well as you can.",
    "Please say who should receive it. The shares must come to 100%.",
  ],
  request: ["Please send this document.", "If you do not have this document, please tell us."],
  document: [
    "This file cannot be read. Please send it again.",
    "Pages are missing. Please send all of them.",
    explain,
  ],
}

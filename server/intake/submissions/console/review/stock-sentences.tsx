import { returnReasons } from "../../../checklist/return-reasons.ts"
import { type SubjectKind, subjectKinds } from "../../../corrections/subjects.ts"

/** Sentences to choose from while typing. */
export function StockSentences() {
  return subjectKinds.map((kind) => (
    <datalist id={`stock-${kind}`} key={kind}>
      {stockSentences[kind].map((words) => (
        <option key={words} value={words} />
      ))}
    </datalist>
  ))
}

const check = "Please check this again. Is it right?"
const explain = "Please tell us more about this."
/** The first of each is suggested. */
export const stockSentences: Record<SubjectKind, readonly string[]> = {
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
  document: [...returnReasons.map(({ en }) => en), explain],
}

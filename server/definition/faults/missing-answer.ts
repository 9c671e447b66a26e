import type { Answerable } from "../values/values.ts"
import type { Fault } from "./faults.ts"

/** The fault for a required question without an answer. */
export function missingAnswer(question: Answerable): Fault {
  switch (question.type) {
    case "yes_no":
    case "one_of":
    case "choice":
      return { code: "choice_missing" }
    case "many_of":
      return { code: "choices_missing" }
    case "date":
      return { code: "date_missing", parts: ["month"] }
    case "contact":
      return { code: "person_missing" }
    case "file":
      return { code: "document_missing" }
    default:
      return { code: "answer_missing" }
  }
}

import type { QuestionType } from "../../definition/question-types.ts"

/** What staff call the types of questions. */
export const typeWords: Record<QuestionType, string> = {
  text: "Text",
  long_text: "Long text",
  yes_no: "Yes or no",
  one_of: "One of",
  many_of: "Any of",
  date: "Date",
  number: "Number",
  money: "Amount",
  percentage: "Percentage",
  email: "Email address",
  phone: "Phone number",
  ssn: "Social Security number",
  ein: "Employer ID number",
  contact: "Person",
  address: "Address",
  table: "Table of rows",
  file: "File",
  computed: "Calculated value",
  notice: "Notice, no answer",
}

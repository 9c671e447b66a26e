// Apart from definition.ts, so that browser code does not load its schemas.

export const fieldTypes = ["text", "long_text", "number", "money", "date", "yes_no", "choice"] as const
export type FieldType = (typeof fieldTypes)[number]
export const questionTypes = [
  "text",
  "long_text",
  "yes_no",
  "one_of",
  "many_of",
  "date",
  "number",
  "money",
  "percentage",
  "email",
  "phone",
  "ssn",
  "ein",
  "contact",
  "address",
  "table",
  "file",
  "computed",
  "notice",
] as const
export type QuestionType = (typeof questionTypes)[number]
/** Whether the value is an exact decimal. */
export const isNumeric = (type: QuestionType | FieldType | undefined): boolean =>
  type === "number" || type === "money" || type === "percentage" || type === "computed"
/** Whether the client answers it; the other types only display text or a value. */
export const takesAnswer = (type: QuestionType | FieldType): boolean =>
  type !== "notice" && type !== "computed"
/** Whether the answer comes from form input, rather than from an upload or a formula. */
export const isTyped = (type: QuestionType | FieldType): boolean => takesAnswer(type) && type !== "file"
/** Whether answers are always encrypted, even if the question is not marked sensitive. */
export const isSecret = (type: QuestionType): boolean => type === "ssn" || type === "ein"

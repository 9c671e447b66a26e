import { badField, notFound } from "../../platform/errors.ts"

/** Parses a submission number; throws "bad request" naming the parameter, or "not found" for an impossible number. */
export function submissionNumberOf(param: string, text: string): number {
  if (!/^-?\d+$/.test(text)) {
    const message = `"${param}" must be a whole number: submissions are counted from 1.`
    throw badField(param, "not_a_number", message)
  }
  const number = Number(text)
  if (number < 1 || number > 2_147_483_647) throw notFound()
  return number
}

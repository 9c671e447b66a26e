import { badRequest, notFound } from "../platform/errors.ts"

/** The number of a submission in a parameter; throws "bad request" naming it, or "not found" where none can be. */
export function submissionNumberOf(param: string, text: string): number {
  if (!/^-?\d+$/.test(text)) {
    const message = `"${param}" must be a whole number: submissions are counted from 1.`
    throw badRequest([{ param, code: "not_a_number", message }])
  }
  const number = Number(text)
  if (number < 1 || number > 2_147_483_647) throw notFound()
  return number
}

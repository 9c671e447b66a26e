import { badField, notFound } from "../../errors.ts"

/** Parses the number of what is counted from 1, such as submissions; throws "bad request" naming the parameter, or "not found" for an impossible number. */
export function countedNumberOf(param: string, text: string): number {
  if (!/^-?\d+$/.test(text)) {
    const message = `"${param}" must be a whole number, from 1.`
    throw badField(param, "not_a_number", message)
  }
  const number = Number(text)
  if (number < 1 || number > 2_147_483_647) throw notFound()
  return number
}

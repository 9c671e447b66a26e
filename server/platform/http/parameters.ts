import { badRequest } from "../errors.ts"
import { max_values } from "../nesting.ts"

/**
 * The parameters of a form or of a URL that a form carries. Node's own parser takes more than linear time for names
 * without "=" (version 24), so each gets one.
 */
export function readParameters(text: string): URLSearchParams {
  const pairs = text.split("&", max_values + 1).filter(Boolean)
  if (pairs.length > max_values) throw badRequest([tooMany])
  return new URLSearchParams(pairs.map((pair) => (pair.includes("=") ? pair : `${pair}=`)).join("&"))
}

const tooMany = {
  param: "body",
  code: "too_many",
  message: `The form has more than ${max_values.toLocaleString("en-US")} fields. Send less at once.`,
}

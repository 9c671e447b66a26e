import type { RawAnswer } from "../definition/values.ts"
import type { Form } from "../platform/http/pages.ts"

/** The last value a form sent under a name; undefined when the name was not on it. */
export function textOf(form: Form, name: string): string | undefined {
  return form[name]?.at(-1)
}

/** The revision of a field that whoever filled in the form had seen; also the mark that the field was there. */
export function seenOf(form: Form, name: string): number | undefined {
  const text = textOf(form, seenName(name))
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

export function seenName(name: string): string {
  return `seen.${name}`
}

/** What was typed or picked for a field, as definition/values.ts reads it; undefined when it was not on the form. */
export function rawOf(form: Form, name: string, type: string): RawAnswer {
  if (type === "date") {
    const part = (of: string) => textOf(form, `${name}_${of}`)
    const date = { month: part("month"), day: part("day"), year: part("year") }
    const isThere = Object.values(date).some((each) => each !== undefined)
    return isThere ? date : textOf(form, name)
  }
  const values = form[name]
  // Radio buttons and boxes of which none is picked send nothing: the mark tells an empty field from an absent one.
  if (values === undefined) return seenOf(form, name) === undefined ? undefined : ""
  return type === "many_of" ? values : values.at(-1)
}

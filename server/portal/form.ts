import { addressParts } from "../definition/addresses.ts"
import type { AdditionalField } from "../definition/definition.ts"
import { cellName, max_rows } from "../definition/rows.ts"
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
export function rawOf(
  form: Form,
  name: string,
  type: string,
  columns: readonly AdditionalField[] = [],
): RawAnswer {
  if (type === "address") {
    const parts = addressParts.map((part) => textOf(form, `${name}_${part}`))
    return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? "")
  }
  if (type === "table") return rowsOf(form, name, columns)
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

/** The field of the buttons that add a row to a table and take one away: `add question_… 3`. */
export const rowStepField = "row"

/** What was typed into each row of a table. */
function rowsOf(
  form: Form,
  name: string,
  columns: readonly AdditionalField[],
): readonly string[] | undefined {
  // One more than there may be: so that it is told, and nothing beyond it is read.
  const last = Math.min(max_rows + 1, Math.max(0, ...Object.keys(form).map((key) => rowIn(key, name) ?? 0)))
  if (last === 0 && seenOf(form, name) === undefined) return undefined
  return Array.from({ length: last }, (_, index) =>
    JSON.stringify(
      Object.fromEntries(
        columns.map(({ id, type }) => [id, rawOf(form, `${name}_${cellName(index + 1, id)}`, type)]),
      ),
    ),
  )
}

/** The form without the row that its button takes away; those behind move up. */
export function withoutRow(form: Form): Form {
  const [step, name = "", number = ""] = textOf(form, rowStepField)?.split(" ") ?? []
  const gone = step === "remove" ? Number(number) : 0
  if (!(gone > 0)) return form
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, values]) => {
      const row = rowIn(key, name)
      if (row === undefined || row < gone) return [[key, values] as const]
      const rest = key.slice(`${name}_r${row}`.length)
      return row === gone ? [] : [[`${name}_r${row - 1}${rest}`, values] as const]
    }),
  )
}

/** The row that a control of a table belongs to. */
function rowIn(key: string, name: string): number | undefined {
  const [, row] = (key.startsWith(`${name}_r`) && /^_r(\d{1,3})_/.exec(key.slice(name.length))) || []
  return row === undefined ? undefined : Number(row)
}

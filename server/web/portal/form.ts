import { addressParts } from "../../definition/addresses/addresses.ts"
import type { Column, RawAnswer } from "../../definition/kinds/kind.ts"
import { type AnyType, kinds } from "../../definition/kinds.ts"
import { cellName, max_rows } from "../../definition/rows.ts"
import { type Form, readRevision } from "../../platform/http/responses/pages.ts"

/** The last value a form sent under a name; undefined when the name was not on it. */
export function textOf(form: Form, name: string): string | undefined {
  return form[name]?.at(-1)
}

/** The revision of a field that the page was rendered with; undefined if the form does not have the field. */
export function seenOf(form: Form, name: string): number | undefined {
  return readRevision(textOf(form, seenName(name)))
}

export function seenName(name: string): string {
  return `seen.${name}`
}

/** A field's raw input, for `parseAnswer`; undefined if the form does not have the field. */
export function rawOf(form: Form, name: string, type: AnyType, columns: readonly Column[] = []): RawAnswer {
  const { control } = kinds[type]
  if (control === "address") {
    const parts = addressParts.map((part) => textOf(form, `${name}_${part}`))
    return parts.every((part) => part === undefined) ? undefined : parts.map((part) => part ?? "")
  }
  if (control === "table") return rowsOf(form, name, columns)
  if (control === "date") {
    const part = (of: string) => textOf(form, `${name}_${of}`)
    const date = { month: part("month"), day: part("day"), year: part("year") }
    const isThere = Object.values(date).some((each) => each !== undefined)
    return isThere ? date : textOf(form, name)
  }
  const values = form[name]
  // Radio buttons and checkboxes send nothing if none is picked: the hidden "seen" input shows that the field was there.
  if (values === undefined) return seenOf(form, name) === undefined ? undefined : ""
  return control === "options" ? values : values.at(-1)
}

/** The name of the buttons that add and remove table rows; a value is like `add question_… 3`. */
export const rowStepField = "row"

/** The raw input of each row of a table, as JSON. */
function rowsOf(form: Form, name: string, columns: readonly Column[]): readonly string[] | undefined {
  // Reads one row past the limit, so that validation reports it, and nothing beyond that.
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

/** The form without the row that its Remove button names; later rows move up. */
export function withoutRow(form: Form): Form {
  const [step, name = "", number = ""] = textOf(form, rowStepField)?.split(" ") ?? []
  const removed = step === "remove" ? Number(number) : 0
  if (!(removed > 0)) return form
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, values]) => {
      const row = rowIn(key, name)
      if (row === undefined || row < removed) return [[key, values] as const]
      const rest = key.slice(`${name}_r${row}`.length)
      return row === removed ? [] : [[`${name}_r${row - 1}${rest}`, values] as const]
    }),
  )
}

/** The row number of a table's control; undefined if the control is not in this table. */
function rowIn(key: string, name: string): number | undefined {
  const [, row] = (key.startsWith(`${name}_r`) && /^_r(\d{1,3})_/.exec(key.slice(name.length))) || []
  return row === undefined ? undefined : Number(row)
}

import { type AddressPart, addressParts, max_part_length } from "../../../definition/addresses/addresses.ts"
import type { AnswerValue } from "../../../definition/conditions/conditions.ts"
import { cellName, max_rows, parseRow } from "../../../definition/rows.ts"
import { type Language, textIn } from "../../../definition/text.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { rawOf, seenName, textOf } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { countryOptions } from "../../contacts/portal/person/countries.ts"
import type { Field } from "./field.ts"

// Splits an answer with several controls into cells, each a field of its own.

/** The cells of an address: street, city and so on. */
export function addressCells(field: Field, lang: Language, words: Words): Field[] {
  const stored = field.sensitive || !Array.isArray(field.value) ? [] : field.value
  return addressParts.map((part, index) => {
    const value = stored[index] || (part === "country_iso" ? "US" : null)
    return {
      ...cellOf(field, part, value),
      ...typeOf(part, lang),
      label: words.person.address[part],
      max_length: max_part_length[part],
      rows: 2,
      width: part === "postal_code" ? 10 : undefined,
      autocomplete: "off",
    }
  })
}

function typeOf(part: AddressPart, lang: Language): Pick<Field, "type" | "options" | "as_list"> {
  if (part === "country_iso") return { type: "one_of", as_list: true, options: countryOptions(lang) }
  return { type: part === "street" ? "long_text" : "text" }
}

/** The rows of a table, and a blank one if the table is not full. */
export function tableRows(field: Field, lang: Language, typed: Form | undefined): Field[][] {
  const stored = field.sensitive || !Array.isArray(field.value) ? [] : field.value
  const sent = typed && textOf(typed, seenName(field.name)) !== undefined
  const rows = sent ? (rawOf(typed, field.name, "table", field.columns) as readonly string[]) : stored
  const count = sent ? Math.max(1, rows.length) : Math.min(max_rows, rows.length + 1)
  return Array.from({ length: count }, (_, index) => {
    const row = parseRow(rows[index] ?? "{}") ?? {}
    return (field.columns ?? []).map((column) => ({
      ...cellOf(field, cellName(index + 1, column.id), (row[column.id] as AnswerValue | undefined) ?? null),
      type: column.type,
      label: textIn(column.prompt, lang),
      options: column.options,
      as_list: true,
      rows: 2,
    }))
  })
}

function cellOf({ name, sensitive }: Field, part: string, value: AnswerValue | null): Field {
  return {
    ...{ name: `${name}_${part}`, type: "text", label: part, required: false, is_cell: true },
    ...{ value, given: value !== null, seen: 0, sensitive: sensitive ?? false },
  }
}

// How an import's file is read: its characters, its dates, and what each of its columns holds.

import { countryCodes, countryName } from "../../../definition/addresses/countries.ts"
import { isNameIn } from "../../../definition/own-value.ts"
import type { DateOrder } from "../../../definition/values/spreadsheet-dates.ts"
import { badField, badRequest, Failure } from "../../../platform/errors.ts"
import { list } from "../../../web/console/forms/choice-fields.tsx"
import type { Fields } from "../../../web/console/forms/field.ts"
import { showFields } from "../../../web/console/forms/form-page.tsx"
import { type PageRequest, type RefusedForm, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Actions, Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { type DaysOfTimes, daysOfTimes, hasMoments } from "../dates.ts"
import { fieldGroups, type ImportField, importFields, type Mapping, repeatable } from "../fields.ts"
import type { ImportRow } from "../imports.ts"
import type { ReadImport } from "../read-import.ts"
import { columnLabel } from "../table/cells.ts"
import { type Encoding, encodings } from "../table/encodings.ts"
import { readTable } from "../table/table.ts"

interface Props {
  read: ReadImport
  refused: RefusedForm | undefined
}

export function ColumnsForm({ read, refused }: Props) {
  return (
    <Card title="How the file is read">
      <form method="post" class="stack">
        <div class="grid">{showFields(choiceFields(read), refused)}</div>
        <NotImported read={read} />
        <div class="grid">{showFields(columnFields(read), refused)}</div>
        <Actions>
          <Button variant="secondary">Read the file again</Button>
        </Actions>
      </form>
    </Card>
  )
}

function choiceFields(read: ReadImport) {
  const optionsOf = (words: Record<string, string>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }))
  return {
    encoding: list({
      label: "Read as",
      hint: "Change it if letters such as é or ü look wrong.",
      options: optionsOf(encodings),
      value: read.encoding,
    }),
    date_order: list({
      label: "Dates such as 5/3/1962",
      hint: orderHint(read),
      placeholder: "Not known",
      options: optionsOf(orderWords),
      value: read.date_order ?? "",
    }),
    ...(hasMoments(read.table, read.mapping, read) && {
      days_of_times: list({
        label: "Days written as times, such as 1962-03-04T23:00:00Z",
        hint: "Many programs write the midnight of a day elsewhere as the evening before in UTC.",
        placeholder: "Not known",
        options: optionsOf({
          midnight: "Take the day that began then: March 5",
          utc: "Take the day in UTC: March 4",
          firm: `Take the day in ${read.time_zone}`,
        } satisfies Record<DaysOfTimes, string>),
        value: read.days_of_times ?? "",
      }),
    }),
    country_iso: list({
      label: "Country of addresses without one",
      options: countries(),
      value: read.country_iso,
    }),
  }
}

const orderWords: Record<DateOrder, string> = {
  month_first: "Month first: May 3",
  day_first: "Day first: March 5",
}

function orderHint({ proven, date_order }: ReadImport): string | undefined {
  if (proven?.proof && proven.order === date_order)
    return `Line ${proven.proof.line} shows it: ${proven.proof.text.slice(0, 30)}`
  return date_order ? "Nothing in the file shows it. Compare a date below with the file." : undefined
}

function countries() {
  const named = countryCodes.map((value) => ({ value, label: countryName(value) }))
  return named.toSorted((a, b) => a.label.localeCompare(b.label, "en"))
}

/** What the file says and Foyer will not store. */
function NotImported({ read: { table, mapping } }: Pick<Props, "read">) {
  const names = table.header.filter((_, at) => !mapping[at] && isFilled(table, at))
  if (names.length === 0) return null
  return <p>Not imported: {names.map((name) => name || "a column without a name").join(", ")}.</p>
}

function isFilled({ rows }: ReadImport["table"], at: number): boolean {
  return rows.some(({ cells }) => cells[at])
}

/** Columns without content are not asked about. */
function columnFields({ table, mapping }: ReadImport) {
  const fields = table.header.map((name, at) => {
    const field = list({
      label: name || `Column ${columnLabel(at)}`,
      hint: sampleOf(table.rows, at),
      placeholder: "Don’t import",
      options: fieldOptions,
      value: mapping[at] ?? "",
    })
    return isFilled(table, at) ? { [columnId(at)]: field } : {}
  })
  return Object.assign({}, ...fields) as Fields
}

const fieldOptions = fieldGroups.map(({ group, fields }) => ({
  group,
  options: fields.map((value) => ({ value, label: importFields[value] })),
}))

function columnId(at: number): string {
  return `column_${at}`
}

function sampleOf(rows: ReadImport["table"]["rows"], at: number): string {
  const samples = new Set<string>()
  for (const { cells } of rows) {
    if (samples.size === 3) break
    if (cells[at]) samples.add(cells[at].slice(0, 40))
  }
  return `For example: ${[...samples].join("; ")}`
}

/** The posted choices; throws "bad request" with every fault. */
export function readColumnsForm(
  { form }: PageRequest,
  row: ImportRow,
): Pick<ImportRow, "mapping" | "choices"> {
  const encoding = trimmedTextOf(form, "encoding")
  const order = trimmedTextOf(form, "date_order")
  const country_iso = trimmedTextOf(form, "country_iso")
  const days_of_times = daysOfTimes.find((days) => days === trimmedTextOf(form, "days_of_times"))
  const choices = {
    ...(isNameIn(encodings, encoding) ? { encoding } : {}),
    ...(isNameIn(orderWords, order) ? { date_order: order } : {}),
    ...(days_of_times ? { days_of_times } : {}),
    ...(countryCodes.includes(country_iso) ? { country_iso } : {}),
  }
  return { mapping: readMapping(form, headerOf(row, choices.encoding)), choices }
}

function headerOf({ content }: ImportRow, encoding: Encoding | undefined): string[] {
  try {
    return readTable(content, encoding).header
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw badField("encoding", "unreadable", "The file is no table when it is read like this.")
  }
}

function readMapping(form: PageRequest["form"], header: readonly string[]): Mapping {
  const fields = Object.keys(importFields) as ImportField[]
  const mapping = header.map(
    (_, at) => fields.find((field) => field === trimmedTextOf(form, columnId(at))) ?? null,
  )
  const faults = mapping.flatMap((field, at) => {
    if (!field || repeatable.has(field) || mapping.indexOf(field) === at) return []
    const message = `Two columns cannot both be “${importFields[field]}”.`
    return [{ param: columnId(at), code: "twice", message }]
  })
  if (faults.length > 0) throw badRequest(faults)
  return mapping
}

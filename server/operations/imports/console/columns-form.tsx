// How an import's file is read: its characters, its dates, and what each of its columns holds.
import { countryCodes, countryName } from "../../../definition/addresses/countries.ts"
import type { DateOrder } from "../../../definition/values/spreadsheet-dates.ts"
import { badRequest, Failure, type Fault } from "../../../platform/errors.ts"
import {
  faultAt,
  fieldOf,
  type PageRequest,
  type RefusedForm,
  textOf,
  typedOr,
} from "../../../web/console/page-request.ts"
import { Actions } from "../../../web/ui/components/actions.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { fieldGroups, type ImportField, importFields, type Mapping, repeatable } from "../fields.ts"
import type { ImportRow } from "../imports.ts"
import type { ReadImport } from "../read-import.ts"
import { type Encoding, encodings } from "../table/encoding.ts"
import { readTable } from "../table/table.ts"

interface Props {
  read: ReadImport
  refused: RefusedForm | undefined
}

export function ColumnsForm({ read, refused }: Props) {
  return (
    <Card title="How the file is read">
      <form method="post" class="stack">
        <div class="grid">
          <SelectField
            {...fieldOf(refused, "encoding", read.encoding)}
            label="Read as"
            hint="Change it if letters such as é or ü look wrong."
            options={Object.entries(encodings).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            {...fieldOf(refused, "date_order", read.date_order)}
            label="Dates such as 5/3/1962"
            hint={orderHint(read)}
            placeholder="Not known"
            options={Object.entries(orderWords).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            {...fieldOf(refused, "country_iso", read.country_iso)}
            label="Country of addresses without one"
            options={countries()}
          />
        </div>
        <NotImported read={read} />
        <Columns read={read} refused={refused} />
        <Actions>
          <Button variant="secondary">Read the file again</Button>
        </Actions>
      </form>
    </Card>
  )
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
function Columns({ read: { table, mapping }, refused }: Props) {
  return (
    <div class="grid">
      {table.header.map((name, at) =>
        isFilled(table, at) ? (
          <SelectField
            key={`${at}`}
            id={columnId(at)}
            label={name || `Column ${at + 1}`}
            hint={sampleOf(table.rows, at)}
            placeholder="Don’t import"
            value={typedOr(refused, columnId(at), mapping[at] ?? "")}
            error={faultAt(refused, columnId(at))}
            options={fieldOptions}
          />
        ) : null,
      )}
    </div>
  )
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
  const faults: Fault[] = []
  const encoding = textOf(form, "encoding")
  const order = textOf(form, "date_order")
  const country_iso = textOf(form, "country_iso")
  const choices = {
    ...(encoding in encodings ? { encoding: encoding as Encoding } : {}),
    ...(order in orderWords ? { date_order: order as DateOrder } : {}),
    ...(countryCodes.includes(country_iso) ? { country_iso } : {}),
  }
  const mapping = readMapping(form, headerOf(row, choices.encoding, faults), faults)
  if (faults.length > 0) throw badRequest(faults)
  return { mapping, choices }
}

function headerOf({ content }: ImportRow, encoding: Encoding | undefined, faults: Fault[]): string[] {
  try {
    return readTable(content, encoding).header
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    faults.push({
      param: "encoding",
      code: "unreadable",
      message: "The file is no table when it is read like this.",
    })
    return []
  }
}

function readMapping(form: PageRequest["form"], header: readonly string[], faults: Fault[]): Mapping {
  const fields = Object.keys(importFields) as ImportField[]
  const mapping = header.map((_, at) => fields.find((field) => field === textOf(form, columnId(at))) ?? null)
  mapping.forEach((field, at) => {
    if (field && !repeatable.has(field) && mapping.indexOf(field) < at)
      faults.push({
        param: columnId(at),
        code: "twice",
        message: `Two columns cannot both be “${importFields[field]}”.`,
      })
  })
  return mapping
}

// The sheets of a workbook: the tables of a matter arranged for people. Names come before ids, words replace codes, and
// additional fields and table answers are numbers and dates.

import type { AnswerValue } from "../../../definition/conditions/conditions.ts"
import type { AdditionalField } from "../../../definition/definition.ts"
import { kinds } from "../../../definition/kinds.ts"
import { categoriesOf, questionsOf } from "../../../definition/parts.ts"
import { namesOf } from "../../../definition/people/names.ts"
import { parseRow } from "../../../definition/rows.ts"
import { textIn } from "../../../definition/text.ts"
import { displayValue } from "../../../definition/values/values.ts"
import { splitInsurance, totalOf } from "../../../intake/assets/totals.ts"
import { stateWords } from "../../../intake/matters/state-words.ts"
import type { Cell, Column } from "../../../platform/files/csv.ts"
import type { MatterExport } from "../matter-export.ts"
import { assetColumns } from "./asset-columns.ts"
import { type CellKind, type MatterTable, matterTables } from "./matter-tables.ts"
import { headings, wordOf } from "./workbook-words.ts"

export interface SheetTable extends MatterTable {
  /** The sheet's name. */
  title: string
  /** Sums, below the rows. */
  total?: Cell[]
}

/** The sheets after the summary. */
export function sheetTables(all: MatterExport): SheetTable[] {
  return [
    ...matterTables(all)
      .filter(({ name }) => name !== "matter")
      .map((table) => (table.name === "assets" ? assetTable(all) : forPeople(table))),
    ...answerTables(all),
  ]
}

/** The facts that identify the matter, and what its assets come to. */
export function summaryRows(all: MatterExport): { name: string; kind: CellKind; cell: Cell }[] {
  const { filing, parts, title, exported_at } = all
  const { matter } = parts
  const totals = totalOf(parts.assets)
  const { insurance, other } = splitInsurance(parts.assets)
  const row = (name: string, cell: Cell, kind: CellKind = "text") => ({ name, kind, cell })
  return [
    row("Matter", matter.name),
    row("File number", filing.file_number),
    row("Status", stateWords[filing.state]),
    row("Assigned to", filing.assignee_name),
    row("Due", filing.due_on, "date"),
    row("Tags", filing.tags.join(", ")),
    row("Opened", matter.open_date, "date"),
    row("Closed", matter.close_date, "date"),
    row("Questionnaire", title),
    row("Filled in by", wordOf("client_type", matter.client_type)),
    row("Main contact", matter.contact_main.full_name),
    row("Status of main contact", wordOf("main_contact_status", matter.contact_main_status)),
    row("Marital status", wordOf("marital_status", matter.contact_main_marital_status)),
    row("Spouse or partner", matter.contact_spouse?.full_name),
    row("Representative", matter.contact_representative?.full_name),
    row("Number of children", matter.number_of_children),
    row("Client may edit", matter.client_may_edit),
    row("Owned", totals.credit_total, "money"),
    row("Owed", totals.debit_total, "money"),
    row("Net worth", totals.net_total, "money"),
    row("Life insurance, face value", insurance?.net_total, "money"),
    row("Net worth without life insurance", insurance && other.net_total, "money"),
    row("As of", exported_at.toISOString(), "moment"),
    row("Matter ID", matter.id),
  ]
}

function forPeople({ name, columns, rows }: MatterTable): SheetTable {
  const order = columns.map((_, index) => index).toSorted((a, b) => rankOf(columns[a]) - rankOf(columns[b]))
  const arrange = (row: readonly Cell[]) => order.map((index) => wordOf(columns[index]?.name, row[index]))
  return {
    name,
    title: headingOf(name),
    columns: order.flatMap((index) => {
      const column = columns[index]
      return column ? [{ ...column, name: headingOf(column.name) }] : []
    }),
    rows: rows.map(arrange),
  }
}

/** A person's name comes first, and what only programs need comes last. */
function rankOf(column: { name: string } | undefined): number {
  if (column?.name === "full_name") return -1
  return /(?:^|_)ids?$|^relationship_type$/.test(column?.name ?? "") ? 1 : 0
}

export function headingOf(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\bid(s?)$/, "ID$1")
  return headings[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function assetTable({ parts, definition }: MatterExport): SheetTable {
  const categories = new Map(categoriesOf(definition).map((category) => [category.id, category]))
  const types = new Map<string, CellKind>()
  for (const { prompt, type } of [...categories.values()].flatMap((each) => each.additional_fields)) {
    const own = kindOf(type)
    const name = textIn(prompt, "en")
    types.set(name, (types.get(name) ?? own) === own ? own : "text")
  }
  const columns: Column<(typeof parts.assets)[number]>[] = assetColumns(parts.assets)
  const table = forPeople({
    name: "assets",
    columns: [
      { name: "category", kind: "text" },
      ...columns.map(({ name }) => ({ name, kind: name in amounts ? "money" : (types.get(name) ?? "text") })),
    ],
    rows: parts.assets.map((asset) => [
      textIn(categories.get(asset.for_fin_category)?.title, "en"),
      ...columns.map(({ of }) => of(asset)),
    ]),
  })
  const totals = totalOf(parts.assets)
  const sums: Record<string, Cell> = {
    [headingOf("category")]: "Total",
    [headingOf("credit_value")]: totals.credit_total,
    [headingOf("debit_value")]: totals.debit_total,
    [headingOf("net_value")]: totals.net_total,
  }
  return parts.assets.length === 0 ? table : { ...table, total: table.columns.map(({ name }) => sums[name]) }
}

const amounts: Readonly<Record<string, true>> = { credit_value: true, debit_value: true, net_value: true }

/** A sheet for each question that was answered by a table. */
function answerTables({ parts, definition }: MatterExport): SheetTable[] {
  const names = namesOf(parts.contacts)
  return questionsOf(definition).flatMap(({ id, type, prompt, columns = [] }): SheetTable[] => {
    const answers = type === "table" ? parts.answers.filter(({ question }) => question === id) : []
    const rows = answers.flatMap(({ value, about }) =>
      Array.isArray(value) ? value.map((row) => [names[about ?? ""], ...cellsOf(columns, String(row))]) : [],
    )
    if (rows.length === 0) return []
    const about = { name: "About", kind: "text" as const }
    const own = columns.map((column) => ({ name: textIn(column.prompt, "en"), kind: kindOf(column.type) }))
    const isPlain = rows.every(([person]) => person === undefined)
    return [
      {
        name: id,
        title: textIn(prompt, "en"),
        columns: isPlain ? own : [about, ...own],
        rows: isPlain ? rows.map(([, ...cells]) => cells) : rows,
      },
    ]
  })
}

function cellsOf(columns: readonly AdditionalField[], text: string): Cell[] {
  const row = parseRow(text) ?? {}
  return columns.map((column) => {
    const value = row[column.id] as AnswerValue | undefined
    if (value === undefined) return undefined
    return kindOf(column.type) === "text" ? displayValue(column, value, "en", {}) : String(value)
  })
}

const kindOf = (type: AdditionalField["type"]): CellKind => kinds[type].cell ?? "text"

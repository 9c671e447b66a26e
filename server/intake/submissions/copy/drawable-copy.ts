import type { Copy, CopyRow, CopyTable, Figure } from "./copy-shape.ts"
import { drawableText } from "./text/drawable-text.ts"

/** The copy with every undrawable character written out. */
export function drawableCopy(copy: Copy, canDraw: (character: string) => boolean): Copy {
  const shown = (text: string) => drawableText(text, canDraw)
  const rows = (all: readonly CopyRow[]) =>
    all.map((row) => ({ ...row, label: shown(row.label), value: shown(row.value) }))
  return {
    ...copy,
    firm_name: shown(copy.firm_name),
    subject: shown(copy.subject),
    ...(copy.running !== undefined && { running: shown(copy.running) }),
    facts: rows(copy.facts),
    sections: copy.sections.map((section) => ({
      ...section,
      title: shown(section.title),
      groups: section.groups.map((group) => ({
        ...group,
        title: group.title && shown(group.title),
        ...(group.text && { text: group.text.map(shown) }),
        rows: rows(group.rows),
        ...(group.figure && { figure: drawableFigure(group.figure, shown) }),
        ...(group.table && { table: drawableTable(group.table, shown) }),
      })),
    })),
  }
}

function drawableFigure(figure: Figure, shown: (text: string) => string): Figure {
  const boxes = figure.boxes.map((box) => ({
    ...box,
    lines: box.lines.map((line) => ({ ...line, text: shown(line.text) })),
  }))
  return { ...figure, alt: shown(figure.alt), boxes }
}

function drawableTable({ columns, rows, total }: CopyTable, shown: (text: string) => string): CopyTable {
  return {
    columns: columns.map((column) => ({ ...column, label: shown(column.label) })),
    rows: rows.map((row) => row.map(shown)),
    ...(total && { total: total.map(shown) }),
  }
}

/** All text of a copy. */
export function* textsOf(part: unknown): Generator<string> {
  if (typeof part === "string") yield part
  else if (typeof part === "object" && part !== null)
    for (const each of Object.values(part)) yield* textsOf(each)
}

// Writes a table of a copy: tagged cell by cell, with the header repeated on every page.
import type { CopyTable } from "./copy-shape.ts"
import { gap, keepTogether } from "./text/copy-space.ts"
import { heightOf, margin, type Pdf, type StructureOptions, soft, writeText } from "./text/pdf-text.ts"

type Structure = PDFKit.PDFStructureElement
const space = 8
const size = 9.5

/** Writes a table; each row stays on one page. */
export function writeTable(doc: Pdf, part: Structure, { columns, rows, total }: CopyTable): void {
  const parts = columns.reduce((sum, { part: each }) => sum + each, 0)
  const available = doc.page.width - 2 * margin - space * (columns.length - 1)
  let left = margin
  const cells = columns.map(({ label, part: own, align }) => {
    const cell = { label, align, x: left, width: (available * own) / parts }
    left += cell.width + space
    return cell
  })
  const rowHeight = (texts: readonly string[], bold = false) =>
    Math.max(...cells.map(({ width }, index) => heightOf(doc, texts[index] ?? "", { size, bold, width }))) + 8
  const table = doc.struct("Table")
  part.add(table)
  const writeRow = (texts: readonly string[], kind: "head" | "again" | "row" | "total") => {
    const height = rowHeight(texts, kind === "total")
    const top = doc.y
    rule(doc, top, kind === "total" ? 1 : 0.5)
    const row = kind === "again" ? undefined : doc.struct("TR")
    if (row) table.add(row)
    else doc.markContent("Artifact", { type: "Pagination" })
    cells.forEach(({ x, width, align }, index) => {
      const draw = () =>
        writeText(doc, texts[index] ?? "", {
          size,
          x,
          y: top + 4,
          width,
          bold: kind === "total",
          ...(align && { align }),
          ...((kind === "head" || kind === "again") && { color: soft }),
        })
      if (!row) draw()
      else if (kind === "head") row.add(doc.struct("TH", { scope: "Column" } as StructureOptions, draw))
      else row.add(doc.struct("TD", {}, draw))
    })
    if (row) row.end()
    else doc.endMarkedContent()
    doc.x = margin
    doc.y = top + height
  }
  const head = columns.map(({ label }) => label)
  keepTogether(doc, rowHeight(head) + rowHeight(rows[0] ?? []))
  doc.y += gap / 2
  writeRow(head, "head")
  for (const [index, row] of [...rows, ...(total ? [total] : [])].entries()) {
    const page = doc.page
    keepTogether(doc, rowHeight(row))
    if (doc.page !== page) writeRow(head, "again")
    writeRow(row, index < rows.length ? "row" : "total")
  }
  table.end()
  doc.y += gap / 2
}

function rule(doc: Pdf, y: number, width: number): void {
  doc.markContent("Artifact", { type: "Layout" })
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(width)
    .strokeColor(width > 0.5 ? "#857c70" : "#d8d2c8")
    .stroke()
  doc.endMarkedContent()
}

// How much of a page the parts of a copy take, in points, so that related parts stay on one page.
import type { CopyGroup, CopyRow } from "../copy-shape.ts"
import { heightOf, margin, type Pdf } from "./pdf-text.ts"

export const label_width = 165
export const gap = 14
export const headings = { H2: { size: 15, above: 20 }, H3: { size: 11.5, above: 10 } }
export const below_heading = 3
/** A table's header and two rows. */
const table_beginning = 70
const paragraph_beginning = 40

/** A group's heading with the content right below it. */
export function spaceOfGroup(doc: Pdf, group: CopyGroup | undefined): number {
  const heading = group?.title ? spaceOfHeading(doc, "H3", group.title) : 0
  return heading + spaceOfContent(doc, group)
}

/** The figure, row or table header that a group starts with. */
export function spaceOfContent(doc: Pdf, group: CopyGroup | undefined): number {
  if (group?.figure) {
    const { width, height } = group.figure
    return height * Math.min(1, (doc.page.width - 2 * margin) / width) + gap
  }
  if (group?.text) return paragraph_beginning
  return group?.table ? table_beginning : spaceOfRow(doc, group?.rows[0])
}

/** A heading with the space around it. */
export function spaceOfHeading(doc: Pdf, level: "H2" | "H3", title: string): number {
  const { size, above } = headings[level]
  return (
    above + heightOf(doc, title, { size, bold: true, width: doc.page.width - 2 * margin }) + below_heading
  )
}

/** The part of a row that must stay on one page: the entire label and the beginning of a long answer. */
export function spaceOfRow(doc: Pdf, row: CopyRow | undefined): number {
  if (!row) return 0
  const label_height = heightOf(doc, row.label, { size: 10.5, width: label_width })
  const value_height = heightOf(doc, row.value.slice(0, 500), { size: 10.5, width: valueWidth(doc) })
  return Math.max(label_height, Math.min(value_height, 70)) + 10
}

/** The width of the answer column. */
export function valueWidth(doc: Pdf): number {
  return doc.page.width - 2 * margin - label_width - gap
}

/** Starts a new page if `height` does not fit on this one. */
export function keepTogether(doc: Pdf, height: number): void {
  // Content taller than a page starts where it is.
  const whole = doc.page.height - doc.page.margins.bottom - margin
  if (spaceLeft(doc) < Math.min(height, whole) && doc.y > margin) doc.addPage()
}

/** The space down to the bottom margin. */
export function spaceLeft(doc: Pdf): number {
  return doc.page.height - doc.page.margins.bottom - doc.y
}

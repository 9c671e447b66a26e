// Renders a copy as an accessible, tagged PDF (PDF/UA-1) with all fonts embedded.

import { localeOf } from "../../../definition/text.ts"
import { footer_height, writeFooters } from "./copy-footers.ts"
import type { Copy, CopyGroup, CopyRow } from "./copy-shape.ts"
import { writeTable } from "./copy-table.ts"
import { copyWords } from "./copy-words.ts"
import { drawableCopy, textsOf } from "./drawable-copy.ts"
import { turnPageFor, writeFigure } from "./figures/copy-figure.ts"
import { canDraw, isShaped, openFonts } from "./text/copy-fonts.ts"
import {
  below_heading,
  gap,
  headings,
  keepTogether,
  label_width,
  spaceLeft,
  spaceOfContent,
  spaceOfGroup,
  spaceOfHeading,
  spaceOfRow,
  valueWidth,
} from "./text/copy-space.ts"
import { copyAsWritten } from "./text/glyph-text.ts"
import {
  bufferOf,
  escapeMetadata,
  margin,
  openPicture,
  type Pdf,
  type Picture,
  soft,
  writeText,
} from "./text/pdf-text.ts"

type Structure = PDFKit.PDFStructureElement

const line = "#d8d2c8"
const logo_width = 180
const logo_height = 44
const cover_top = 170

/** The complete file. A copy of 300 answers takes well under a second. `logo` is a PNG or JPEG, drawn at the top. */
export async function renderCopyPdf(given: Copy, logo?: Buffer): Promise<Buffer> {
  // Loaded with the first copy: a server that renders none saves 18 MB.
  const { default: PDFDocument } = await import("pdfkit")
  const fonts = await openFonts(textsOf(given))
  const words = copyWords[given.language]
  const title = `${given.title ?? words.title} – ${given.subject}`
  const doc = new PDFDocument({
    size: "LETTER",
    margins: { top: margin, left: margin, right: margin, bottom: margin + footer_height / 2 },
    pdfVersion: "1.7",
    // PDFKit supports this; its types lag behind.
    subset: "PDF/UA" as "PDF/A-1",
    tagged: true,
    lang: localeOf(given.language),
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: given.firm_name, Creator: "Foyer", Producer: "Foyer" },
    // No initial font: PDFKit would use Helvetica, which it doesn't embed, or reopen one of ours on every use.
    font: null as unknown as string,
  })
  escapeMetadata(doc)
  const finished = bufferOf(doc)
  for (const [font, file] of fonts) {
    doc.registerFont(font, file as unknown as Buffer)
    if (isShaped([{ font, text: "" }])) copyAsWritten(doc.font(font))
  }
  const copy = drawableCopy(given, canDraw)
  const root = doc.struct("Document")
  doc.addStructure(root)
  const picture = logo && openPicture(doc, logo)
  if (copy.has_cover) doc.y = cover_top
  if (picture) drawLogo(doc, picture)
  writeHead(doc, root, copy)
  if (copy.has_cover) doc.addPage()
  for (const section of copy.sections) {
    const part = doc.struct("Sect")
    root.add(part)
    const [first] = section.groups
    if (first?.figure) turnPageFor(doc, first.figure)
    writeHeading(doc, part, "H2", section.title, spaceOfGroup(doc, first))
    for (const group of section.groups) writeGroup(doc, part, group)
    part.end()
  }
  if (copy.note) {
    const { note } = copy
    root.add(doc.struct("P", {}, () => writeText(doc.moveDown(1), note, { size: 9, color: soft })))
  }
  root.end()
  writeFooters(doc, copy, picture)
  doc.end()
  return finished
}

/** Drawn above the firm's name and marked as an artifact, because the name says the same to a screen reader. */
function drawLogo(doc: Pdf, image: Picture): void {
  const scale = Math.min(logo_width / image.width, logo_height / image.height)
  const top = doc.y
  doc.markContent("Artifact", { type: "Layout" })
  doc.image(image, margin, top, {
    width: image.width * scale,
    height: image.height * scale,
  })
  doc.endMarkedContent()
  // An image at explicit coordinates doesn't move the text cursor, so the text would overlap it.
  doc.y = top + image.height * scale + gap
}

function writeHead(doc: Pdf, root: Structure, copy: Copy): void {
  root.add(doc.struct("P", {}, () => writeText(doc, copy.firm_name, { size: 10, color: soft })))
  root.add(
    doc.struct("H1", {}, () =>
      writeText(doc.moveDown(0.2), `${copy.title ?? copyWords[copy.language].title}: ${copy.subject}`, {
        size: 21,
        bold: true,
      }),
    ),
  )
  doc.moveDown(0.6)
  writeRows(doc, root, copy.facts)
}

/** Keeps a heading on the page of the content below it, which starts with `next` points. */
function writeHeading(doc: Pdf, part: Structure, level: "H2" | "H3", title: string, next: number): void {
  keepTogether(doc, spaceOfHeading(doc, level, title) + next)
  part.add(
    doc.struct(level, {}, () => {
      const { size, above } = headings[level]
      writeText(doc, title, { size, bold: true, y: doc.y + above })
      doc.y += below_heading
    }),
  )
}

function writeGroup(doc: Pdf, part: Structure, group: CopyGroup): void {
  const { title, text = [], figure, rows, table } = group
  if (title) writeHeading(doc, part, "H3", title, spaceOfContent(doc, group))
  for (const paragraph of text)
    part.add(doc.struct("P", {}, () => writeText(doc.moveDown(0.4), paragraph, { size: 10.5 })))
  if (figure) writeFigure(doc, part, figure)
  writeRows(doc, part, rows)
  if (table) writeTable(doc, part, table)
}

/** Writes labels on the left and answers on the right; to a screen reader, a list. */
function writeRows(doc: Pdf, part: Structure, rows: readonly CopyRow[]): void {
  if (rows.length === 0) return
  const list = doc.struct("L")
  part.add(list)
  for (const row of rows) writeRow(doc, list, row)
  list.end()
}

function writeRow(doc: Pdf, list: Structure, row: CopyRow): void {
  const { label, value, link } = row
  const value_width = valueWidth(doc)
  // Measuring costs as much as writing, and matters only near the bottom of a page.
  if (spaceLeft(doc) < 100) keepTogether(doc, spaceOfRow(doc, row))
  const page = doc.page
  rule(doc)
  const top = doc.y + 4
  const item = doc.struct("LI")
  list.add(item)
  let bottom = top
  item.add(
    doc.struct("Lbl", {}, () => {
      writeText(doc, label, { size: 9.5, color: soft, x: margin, y: top, width: label_width })
      bottom = doc.y
    }),
  )
  const drawValue = () => {
    writeText(doc, value, { size: 10.5, x: margin + label_width + gap, y: top, width: value_width, link })
    // A long answer may have continued on another page, where the label takes no space.
    doc.y = (doc.page === page ? Math.max(bottom, doc.y) : doc.y) + 4
    doc.x = margin
  }
  item.add(doc.struct("LBody", {}, link === undefined ? drawValue : doc.struct("Link", {}, drawValue)))
  item.end()
}

/** Draws a thin line that screen readers skip. */
function rule(doc: Pdf): void {
  doc.markContent("Artifact", { type: "Layout" })
  doc
    .moveTo(margin, doc.y)
    .lineTo(doc.page.width - margin, doc.y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
  doc.endMarkedContent()
}

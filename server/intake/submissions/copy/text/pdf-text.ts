import type PDFDocument from "pdfkit"
import { type FontName, isShaped, type Run, runsOf } from "./copy-fonts.ts"
import { fromLeft, linesOf, widthOf } from "./copy-lines.ts"
import { withoutIsolates } from "./isolated.ts"

/** Extends PDFKit: several fonts in one line, escaped metadata, and the finished file as a buffer. */

export type Pdf = InstanceType<typeof PDFDocument>

export const margin = 60
export const soft = "#5c564e"
const ink = "#1c1a17"
/** Noto Sans's ascent above the baseline, per point of size. */
const ascent = 1.069
const line_height = 1.362

export type Picture = PDFKit.Mixins.ImageSrc & { width: number; height: number }

export interface Style {
  size: number
  bold?: boolean
  color?: string
  x?: number
  y?: number
  width?: number
  align?: "right"
  /** Looks handwritten. */
  slanted?: boolean
  /** Where the text leads. */
  link?: string | undefined
}
type Box = Pick<Style, "color" | "x" | "y" | "width">

/** Writes text in as many fonts as its characters need, all on one baseline. */
export function writeText(doc: Pdf, text: string, style: Style): void {
  const { size, color = ink, x = margin, y = doc.y, width = doc.page.width - 2 * margin, align } = style
  const runs = runsOf(text, style.bold ? "bold" : "regular")
  if (needsLines(runs)) {
    writeLines(doc, text, { ...style, color, x, y, width })
    return
  }
  doc.font(fontOf(runs, style.bold)).fontSize(size).fillColor(color)
  doc.text(withoutIsolates(runs[0]?.text ?? ""), x, y, {
    width,
    lineGap: 1,
    ...(align && { align }),
    ...(style.slanted && { oblique: true }),
    ...linkStyle(style),
    baseline: "top",
  })
}

const linkStyle = ({ link }: Pick<Style, "link">) => (link === undefined ? {} : { link, underline: true })

/** PDFKit breaks lines of one font whose letters stand side by side, from left to right. */
function needsLines(runs: readonly Run[]): boolean {
  return runs.length > 1 || isShaped(runs)
}

function fontOf(runs: readonly Run[], bold = false): FontName {
  return runs[0]?.font ?? (bold ? "bold" : "regular")
}

/** Writes lines broken and ordered by us, in reading order, which is the order in which they are copied. */
function writeLines(
  doc: Pdf,
  text: string,
  { size, bold = false, color, x, y, width, align, slanted = false, link }: Style & Required<Box>,
): void {
  doc.y = y
  for (const line of linesOf(doc, text, { size, bold, width })) {
    if (doc.y + line_height * size > doc.page.maxY()) doc.continueOnNewPage()
    const top = doc.y
    let left = align ? x + width - widthOf(line) : x
    const places = new Map(
      fromLeft(line).map((piece) => {
        left += piece.width
        return [piece, left - piece.width]
      }),
    )
    for (const piece of line)
      doc
        .font(piece.font)
        .fontSize(size)
        .fillColor(color)
        .text(piece.text, places.get(piece), top + ascent * size, {
          lineBreak: false,
          baseline: "alphabetic",
          oblique: slanted,
          ...linkStyle({ link }),
        })
    doc.x = x
    doc.y = top + line_height * size + 1
  }
}

/** The height that `writeText` takes. */
export function heightOf(
  doc: Pdf,
  text: string,
  { size, bold = false, width }: { size: number; bold?: boolean; width: number },
): number {
  const runs = runsOf(text, bold ? "bold" : "regular")
  if (needsLines(runs)) return linesOf(doc, text, { size, bold, width }).length * (line_height * size + 1)
  return doc.font(fontOf(runs, bold)).fontSize(size).heightOfString(text, { width, lineGap: 1 })
}

/** PDFKit writes title and author into its XML unescaped: an ampersand would break it. */
export function escapeMetadata(doc: Pdf): void {
  const inside = doc as unknown as { info: Record<string, unknown>; _addInfo(): void }
  const addInfo = inside._addInfo
  inside._addInfo = () => {
    const { info } = inside
    const escaped = Object.entries(info).map(([key, value]) => [
      key,
      typeof value === "string" || value instanceof String ? escapeXml(String(value)) : value,
    ])
    inside.info = Object.fromEntries(escaped)
    addInfo.call(doc)
    inside.info = info
  }
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** A PNG or JPEG, ready to draw; undefined for what PDF cannot embed. */
export function openPicture(doc: Pdf, file: Buffer): Picture | undefined {
  try {
    return (doc as Pdf & { openImage(source: Buffer): Picture }).openImage(file)
  } catch {
    return undefined
  }
}

export function bufferOf(doc: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on("data", (chunk: Buffer) => chunks.push(chunk))
    doc.on("end", () => resolve(Buffer.concat(chunks)))
    doc.on("error", reject)
  })
}

/** PDFKit's types lag behind: they lack `bbox` and `scope`. */
export type StructureOptions = Parameters<Pdf["struct"]>[1]

// Draws boxes and lines on a page. Screen readers get the figure's alternative text; the table next to it has the same
// content.
import type { Figure, FigureBox, FigureLine } from "../copy-shape.ts"
import { gap, keepTogether, spaceLeft } from "../text/copy-space.ts"
import { margin, type Pdf, type StructureOptions, soft, writeText } from "../text/pdf-text.ts"

/** Below this scale, a landscape page works better. */
const least_scale = 0.6
const line_height = 1.27
const upright_width = 612 - 2 * margin

/** Switches to landscape for a wide figure, before its heading is written. */
export function turnPageFor(doc: Pdf, { width }: Figure): void {
  const isWide = upright_width / width < least_scale
  if (isWide && doc.page.layout !== "landscape") doc.addPage({ ...doc.options, layout: "landscape" })
}

/** Draws a figure as large as its page allows. */
export function writeFigure(doc: Pdf, part: PDFKit.PDFStructureElement, figure: Figure): void {
  turnPageFor(doc, figure)
  const isTurned = doc.page.layout === "landscape"
  const whole = doc.page.height - doc.page.margins.bottom - margin
  const left = spaceLeft(doc) - gap
  // Slightly smaller below its heading is better than on a page of its own.
  const available = isTurned || left > 0.8 * whole ? left : whole - gap
  const scale = Math.min(1, widthOf(doc) / figure.width, available / figure.height)
  if (!isTurned) keepTogether(doc, figure.height * scale + gap)
  const top = doc.y + gap / 2
  const bbox = [margin, top, margin + figure.width * scale, top + figure.height * scale]
  part.add(
    doc.struct("Figure", { alt: figure.alt, bbox } as StructureOptions, () => {
      for (const line of figure.lines) drawLine(doc, line, scale, top)
      for (const box of figure.boxes) drawBox(doc, box, scale, top)
    }),
  )
  doc.x = margin
  doc.y = top + figure.height * scale + gap
  // What follows goes back to portrait.
  if (isTurned) doc.addPage()
}

function widthOf(doc: Pdf): number {
  return doc.page.width - 2 * margin
}

function drawLine(
  doc: Pdf,
  { points, width = 1, look = "solid" }: FigureLine,
  scale: number,
  top: number,
): void {
  doc.save().lineWidth(width * scale)
  doc.strokeColor({ soft: "#d9cfbf", ink: "#1c1a17" }[look as string] ?? "#857c70")
  if (look === "ink") doc.lineCap("round").lineJoin("round")
  if (look === "dashed") doc.dash(5 * scale, { space: 4 * scale })
  if (look === "dotted") doc.dash(1.5 * scale, { space: 3 * scale })
  points.forEach(([x, y], index) => {
    if (index === 0) doc.moveTo(margin + x * scale, top + y * scale)
    else doc.lineTo(margin + x * scale, top + y * scale)
  })
  doc.stroke().restore()
}

function drawBox(doc: Pdf, box: FigureBox, scale: number, top: number): void {
  const [x, y] = [margin + box.x * scale, top + box.y * scale]
  const [width, height] = [box.width * scale, box.height * scale]
  if (box.border !== "none") {
    doc.save().lineWidth((box.border === "strong" ? 1.8 : 0.8) * scale)
    if (box.border === "cut") cutCorners(doc, x, y, width, height, 12 * scale)
    else doc.roundedRect(x, y, width, height, 6 * scale)
    doc.fillAndStroke("#ffffff", box.border === "strong" ? "#1c1a17" : "#857c70").restore()
  }
  const needed = box.lines.reduce((sum, { size }) => sum + size * line_height, 0)
  const inset = box.border === "none" ? 0 : 10
  let at = box.y + (box.height - needed) / 2
  for (const { text, size, bold = false, soft: isSoft, slanted } of box.lines) {
    writeText(doc, text, {
      size: size * scale,
      bold,
      ...(isSoft && { color: soft }),
      ...(slanted && { slanted }),
      x: x + inset * scale,
      y: top + at * scale,
      // Lines are already broken to fit; a wider font must not break them again.
      width: doc.page.width - x,
    })
    at += size * line_height
  }
}

function cutCorners(doc: Pdf, x: number, y: number, width: number, height: number, cut: number): void {
  doc
    .moveTo(x + cut, y)
    .lineTo(x + width - cut, y)
    .lineTo(x + width, y + cut)
    .lineTo(x + width, y + height - cut)
    .lineTo(x + width - cut, y + height)
    .lineTo(x + cut, y + height)
    .lineTo(x, y + height - cut)
    .lineTo(x, y + cut)
    .closePath()
}

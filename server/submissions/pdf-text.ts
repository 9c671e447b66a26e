import type PDFDocument from "pdfkit"
import { type FontName, runsOf } from "./copy-fonts.ts"

/** Extends PDFKit: several fonts in one line, escaped metadata, and the finished file as a buffer. */

export type Pdf = InstanceType<typeof PDFDocument>

export const margin = 60
export const soft = "#5c564e"
const ink = "#1c1a17"
/** Noto Sans's ascent above the baseline, per point of size. */
const ascent = 1.069

export type Picture = PDFKit.Mixins.ImageSrc & { width: number; height: number }

export interface Style {
  size: number
  bold?: boolean
  color?: string
  x?: number
  y?: number
  width?: number
  /** Right alignment works only for text in a single font, such as amounts. */
  align?: "right"
  /** Looks handwritten. */
  slanted?: boolean
}

/** Writes text in as many fonts as its characters need, all on one baseline. */
export function writeText(doc: Pdf, text: string, style: Style): void {
  const { size, color = ink, x = margin, y = doc.y, width = doc.page.width - 2 * margin, align } = style
  const runs = runsOf(text, style.bold ? "bold" : "regular")
  doc.fontSize(size).fillColor(color)
  const isMixed = runs.length > 1
  const rise = isMixed ? ascent * size : 0
  runs.forEach((run, index) => {
    const options: PDFKit.Mixins.TextOptions = {
      continued: index < runs.length - 1,
      width,
      lineGap: 1,
      ...(align && { align }),
      ...(style.slanted && { oblique: true }),
      baseline: isMixed ? "alphabetic" : "top",
    }
    doc.font(run.font)
    if (index === 0) doc.text(run.text, x, y + rise, options)
    else doc.text(run.text, options)
  })
  doc.y -= rise
}

/**
 * Returns a function that checks whether the fonts have a glyph for a character, in the font it would be written in.
 */
export function glyphChecker(doc: Pdf): (character: string) => boolean {
  const cache = new Map<string, boolean>()
  const has = (font: FontName, character: string) => {
    doc.font(font)
    const { font: file } = (doc as unknown as { _font: { font: FontFile } })._font
    return file.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
  return (character) => {
    const cached = cache.get(character)
    if (cached !== undefined) return cached
    const can = (["regular", "bold"] as const).every((latin) =>
      runsOf(character, latin).every(({ font, text }) => has(font, text)),
    )
    cache.set(character, can)
    return can
  }
}

interface FontFile {
  hasGlyphForCodePoint(code: number): boolean
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

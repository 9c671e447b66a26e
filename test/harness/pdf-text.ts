// Reads the text of a PDF the way copying from it does: through each font's map to Unicode. Supports only our own PDFs.
import { inflateSync } from "node:zlib"

export interface ReadPdf {
  /** All text, in the order written; separate runs are on separate lines. */
  text: string
  pages: number
  /** Every object's dictionary, verbatim. */
  dictionaries: string[]
}

export function readPdf(file: Buffer): ReadPdf {
  const objects = objectsOf(file.toString("latin1"))
  const fonts = fontsOf(objects)
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
  const text = pages.map(({ dictionary }) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? "")
    return textOf(content?.stream ?? "", fonts)
  })
  return {
    text: text.join("\n"),
    pages: pages.length,
    dictionaries: [...objects.values()].map(({ dictionary }) => dictionary),
  }
}

/** An item on a page and its position, in points from the page's top left corner. */
export interface Placed {
  page: number
  /** The text; undefined for a picture. */
  text?: string
  /** The font size. */
  size?: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the positions of a PDF's texts and pictures. Letters reach 1.069 of the font size above the baseline. */
export function readPositions(file: Buffer): Placed[] {
  const objects = objectsOf(file.toString("latin1"))
  const fonts = fontsOf(objects)
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
  return pages.flatMap(({ dictionary }, page) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1] ?? "")?.stream ?? ""
    const height = Number(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(dictionary)?.[1])
    const number = "(-?[\\d.]+)"
    const pictures = [
      ...content.matchAll(new RegExp(`${number} 0 0 ${number} ${number} ${number} cm\\s+/I\\d+ Do`, "g")),
    ].map((found): Placed => {
      const [width = 0, down = 0, left = 0, bottom = 0] = found.slice(1).map(Number)
      return { page, left, top: bottom + down, right: left + width, bottom }
    })
    const texts = [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = ""]): Placed => {
      const [left = 0, base = 0] = (new RegExp(`1 0 0 1 ${number} ${number} Tm`).exec(block) ?? [])
        .slice(1)
        .map(Number)
      const size = Number(/\/F\d+ ([\d.]+) Tf/.exec(block)?.[1])
      const text = textOf(block, fonts)
      const below = height - base
      return { page, text, size, left, top: below - 1.069 * size, right: left, bottom: below + 0.293 * size }
    })
    return [...pictures, ...texts]
  })
}

interface PdfObject {
  dictionary: string
  stream: string
}

function objectsOf(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  for (const [, id = "", body = ""] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = "", rest] = body.split("\nstream\n")
    const raw = rest?.replace(/\nendstream$/, "") ?? ""
    const isPacked = dictionary.includes("FlateDecode")
    const stream = isPacked && raw ? inflateSync(Buffer.from(raw, "latin1")).toString("latin1") : raw
    objects.set(id, { dictionary, stream })
  }
  return objects
}

type Glyphs = Map<string, string>

/** Fonts by the name that pages use, such as `F1`. */
function fontsOf(objects: Map<string, PdfObject>): Map<string, Glyphs> {
  const fonts = new Map<string, Glyphs>()
  for (const { dictionary } of objects.values()) {
    for (const [, name = "", id = ""] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? "")?.[1]
      if (map) fonts.set(name, glyphsOf(objects.get(map)?.stream ?? ""))
    }
  }
  return fonts
}

function glyphsOf(map: string): Glyphs {
  const glyphs: Glyphs = new Map()
  for (const [, from = "", , list = ""] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
    ;[...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units = ""], index) => {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, "0")
      const codes = (units.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
      glyphs.set(glyph, String.fromCharCode(...codes))
    })
  }
  return glyphs
}

function textOf(content: string, fonts: Map<string, Glyphs>): string {
  let glyphs: Glyphs = new Map()
  let text = ""
  for (const [, font, array, break_] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:[^\]\\])*)\] TJ|(ET)/g)) {
    if (font) glyphs = fonts.get(font) ?? new Map()
    else if (array !== undefined)
      for (const [, hex = ""] of array.matchAll(/<([0-9a-f]*)>/g))
        for (const glyph of hex.match(/.{4}/g) ?? []) text += glyphs.get(glyph) ?? "?"
    else if (break_) text += "\n"
  }
  return text
}

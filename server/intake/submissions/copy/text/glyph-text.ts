import { normalized } from "../../../../definition/values/typed-text.ts"
import type { Pdf } from "./pdf-text.ts"

// A PDF says for each glyph which text it stands for. Joined and reordered scripts break PDFKit's assumption that a
// glyph always stands for the same text, in reading order: one shape may be the end of two characters, and a vowel drawn
// before its consonant is written after it.

interface EmbeddedFont {
  font: ShapedFont
  scale: number
  unicode: (readonly number[])[]
  widths: number[]
  subset: { glyphs: number[] }
  layout(text: string): { glyphs: readonly Glyph[]; positions: unknown[] }
  encode(text: string): [string[], unknown[]]
}

interface ShapedFont {
  layout(text: string, features?: object, script?: string, language?: string, direction?: string): unknown
  _layoutEngine: { engine?: { GPOSProcessor?: MarkPositions } }
}

interface Glyph {
  id: number
  codePoints: readonly number[]
  advanceWidth: number
}

interface MarkPositions {
  applyAnchor(mark: unknown, base: unknown, index: number): void
}

/** Digits of these scripts run from left to right. */
const rightToLeft = /[\p{L}&&[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}]]/v

/** The current font copies as it was written: each pair of glyph and text is a glyph of its own in the file. */
export function copyAsWritten(doc: Pdf): void {
  const { _font: font } = doc as unknown as { _font: EmbeddedFont }
  const { layout, _layoutEngine } = font.font
  skipMissingAnchors(_layoutEngine.engine?.GPOSProcessor)
  font.font.layout = (text, features, script, language) =>
    layout.call(font.font, text, features, script, language, rightToLeft.test(text) ? "rtl" : "ltr")
  const numbers = new Map<string, number>()
  const encodeWord = (word: string): [string[], unknown[]] => {
    const { glyphs, positions } = font.layout(word)
    const written = textsOf(word, glyphs)
    const codes = glyphs.map(({ id, advanceWidth }, index) => {
      const own = written[index] ?? ""
      const key = `${id} ${own}`
      const number = numbers.get(key) ?? font.subset.glyphs.push(id) - 1
      numbers.set(key, number)
      font.widths[number] = advanceWidth * font.scale
      font.unicode[number] = [...own].map((character) => character.codePointAt(0) ?? 0)
      return number.toString(16).padStart(4, "0")
    })
    return [codes, positions]
  }
  font.encode = (text) => {
    const words = text.split(/(\s+)/).filter(Boolean)
    const encoded = (rightToLeft.test(text) ? words.toReversed() : words).map(encodeWord)
    return [encoded.flatMap(([codes]) => codes), encoded.flatMap(([, positions]) => positions)]
  }
}

/**
 * The text of each glyph of a word. Where glyphs are not in the order of characters, the characters are dealt out in the order
 * of glyphs, so that the word is right.
 */
function textsOf(word: string, glyphs: readonly Glyph[]): string[] {
  const own = glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints))
  const isReversed = rightToLeft.test(word)
  const isWhole = own.every((text) => text !== "")
  if (isWhole && (isReversed ? own.toReversed() : own).join("") === word) return own
  const characters = [...word].length < own.length ? [...normalized(word, "NFKD")] : [...word]
  const dealt = own.map((_, index) =>
    index < own.length - 1 ? (characters[index] ?? "") : characters.slice(index).join(""),
  )
  return isReversed ? dealt.toReversed() : dealt
}

/** OpenType lets a font leave an anchor out, and the mark then stays where it is; fontkit fails. */
function skipMissingAnchors(marks: MarkPositions | undefined): void {
  if (!marks) return
  const apply = marks.applyAnchor.bind(marks)
  marks.applyAnchor = (mark, base, index) => {
    if (base) apply(mark, base, index)
  }
}

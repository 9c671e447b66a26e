// Lines of several fonts, and of joined, stacked and right-to-left scripts. PDFKit lays out one font and one direction at
// a time, so these lines are broken here, put in visual order by the Unicode bidirectional algorithm (UAX #9), and placed piece by piece.
import { createRequire } from "node:module"
import { normalized } from "../../../../definition/values/typed-text.ts"
import { type FontName, isShaped, runsOf } from "./copy-fonts.ts"
import { withoutIsolates } from "./isolated.ts"

/** A word, or a part of one, in a single font and direction. */
export interface Piece {
  font: FontName
  text: string
  width: number
  /** Odd levels run from right to left. */
  level: number
  /** A line may end after it. */
  isBreak: boolean
}

/** What measures text: a PDF document. */
interface Measure {
  font(name: FontName): Measure
  fontSize(size: number): Measure
  widthOfString(text: string): number
}

interface Bidi {
  getEmbeddingLevels(text: string): { levels: Uint8Array }
  getMirroredCharacter(character: string): string | null
}
const require = createRequire(import.meta.url)
let loaded: Bidi | undefined
function bidi(): Bidi {
  loaded ??= (require("bidi-js") as () => Bidi)()
  return loaded
}

const words = new Intl.Segmenter("en", { granularity: "word" })
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Breaks text into lines that fit the width; each line's pieces are in reading order. */
export function linesOf(
  doc: Measure,
  text: string,
  { size, bold = false, width }: { size: number; bold?: boolean; width: number },
): Piece[][] {
  return normalized(text, "NFC")
    .split("\n")
    .flatMap((paragraph) => {
      const lines: Piece[][] = [[]]
      let left = width
      for (const chunk of chunksOf(piecesOf(doc, paragraph, { size, bold, width }), width)) {
        const needed = widthOf(chunk.filter(({ text: own }) => own.trim()))
        if (needed > left && left < width) {
          lines.push([])
          left = width
        }
        lines.at(-1)?.push(...chunk)
        left -= widthOf(chunk)
      }
      return lines.map((line) => joined(withoutEnd(line)))
    })
}

function piecesOf(
  doc: Measure,
  text: string,
  { size, bold, width }: { size: number; bold: boolean; width: number },
): Piece[] {
  const { levels } = bidi().getEmbeddingLevels(text)
  const pieces: Piece[] = []
  let at = 0
  for (const run of runsOf(text, bold ? "bold" : "regular")) {
    for (const { segment } of words.segment(run.text)) {
      for (const part of fitting(doc.font(run.font).fontSize(size), segment, width)) {
        const shown = withoutIsolates(part)
        const level = levels[at + part.indexOf(shown[0] ?? "")] ?? 0
        at += part.length
        if (!shown) continue
        const text = level % 2 === 1 ? (bidi().getMirroredCharacter(shown) ?? shown) : shown
        const isBreak = !shown.trim() || unspaced.test(shown) || part !== segment
        pieces.push({ font: run.font, text, width: doc.widthOfString(shown), level, isBreak })
      }
    }
  }
  return pieces
}

/** A word wider than a line, in parts. */
function fitting(doc: Measure, word: string, width: number): string[] {
  if (doc.widthOfString(word) <= width) return [word]
  const characters = [...graphemes.segment(word)].map(({ segment }) => segment)
  if (characters.length < 2) return [word]
  const half = characters.length >> 1
  const halves = [characters.slice(0, half), characters.slice(half)]
  return halves.flatMap((part) => fitting(doc, part.join(""), width))
}

/** Pieces between which no line may end; what is wider than a line, such as a long link, may end anywhere. */
function chunksOf(pieces: readonly Piece[], width: number): Piece[][] {
  const chunks: Piece[][] = []
  for (const [index, piece] of pieces.entries()) {
    if (index === 0 || pieces[index - 1]?.isBreak) chunks.push([])
    chunks.at(-1)?.push(piece)
  }
  return chunks.flatMap((chunk) => (widthOf(chunk) <= width ? [chunk] : chunk.map((piece) => [piece])))
}

function withoutEnd(line: Piece[]): Piece[] {
  const end = line.findLastIndex(({ text }) => text.trim())
  return line.slice(0, end + 1)
}

/** Joins the words that one font can draw together. */
function joined(line: readonly Piece[]): Piece[] {
  const runs: Piece[] = []
  for (const piece of line) {
    const last = runs.at(-1)
    const isSame = last?.font === piece.font && last.level === piece.level
    // A font of Latin characters draws from left to right only.
    if (last && isSame && (piece.level % 2 === 0 || isShaped([piece]))) {
      last.text += piece.text
      last.width += piece.width
    } else runs.push({ ...piece })
  }
  return runs
}

export function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0)
}

/** A line's pieces from left to right (UAX #9, rule L2). */
export function fromLeft(line: readonly Piece[]): Piece[] {
  const ordered = [...line]
  const highest = Math.max(0, ...line.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? 0) >= level) to += 1
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  return ordered
}

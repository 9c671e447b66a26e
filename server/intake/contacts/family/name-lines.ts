// Breaks text into lines that fit a box, by estimated character widths because no browser measures them (pure).
import { normalized } from "../../../definition/values/typed-text.ts"

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** At most `max_lines` lines of at most `width_em` each; longer text ends in an ellipsis. */
export function linesOf(text: string, width_em: number, max_lines: number): string[] {
  const lines: string[] = []
  let line = ""
  for (const piece of piecesOf(text.trim(), width_em)) {
    const longer = line + piece
    if (line !== "" && widthOf(longer.trimEnd()) > width_em) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line = longer
  }
  if (line.trim() !== "") lines.push(line.trim())
  if (lines.length <= max_lines) return lines
  const last = graphemesOf(lines[max_lines - 1] ?? "")
  while (last.length > 0 && widthOf(`${last.join("")}…`) > width_em) last.pop()
  return [...lines.slice(0, max_lines - 1), `${last.join("").trimEnd()}…`]
}

/**
 * Words with their trailing space, broken after hyphens. Words too long for a line, and scripts without spaces, break
 * anywhere.
 */
function piecesOf(text: string, width_em: number): string[] {
  return text
    .split(/(?<=[\s\p{Pd}])/u)
    .flatMap((word) => (widthOf(word.trimEnd()) > width_em || wide.test(word) ? graphemesOf(word) : [word]))
}

function graphemesOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff00-\uff60]/u

/** The approximate width of text, in units of its font size; rather too wide than too narrow. */
export function widthOf(text: string): number {
  return graphemesOf(text).reduce((sum, grapheme) => sum + widthOfOne(grapheme), 0)
}

function widthOfOne(grapheme: string): number {
  if (wide.test(grapheme)) return 1.02
  const character = normalized(grapheme, "NFD").charAt(0)
  if (/[ilj.,'’|!:; ]/.test(character)) return 0.32
  if (/[ftr()-]/.test(character)) return 0.42
  if (/[mwMW@]/.test(character)) return 0.95
  if (/\p{Lu}/u.test(character)) return 0.74
  return character.charCodeAt(0) < 0x250 ? 0.6 : 0.8
}

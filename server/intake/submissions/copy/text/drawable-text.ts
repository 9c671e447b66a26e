// Characters without a glyph in our fonts, such as emoji or letters of an unsupported script, would be empty boxes in a
// PDF. Ornamental letters become the usual ones. For all others their code points are written, so readers see that
// something is there and what.
import { inLines } from "../../../../definition/values/typed-text.ts"
import { plainOf } from "./copy-fonts.ts"
import { isIsolate } from "./isolated.ts"

/** Writes out every character for which `hasGlyph` is false; letters are never left out, nor is what orders them. */
export function drawableText(text: string, hasGlyph: (character: string) => boolean): string {
  const canDraw = (character: string) => isIsolate(character) || hasGlyph(character)
  let drawn = ""
  let missing: string[] = []
  const writeMissing = () => {
    if (missing.length > 0) drawn += bracketed(missing.map(codeOf))
    missing = []
  }
  for (const { segment } of graphemes.segment(linesOf(text))) {
    const characters = [...segment].filter((each) => each === "\n" || canDraw(each) || !invisible.test(each))
    if (characters.every((each) => each === "\n" || canDraw(each))) {
      writeMissing()
      drawn += characters.join("")
    } else if (emoji.test(segment)) {
      writeMissing()
      drawn += bracketed(["emoji", ...characters.filter((each) => !invisible.test(each)).map(codeOf)])
    } else
      for (const character of characters) {
        const shown = canDraw(character) ? character : plainOf(character)
        if (shown === undefined || ![...shown].every(canDraw)) missing.push(character)
        else {
          writeMissing()
          drawn += shown
        }
      }
  }
  writeMissing()
  return drawn
}

/** Invisible characters go from the ends, except for what isolates a name at the beginning: half of it isolates nothing. */
function linesOf(text: string): string {
  const lines = isIsolate(text.charAt(0)) ? inLines(`.${text}`).slice(1) : inLines(text)
  return lines.replaceAll("\t", " ")
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u
/** Joiners, selectors, controls and the keycap frame: invisible on their own. */
const invisible = /^(?:[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]|\u20e3)$/u

function bracketed(words: readonly string[]): string {
  return `[${words.join(" ")}]`
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
}

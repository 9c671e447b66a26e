// What to ask about a file whose encoding was guessed: a wrong guess stores other letters than people wrote.
import { findDoubtfulWord, isForeignScript } from "./encoding.ts"
import { encodings } from "./encodings.ts"
import type { ImportTable } from "./table.ts"

/**
 * What to ask about a line's cells: for a word that no language of the encoding writes so, and once for an encoding of
 * another script, in which any bytes are some words.
 */
export function encodingDoubts({
  encoding,
  is_encoding_guessed,
}: Pick<ImportTable, "encoding" | "is_encoding_guessed">): (cells: readonly string[]) => string | undefined {
  if (!is_encoding_guessed) return () => undefined
  let isKnown = !isForeignScript(encoding)
  return (cells) => {
    const foreign = isKnown ? undefined : cells.find((cell) => /[^\0-\x7f]/.test(cell))
    const word = foreign ?? findDoubtfulWord(cells.join("\n"), encoding)
    if (word === undefined) return undefined
    isKnown = true
    return `Read as “${encodings[encoding]}”: is “${word.slice(0, 40)}” right? If not, choose another under “Read as”.`
  }
}

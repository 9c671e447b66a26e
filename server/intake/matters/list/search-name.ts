import { foldText } from "../../../definition/values/folded-text.ts"

/**
 * What the database stores of a name for the search: the folded name and, on a second line, the same without marks, as
 * some people type it: "o'neil-smith", "oneil smith". A search term is one line and matches either. Pure.
 */
export function searchNameOf(name: string): string {
  const folded = foldText(name)
  const unmarked = folded.replace(/['.]/g, "").replaceAll("-", " ")
  return unmarked === folded ? folded : `${folded}\n${unmarked}`
}

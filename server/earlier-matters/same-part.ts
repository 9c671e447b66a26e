import { type Text, textIn } from "../definition/text.ts"

/** The part that is the same: by its id, which lasts from version to version, or else by its words. */
export function findSame<Part extends { id: string }>(
  parts: readonly Part[],
  part: Part,
  wordsOf: (part: Part) => Text,
): Part | undefined {
  const words = (each: Part) => textIn(wordsOf(each), "en").trim().toLowerCase()
  return parts.find(({ id }) => id === part.id) ?? parts.find((each) => words(each) === words(part))
}

import { type Text, textIn } from "../../definition/text.ts"

/** The same part of another questionnaire: by id, which is stable across versions, or else by wording. */
export function findSame<Part extends { id: string }>(
  parts: readonly Part[],
  part: Part,
  wordsOf: (part: Part) => Text,
): Part | undefined {
  const words = (each: Part) => textIn(wordsOf(each), "en").trim().toLowerCase()
  return parts.find(({ id }) => id === part.id) ?? parts.find((each) => words(each) === words(part))
}

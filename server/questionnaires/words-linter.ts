import type { FindingCode, Report } from "../definition/findings.ts"
import { placeholders, unknownPlaceholders } from "../definition/placeholders.ts"
import { isBlank, type Text } from "../definition/text.ts"

const longest = { title: 200, label: 200, prompt: 500, help: 2_000, instructions: 5_000 }

/** The words of a part: there when they must be (`emptyCode`), short enough, and in both languages or in one. */
export function lintWords(
  report: Report,
  where: string,
  emptyCode: FindingCode | undefined,
  name: string,
  text: Text | undefined,
  noun: keyof typeof longest,
): void {
  if (isBlank(text)) {
    if (emptyCode) report(emptyCode, where, `${name} lacks a ${noun}. Write one: it is what clients read.`)
    return
  }
  const wordings = typeof text === "string" ? [text] : [text?.en ?? "", text?.es ?? ""]
  const length = Math.max(...wordings.map((wording) => wording.length))
  if (length > longest[noun]) {
    const remedy = `Shorten it to ${longest[noun]}, or move a part of it elsewhere.`
    report("too_long", where, `${name}: the ${noun} has ${length} characters. ${remedy}`)
  }
  const unknown = wordings.flatMap(unknownPlaceholders)
  if (unknown.length > 0) {
    const those = [...new Set(unknown)].join(" and ")
    const known = placeholders.map((each) => `{${each}}`).join(", ")
    report(
      "unknown_placeholder",
      where,
      `${name}: the ${noun} says ${those}, which nothing takes the place of. Write one of ${known}, or leave out the braces.`,
    )
  }
  if (typeof text === "string" || !wordings.some((wording) => wording.trim() === "")) return
  const missing = text?.es.trim() ? "English" : "Spanish"
  const remedy = `Add it; until then readers of ${missing} see the other language.`
  report("translation_missing", where, `${name}: the ${noun} has no ${missing} wording. ${remedy}`)
}

import type { FindingCode, Report } from "../../../definition/conditions/findings.ts"
import { placeholders, unknownPlaceholders } from "../../../definition/placeholders.ts"
import { isBlank, type Text } from "../../../definition/text.ts"

const max_length = { title: 200, label: 200, prompt: 500, help: 2_000, instructions: 5_000 }

/**
 * Checks a text that clients read: not blank if there is an `emptyCode` to report, not too long, without unknown
 * placeholders, and translated.
 */
export function lintText(
  report: Report,
  where: string,
  emptyCode: FindingCode | undefined,
  name: string,
  text: Text | undefined,
  noun: keyof typeof max_length,
): void {
  if (isBlank(text)) {
    if (emptyCode) report(emptyCode, where, `${name} has no ${noun}. Add one for clients to read.`)
    return
  }
  const translations = typeof text === "string" ? [text] : [text?.en ?? "", text?.es ?? ""]
  const length = Math.max(...translations.map((translation) => translation.length))
  if (length > max_length[noun]) {
    const remedy = `Shorten it to ${max_length[noun]}, or move part of it elsewhere.`
    report("too_long", where, `${name}: the ${noun} has ${length} characters. ${remedy}`)
  }
  const unknown = translations.flatMap(unknownPlaceholders)
  if (unknown.length > 0) {
    const names = [...new Set(unknown)].join(" and ")
    const known = placeholders.map((each) => `{${each}}`).join(", ")
    const verb = new Set(unknown).size === 1 ? "is not a placeholder" : "are not placeholders"
    report(
      "unknown_placeholder",
      where,
      `${name}: the ${noun} contains ${names}, which ${verb}. Use one of ${known}, or remove the braces.`,
    )
  }
  if (typeof text === "string" || !translations.some((translation) => translation.trim() === "")) return
  const missing = text?.es.trim() ? "English" : "Spanish"
  const remedy = "Add one; until then, clients see the other language."
  report("translation_missing", where, `${name}: the ${noun} has no ${missing} text. ${remedy}`)
}

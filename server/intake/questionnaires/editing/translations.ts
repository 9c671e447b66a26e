import type { Text } from "../../../definition/text.ts"

const text_properties = [
  ...["title", "instructions", "prompt", "help", "why", "label", "role_description", "file_prompt"],
  ...["identifier_label", "owner_label", "credit_label", "debit_label"],
]

/** The number of texts without a Spanish translation, in a definition or one of its parts. */
export function countWithoutSpanish(part: object): number {
  if (Array.isArray(part)) return part.reduce((sum, each) => sum + countWithoutSpanish(each), 0)
  return Object.entries(part).reduce((sum, [name, value]: [string, unknown]) => {
    if (text_properties.includes(name)) return sum + (lacksSpanish(value as Text) ? 1 : 0)
    return sum + (typeof value === "object" && value !== null ? countWithoutSpanish(value) : 0)
  }, 0)
}

function lacksSpanish(text: Text | undefined): boolean {
  const [en, es] = typeof text === "object" ? [text.en, text.es] : [text ?? "", ""]
  return en.trim() !== "" && es.trim() === ""
}

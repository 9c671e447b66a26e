import type { Option } from "./kinds/kind.ts"
import { type Language, textIn } from "./text.ts"

/** The options of a question or field, and those that earlier versions offered. */
interface Offered {
  options?: readonly Option[]
  former_options?: readonly Option[]
}

const noLongerOffered: Record<Language, string> = { en: "no longer offered", es: "ya no se ofrece" }

/** The words of a choice; its value if no version offered it. */
export function optionLabel(question: Offered, value: string, language: Language): string {
  const find = (options: readonly Option[] = []) =>
    textIn(options.find((option) => option.value === value)?.label, language)
  const former = find(question.former_options)
  return find(question.options) || (former ? `${former} (${noLongerOffered[language]})` : value)
}

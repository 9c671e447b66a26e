import { faulty, type Parsed } from "../faults/faults.ts"
import { optionLabel } from "../option-labels.ts"
import type { Language } from "../text.ts"
import { type Kind, listOf, type Option, ofText, type Settings } from "./kind.ts"

export const yesOrNoWords: Record<Language, { yes: string; no: string }> = {
  en: { yes: "Yes", no: "No" },
  es: { yes: "Sí", no: "No" },
}

const valuesOf = ({ options = [] }: Settings) => options.map(({ value }) => value)

export const yes_no: Kind = {
  label: "Yes or no",
  control: "yes_no",
  comparedAs: "yes_no",
  parse: ofText((text) => {
    const word = text.trim().toLowerCase()
    if (word === "") return { kind: "empty" }
    return word === "yes" || word === "no"
      ? { kind: "value", value: word === "yes" }
      : faulty("option_unknown")
  }),
  missing: "choice_missing",
  samples: (_, { sample }) => (sample.pick([true, true, false]) ? ["yes", "no"] : ["no", "yes"]),
}

export const one_of: Kind = {
  label: "One of",
  control: "option",
  comparedAs: "option",
  parse: ofText((text, settings) => {
    const value = text.trim()
    if (value === "") return { kind: "empty" }
    return valuesOf(settings).includes(value) ? { kind: "value", value } : faulty("option_unknown")
  }),
  display: (value, settings, { language }) => optionLabel(settings, value, language),
  missing: "choice_missing",
  samples: (settings, { sample }) => [sample.pick(valuesOf(settings)), ...valuesOf(settings)],
}

/** The same, in an asset or a table. */
export const choice: Kind = { ...one_of, label: "One of the choices" }

export const many_of: Kind = {
  label: "Any of",
  control: "options",
  comparedAs: "options",
  parse: (raw, { options = [] }) => parseChoices(options, listOf(raw)),
  display: one_of.display,
  missing: "choices_missing",
  isCounted: true,
  samples: (settings, { sample }) => {
    const values = valuesOf(settings)
    return [[sample.pick(values), sample.pick(values)].flatMap((value) => value ?? []), ...values]
  },
}

/** Forms always send an empty string too, so that a question with nothing selected differs from one not on the form. */
function parseChoices(options: readonly Option[], values: readonly string[]): Parsed<readonly string[]> {
  const chosen = new Set(values.filter((value) => value !== ""))
  if (chosen.size === 0) return { kind: "empty" }
  if (chosen.size > 1 && options.some(({ value, exclusive }) => exclusive && chosen.has(value)))
    return faulty("option_exclusive")
  const valid = options.map((option) => option.value).filter((value) => chosen.has(value))
  return valid.length === chosen.size ? { kind: "value", value: valid } : faulty("option_unknown")
}

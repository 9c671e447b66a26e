import { parseEmail, parsePhone } from "../values/email-and-phone.ts"
import { type Kind, type Line, ofText, type Sample } from "./kind.ts"

export const email: Kind = {
  label: "Email address",
  control: { type: "email", inputmode: "email", spellcheck: false },
  comparedAs: "text",
  parse: ofText(parseEmail),
  samples: () => ["helpful.person@example.com", "other.person@example.com"],
}

export const phoneLine: Line = { type: "tel", inputmode: "tel", autocomplete: "tel", width: 20 }

export const phone: Kind = {
  label: "Phone number",
  control: phoneLine,
  comparedAs: "text",
  parse: ofText(parsePhone),
  isKnownByEnd: true,
  samples: (_, { sample }) => [samplePhone(sample), samplePhone(sample)],
}

/** One of the numbers reserved for fiction. */
export function samplePhone(sample: Sample): string {
  return `(212) 555-01${sample.number(10, 99)}`
}

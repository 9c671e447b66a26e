import { parseLine, parseText } from "../values/typed-text.ts"
import { type Kind, ofText, type Sampling, type Settings } from "./kind.ts"

const max_length = 500
export const max_long_length = 10_000

const samples = ({ max_length }: Settings, { sample }: Sampling) => {
  const phrases = ["As discussed by phone", "See the attached papers", "Nothing further", "To be confirmed"]
  return [sample.pick(phrases) ?? "", ...phrases, "A", "B"].map((phrase) => phrase.slice(0, max_length))
}

export const text: Kind = {
  label: "Text",
  control: {},
  comparedAs: "text",
  max_length,
  parse: ofText((typed, settings) => parseLine(typed, settings.max_length ?? max_length)),
  isKnownByEnd: true,
  samples,
}

export const long_text: Kind = {
  label: "Long text",
  control: "text_area",
  comparedAs: "text",
  max_length: max_long_length,
  parse: ofText((typed, settings) => parseText(typed, settings.max_length ?? max_long_length)),
  samples,
}

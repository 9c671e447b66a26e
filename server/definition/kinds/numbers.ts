import {
  displayMoney,
  displayNumber,
  parseMoney,
  parseNumber,
  parsePercentage,
  typedNumber,
} from "../values/amounts.ts"
import { isDecimal } from "../values/decimals.ts"
import { type Kind, type Line, ofText, type Settings } from "./kind.ts"

export const number: Kind = {
  label: "Number",
  control: { inputmode: "decimal", width: 10 },
  comparedAs: "number",
  parse: ofText((text, settings, { notation }) => parseNumber(text, { ...settings, notation })),
  display: displayNumber,
  typed: typedNumber,
  isKnownByEnd: true,
  cell: "number",
  samples: (settings, { sample }) => nearLimits(settings, String(sample.number(1, 9))),
}

export const moneyLine: Line = { inputmode: "decimal", autocomplete: "off", width: 10, prefix: "$" }

export const money: Kind = {
  label: "Amount",
  control: moneyLine,
  comparedAs: "money",
  parse: ofText((text, settings, { notation }) => parseMoney(text, { ...settings, notation })),
  display: displayMoney,
  typed: (value) => displayMoney(value).replace("$", ""),
  cell: "money",
  samples: ({ min, max }, { sample }) =>
    [`${sample.number(5, 900)}00.00`, min, max, "1.00", "0.00"].flatMap((each) => each ?? []),
}

export const percentage: Kind = {
  label: "Percentage",
  control: { inputmode: "decimal", width: 5, suffix: "%" },
  comparedAs: "percentage",
  parse: ofText((text, settings, { notation }) => parsePercentage(text, { ...settings, notation })),
  display: (value) => `${displayNumber(value)}%`,
  typed: typedNumber,
  cell: "number",
  samples: (settings, { sample }) => nearLimits(settings, String(sample.number(1, 9) * 10)),
}

export const computed: Kind = {
  label: "Calculated value",
  control: "computed",
  comparedAs: "number",
  display: (value, { formula }) => (formula?.money ? displayMoney(value) : displayNumber(value)),
  samples: () => [],
}

/** The sample, and numbers at both limits and the whole ones beside them. */
function nearLimits({ min, max }: Settings, sample: string): string[] {
  const limits = [min, max].flatMap((limit) => (limit !== undefined && isDecimal(limit) ? limit : []))
  const whole = limits.flatMap((limit) => [Math.ceil(Number(limit)), Math.floor(Number(limit))])
  return [sample, ...whole.map(String), ...limits, "0"]
}

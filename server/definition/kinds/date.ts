import { displayDate, parseIsoDate } from "../values/dates.ts"
import { parseTypedDate } from "../values/pasted-dates.ts"
import { isTypedDate, type Kind, listOf, type Sampling } from "./kind.ts"

export const date: Kind = {
  label: "Date",
  control: "date",
  comparedAs: "date",
  parse: (raw, { min, max, precision }, { today }) => {
    const bounds = { min, max, precision, today }
    return isTypedDate(raw) ? parseTypedDate(raw, bounds) : parseIsoDate(listOf(raw).at(-1) ?? "", bounds)
  },
  display: (value, _, { language }) => displayDate(value, language),
  missing: "date_missing",
  cell: "date",
  samples: ({ min, max }, sampling) => {
    const { today } = sampling
    const limits = [min, max].flatMap((limit) => (limit === "today" ? today : (limit ?? [])))
    return [dateBefore(sampling), ...limits, today]
  },
}

/** A day within the last twenty years. */
function dateBefore({ sample, today }: Sampling): string {
  const year = Number(today.slice(0, 4)) - sample.number(1, 20)
  const twoDigits = (number: number) => String(number).padStart(2, "0")
  return `${year}-${twoDigits(sample.number(1, 12))}-${twoDigits(sample.number(1, 28))}`
}

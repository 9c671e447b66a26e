// How a template wants a value written: `{{client.date_of_birth | short}}`.
import { ownValue } from "../../definition/own-value.ts"
import { displayMoney, displayNumber } from "../../definition/values/amounts.ts"
import { displayDate } from "../../definition/values/dates.ts"

/** Values that can be written in several ways: a date, `YYYY-MM-DD` or as much of it as is known, or an amount of dollars as a decimal. */
export type Formattable = { readonly date: string } | { readonly amount: string }

interface Format {
  description: string
  example: string
  write: (value: string) => string
}

/** The formats of each kind of field; the first is used when the template names none. */
export const formats = {
  date: {
    long: { description: "Month in words", example: "March 3, 1962", write: (day) => displayDate(day, "en") },
    short: { description: "In digits", example: "3/3/1962", write: inDigits },
    iso: { description: "Year first", example: "1962-03-03", write: (day) => day },
    formal: { description: "As in deeds and wills", example: "3rd day of March, 1962", write: formally },
  },
  amount: {
    dollars: { description: "With a dollar sign", example: "$1,250.50", write: displayMoney },
    number: { description: "Without a dollar sign", example: "1,250.50", write: plainNumber },
    words: {
      description: "In words",
      example: "one thousand two hundred fifty and 50/100 dollars",
      write: inWords,
    },
  },
  text: {
    plain: { description: "As it was given", example: "Ada Smith", write: (text) => text },
    upper: { description: "In capitals", example: "ADA SMITH", write: (text) => text.toUpperCase() },
  },
} as const satisfies Record<string, Readonly<Record<string, Format>>>
export type Formatted = keyof typeof formats

export function formatsOf(kind: Formatted): Readonly<Record<string, Format>> {
  return formats[kind]
}

/** Splits `client.date_of_birth | short` into the field and its format. Word bends the quotes that some people put. */
export function splitFormat(tag: string): { name: string; format: string | undefined } {
  const [name = "", format] = tag.split("|", 2)
  return { name: name.trim(), format: format?.replace(/[\s"'`´“”„‟‘’‚‛«»‹›]/g, "").toLowerCase() }
}

/** The value as text; a format that doesn't fit its kind changes nothing. */
export function written(value: string | Formattable, format: string | undefined): string {
  if (typeof value === "string") return ownValue(formatsOf("text"), format ?? "")?.write(value) ?? value
  const kind = "date" in value ? "date" : "amount"
  const raw = "date" in value ? value.date : value.amount
  const all = formatsOf(kind)
  return (ownValue(all, format ?? "") ?? Object.values(all)[0])?.write(raw) ?? raw
}

function inDigits(date: string): string {
  const [year, ...monthAndDay] = date.split("-").map(Number)
  return [...monthAndDay, year].join("/")
}

function formally(date: string): string {
  const inWords = displayDate(date, "en")
  const [, month = "", day, year = ""] = /^(\p{L}+) (\d+), (\d+)$/u.exec(inWords) ?? []
  if (day === undefined) return inWords
  const ending = { one: "st", two: "nd", few: "rd" }[ordinals.select(Number(day)) as string] ?? "th"
  return `${day}${ending} day of ${month}, ${year}`
}

const ordinals = new Intl.PluralRules("en", { type: "ordinal" })

function plainNumber(amount: string): string {
  const [whole = "", cents = ""] = amount.split(".")
  return `${displayNumber(whole)}.${cents.padEnd(2, "0")}`
}

function inWords(amount: string): string {
  const [whole = "", cents = ""] = amount.replace("-", "").split(".")
  const words = wordsOf(BigInt(whole))
  return `${amount.startsWith("-") ? "minus " : ""}${words} and ${cents.padEnd(2, "0")}/100 dollars`
}

function wordsOf(number: bigint): string {
  if (number < 20n) return small[Number(number)] ?? ""
  if (number < 100n) return joined(tens[Number(number / 10n)] ?? "", number % 10n, "-")
  if (number < 1_000n) return joined(`${wordsOf(number / 100n)} hundred`, number % 100n, " ")
  const group = groups.findLast(([size]) => number >= size) ?? groups[0]
  const [size, name] = group
  return joined(`${wordsOf(number / size)} ${name}`, number % size, " ")
}

function joined(words: string, rest: bigint, between: string): string {
  return rest === 0n ? words : `${words}${between}${wordsOf(rest)}`
}

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  )
const tens = ["", "", ..."twenty thirty forty fifty sixty seventy eighty ninety".split(" ")]
const groups = [
  [10n ** 3n, "thousand"],
  [10n ** 6n, "million"],
  [10n ** 9n, "billion"],
  [10n ** 12n, "trillion"],
] as const

import { ownValue } from "../own-value.ts"
import type { Language } from "../text.ts"

/** Numbers in words: `five hundred thousand`, `half a million`, `un millón y medio`. Text is in lower case, without accents. */

interface Grammar {
  /** From zero. */
  units: readonly string[]
  /** From thirty; with English twenty, which the units don't contain. */
  tens: Readonly<Record<string, number>>
  /** Between tens and units. */
  joint?: string
  hundreds: Readonly<Record<string, number>>
  /** From the largest. */
  scales: readonly { names: readonly string[]; size: number }[]
  halves: Readonly<Record<string, number>>
  /** `half a SCALE`, with the fraction as group 1 and the scale as group 2. */
  part: RegExp
  /** `two and a half SCALE`, in groups. */
  and_part?: RegExp
  /** `two SCALE and a half`, in groups. */
  after?: RegExp
}

const words = (text: string) => text.split(" ")
const numbered = (text: string, first: number, step: number) =>
  Object.fromEntries(words(text).map((word, index) => [word, first + index * step]))

const grammars: Record<Language, Grammar> = {
  en: {
    units: words(
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
        "seventeen eighteen nineteen",
    ),
    tens: numbered("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
    hundreds: {},
    scales: [
      { names: ["billion"], size: 1e9 },
      { names: ["million", "millions"], size: 1e6 },
      { names: ["thousand", "grand", "k"], size: 1e3 },
    ],
    halves: { half: 0.5, quarter: 0.25, "three quarters": 0.75, "three quarter": 0.75 },
    part: /^(?:an? )?(half|quarter|three quarters?|(?:\d+ )?\d\/\d+)(?: of)?(?: an?)? ([a-z]+)$/,
    and_part: /^(.+) and (?:a |one )?(half|quarter|three quarters) ([a-z]+)$/,
    after: /^(.+) (million|billion) and a (half|quarter)$/,
  },
  es: {
    units: words(
      "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete " +
        "dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete " +
        "veintiocho veintinueve",
    ),
    tens: numbered("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10),
    joint: "y",
    hundreds: {
      cien: 100,
      ...numbered(
        "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
        100,
        100,
      ),
    },
    scales: [
      { names: ["millon", "millones"], size: 1e6 },
      { names: ["mil", "k"], size: 1e3 },
    ],
    halves: { medio: 0.5, cuarto: 0.25, "tres cuartos": 0.75 },
    part: /^(?:un )?(medio|cuarto|tres cuartos|(?:\d+ )?\d\/\d+)(?: de)?(?: un)? ([a-z]+)$/,
    after: /^(.+) (millon|millones) y (medio|cuarto)$/,
  },
}

/**
 * The decimals that a text spells: none if it spells no number, and two if it can be read in two ways, because some
 * people mean half a million by the end of `two million five hundred`. Phrases may be in either language.
 */
export function spelledNumbers(text: string, language: Language): string[] {
  const phrase = text.replace(/(?<=[a-z])-(?=[a-z])/g, " ")
  const own = readPhrase(phrase, grammars[language])
  // A single word may be one of the other language by chance, as "once" is.
  const other = own.length === 0 && phrase.includes(" ")
  return (other ? readPhrase(phrase, grammars[language === "en" ? "es" : "en"]) : own).map(String)
}

function readPhrase(text: string, grammar: Grammar): number[] {
  const part = fractionOf(text, grammar)
  if (part !== undefined) return [part]
  const tokens = words(text)
  const value = /^an?$/.test(text) ? undefined : cardinal(tokens, grammar)
  if (value === undefined) return []
  const rest = value % 1e6
  const isShort = rest > 0 && rest < 1000 && value > rest
  return isShort ? [value - rest + rest * 1000, value] : [value]
}

/** Part of a thousand or a million, if it is exact to the unit. */
function fractionOf(text: string, grammar: Grammar): number | undefined {
  const [, part, of] = grammar.part.exec(text) ?? []
  const [, whole, extra, of_both] = grammar.and_part?.exec(text) ?? []
  const [, before, of_first, after] = grammar.after?.exec(text) ?? []
  const count = (phrase: string | undefined) =>
    phrase && (/^an?$/.test(phrase) ? 1 : cardinal(words(phrase), grammar))
  const read = (factor: number | undefined, scale: string | undefined) => {
    const size = grammar.scales.find(({ names }) => names.includes(scale ?? ""))?.size
    const value = factor === undefined || size === undefined ? undefined : factor * size
    return value !== undefined && Number.isInteger(value) ? value : undefined
  }
  const plus = (phrase: string | undefined, fraction: string | undefined) => {
    const [first, second] = [count(phrase), ownValue(grammar.halves, fraction ?? "")]
    return first && second ? first + second : undefined
  }
  if (part) return read(ownValue(grammar.halves, part) ?? digitFraction(part), of)
  return read(plus(whole, extra), of_both) ?? read(plus(before, after), of_first)
}

/** `3/4`, `1 1/2`. */
function digitFraction(text: string): number | undefined {
  const [, whole = "0", over = "", under = ""] = /^(?:(\d+) )?(\d)\/(\d+)$/.exec(text) ?? []
  return Number(under) > Number(over) && Number(over) > 0
    ? Number(whole) + Number(over) / Number(under)
    : undefined
}

function cardinal(
  tokens: readonly string[],
  grammar: Grammar,
  scales: Grammar["scales"] = grammar.scales,
): number | undefined {
  const at = tokens.findIndex((token) => scales.some(({ names }) => names.includes(token)))
  if (at < 0) return belowThousand(tokens, grammar)
  const [{ names, size } = { names: [], size: 0 }, ...smaller] = scales
  const own = tokens.findIndex((token) => names.includes(token))
  if (own < 0) return cardinal(tokens, grammar, smaller)
  const head = tokens.slice(0, own)
  const tail = withoutAnd(tokens.slice(own + 1), grammar)
  const isOne = (head.length === 0 && tokens[0] === "mil") || head.join() === "a"
  // English counts thousands of thousands in millions.
  const count = isOne ? 1 : grammar.joint ? cardinal(head, grammar, smaller) : belowThousand(head, grammar)
  const rest = tail.length === 0 ? 0 : cardinal(tail, grammar, smaller)
  return count && rest !== undefined && rest < size ? count * size + rest : undefined
}

function withoutAnd(tokens: readonly string[], { joint }: Grammar): readonly string[] {
  return joint === undefined && tokens[0] === "and" && tokens.length > 1 ? tokens.slice(1) : tokens
}

function belowThousand(tokens: readonly string[], grammar: Grammar): number | undefined {
  const [first = "", ...others] = tokens
  const hundreds = ownValue(grammar.hundreds, first.replace(/tas$/, "tos"))
  if (hundreds !== undefined) return plusBelowHundred(hundreds, others, grammar)
  const at = grammar.joint ? -1 : tokens.indexOf("hundred")
  if (at < 0) return belowHundred(tokens, grammar)
  const head = tokens.slice(0, at)
  const count = head.length === 0 || head.join() === "a" ? 1 : belowHundred(head, grammar)
  return count && count < 100
    ? plusBelowHundred(100 * count, withoutAnd(tokens.slice(at + 1), grammar), grammar)
    : undefined
}

function plusBelowHundred(hundreds: number, rest: readonly string[], grammar: Grammar): number | undefined {
  if (rest.length === 0) return hundreds
  const value = belowHundred(rest, grammar)
  return value && value < 100 ? hundreds + value : undefined
}

function belowHundred(tokens: readonly string[], { units, tens, joint }: Grammar): number | undefined {
  const [first = "", ...others] = tokens
  if (others.length === 0 && /^\d{1,3}$/.test(first)) return Number(first)
  const unit = (word: string) => {
    const at = units.indexOf(joint ? word.replace(/un$|una$/, "uno") : word)
    return at < 0 ? undefined : at
  }
  const ten = ownValue(tens, first)
  if (others.length === 0) return ten ?? unit(first)
  const last = joint === undefined ? others : others[0] === joint ? others.slice(1) : []
  const added = last.length === 1 ? unit(last[0] ?? "") : undefined
  return ten && added && added < 10 ? ten + added : undefined
}

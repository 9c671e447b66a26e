// A value that a question accepts, whatever its type and its limits.
import { addressParts } from "../../definition/addresses/addresses.ts"
import type { AnswerValue } from "../../definition/conditions/conditions.ts"
import { isDecimal } from "../../definition/values/decimals.ts"
import { type Answerable, parseAnswer, type RawAnswer } from "../../definition/values/values.ts"
import type { Sample } from "./sample.ts"
import { sampleAddress, samplePhone } from "./sample-people.ts"

/**
 * A value in stored form; undefined if none fits, and for questions about people or files. `today` is the firm's day;
 * `previous` is a value not to repeat.
 */
export function sampleValue(
  question: Answerable,
  sample: Sample,
  today: string,
  previous?: AnswerValue | null,
): AnswerValue | undefined {
  const parsed = candidatesOf(question, sample, today).map((raw) =>
    parseAnswer({ ...question, required: true }, raw, today, "stored"),
  )
  return parsed
    .flatMap((each) => (each.kind === "value" ? [each.value] : []))
    .find((value) => JSON.stringify(value) !== JSON.stringify(previous))
}

/** Values that may fit, the likeliest first. */
function candidatesOf(question: Answerable, sample: Sample, today: string): RawAnswer[] {
  const { options = [], min, max, max_length } = question
  const limits = [min, max].flatMap((limit) => limit ?? [])
  const values = options.map(({ value }) => value)
  switch (question.type) {
    case "text":
    case "long_text":
      return phrasesFrom(sample).map((phrase) => phrase.slice(0, max_length))
    case "yes_no":
      return sample.pick([true, true, false]) ? ["yes", "no"] : ["no", "yes"]
    case "one_of":
    case "choice":
      return [sample.pick(values), ...values]
    case "many_of":
      return [[sample.pick(values), sample.pick(values)].flatMap((value) => value ?? []), ...values]
    case "date":
      return [dateBefore(sample, today), ...limits.map((limit) => (limit === "today" ? today : limit)), today]
    case "money":
      return [`${sample.number(5, 900)}00.00`, ...limits, "1.00", "0.00"]
    case "number":
      return [String(sample.number(1, 9)), ...limits.flatMap(wholesNear), ...limits, "0"]
    case "percentage":
      return [String(sample.number(1, 9) * 10), ...limits.flatMap(wholesNear), ...limits, "0"]
    case "email":
      return ["helpful.person@example.com", "other.person@example.com"]
    case "phone":
      return [samplePhone(sample), samplePhone(sample)]
    case "ssn":
      // The Social Security Administration assigns no number that begins with 9.
      return [`900-${sample.number(10, 99)}-${sample.number(1000, 9999)}`, "900-10-1001"]
    case "ein":
      return [`12-${sample.number(1_000_000, 9_999_999)}`, "12-3456789"]
    case "address": {
      const address = sampleAddress(sample)
      return [addressParts.map((part) => address[part]), ["1 Main Street", "Albany", "NY", "12207", "US"]]
    }
    case "table":
      return [1, 2]
        .map((rows) => Array.from({ length: rows }, () => rowOf(question, sample, today)))
        .reverse()
    case "contact":
    case "file":
    case "computed":
    case "notice":
      return []
    default:
      return question.type satisfies never
  }
}

function rowOf({ columns = [] }: Answerable, sample: Sample, today: string): string {
  const cells = columns.map(({ id, ...column }) => [id, sampleValue(column, sample, today)] as const)
  return JSON.stringify(Object.fromEntries(cells.filter(([, value]) => value !== undefined)))
}

function phrasesFrom(sample: Sample): string[] {
  const phrases = ["As discussed by phone", "See the attached papers", "Nothing further", "To be confirmed"]
  return [sample.pick(phrases) ?? "", ...phrases, "A", "B"]
}

/** A day within the last twenty years. */
function dateBefore(sample: Sample, today: string): string {
  const year = Number(today.slice(0, 4)) - sample.number(1, 20)
  return `${year}-${twoDigits(sample.number(1, 12))}-${twoDigits(sample.number(1, 28))}`
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, "0")
}

/** The whole numbers on both sides of a limit. */
function wholesNear(limit: string): string[] {
  return isDecimal(limit) ? [String(Math.ceil(Number(limit))), String(Math.floor(Number(limit)))] : []
}

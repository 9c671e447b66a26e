// Whatever is typed, pasted or sent takes time in proportion to its length: one long value must not hold up the process
// for everyone. A reader that is quadratic takes 16 times as long for 4 times the text.
import assert from "node:assert/strict"
import { test } from "node:test"
import { addressParts, fullAddress } from "../server/definition/addresses/addresses.ts"
import { parseCountry } from "../server/definition/addresses/countries.ts"
import { completeZip } from "../server/definition/addresses/zip-codes.ts"
import { questionTypes } from "../server/definition/kinds.ts"
import { parseMatterName } from "../server/definition/matter-name.ts"
import { parseMoney } from "../server/definition/values/amounts.ts"
import { parseDateParts } from "../server/definition/values/dates.ts"
import { codeDigits } from "../server/definition/values/digits.ts"
import { foldText } from "../server/definition/values/folded-text.ts"
import { parseShares } from "../server/definition/values/shares.ts"
import { parseSpreadsheetDate } from "../server/definition/values/spreadsheet-dates.ts"
import { hasAddress } from "../server/definition/values/typed-addresses.ts"
import {
  compact,
  inLines,
  inOneLine,
  parseLine,
  parseText,
  trimmed,
} from "../server/definition/values/typed-text.ts"
import { type Answerable, parseAnswer } from "../server/definition/values/values.ts"
import { checkedEdits } from "../server/intake/contacts/fields.ts"
import { internationalForm } from "../server/intake/contacts/phones.ts"
import { cleanFilename, extensionOf } from "../server/intake/documents/filename.ts"
import { searchNameOf } from "../server/intake/matters/list/search-name.ts"
import { withoutCodes } from "../server/operations/imports/table/cell-texts.ts"
import { safeName } from "../server/platform/files/safe-names.ts"
import { oneLine, parseSender, requireAddress } from "../server/platform/mail/addresses.ts"
import { readSources } from "./source-graph.ts"

const today = "2026-03-02"

const readers: Record<string, (text: string) => unknown> = {
  ...{ trimmed, inLines, inOneLine, compact, parseMatterName, cleanFilename, extensionOf, searchNameOf },
  ...{ codeDigits, hasAddress, oneLine, safeName, internationalForm, parseCountry, foldText, withoutCodes },
  "what ends in a run": (text) => trimmed(text.slice(0, -1)),
  parseLine: (text) => parseLine(text, 500),
  parseText: (text) => parseText(text, 1_000_000),
  parseSpreadsheetDate: (text) => parseSpreadsheetDate(text, { today }),
  completeZip: (text) => completeZip(text, "MA"),
  "a ZIP code's state": (text) => completeZip("2134", text),
  requireAddress: refusing(requireAddress),
  parseSender: refusing(parseSender),
  "a person's name": refusing((value: string) => checkedEdits([{ field: "first_name", value }])),
  "a date's month": (month) => parseDateParts({ month, day: "3", year: "1962" }, { today }),
  "a date pasted into a box": (month) => parseAnswer({ type: "date" }, { month, day: "", year: "" }, today),
  "an amount in Spanish": (text) => parseMoney(text, { notation: "es" }),
  shares: (text) => parseShares([text, text], "en"),
  "an address's street": (street) =>
    fullAddress({ street, city: "Springfield", state: "IL", postal_code: "62701", country_iso: "US" }),
  ...Object.fromEntries(
    questionTypes.map((type) => [
      `an answer: ${type}`,
      (text: string) => {
        const question = { type, options: [], columns: [] } as Answerable
        const raw = type === "address" ? addressParts.map(() => text) : text
        return parseAnswer(question, raw, today)
      },
    ]),
  ),
}

function refusing(read: (text: string) => unknown) {
  return (text: string) => {
    try {
      return read(text)
    } catch {
      return undefined
    }
  }
}

/** What is repeated, between two characters that keep it from being trimmed. */
const runs = [
  ...[" ", "\t", "\n", " \n", "\v", "\u0085", "\u00a0", "\u200b", "\u200d ", "\u3164", "\u202e"],
  ...["1", "1 ", "1,", ",1", ".", "1.", " .", "-", "- ", "/", "(", ")", "%", "$", "#", "x", " x", "ext "],
  ...[
    "\u0301",
    "\u0301\u0316",
    "e\u0301\u0316",
    "\u1100\u1161",
    "a",
    "a ",
    "a@",
    "@",
    "a.",
    "😀",
    "١",
    "<",
    '"',
  ],
  ...["one ", "mil ", "march ", "and ", "{", "[[", "\\", "=?"],
]

/** Each four times the one before; a slow reader is stopped long before the last. */
const lengths = [3_125, 12_500, 50_000, 200_000]

/** In milliseconds that this process worked, so that a busy machine does not count. */
function cost(read: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage()
  read(text)
  return process.cpuUsage(start).user / 1_000
}

/** The first length that costs far more than four times the one before, three times over. Some milliseconds are noise. */
function findSlow(read: (text: string) => unknown, run: string): string[] {
  let before = Number.POSITIVE_INFINITY
  for (const length of lengths) {
    const text = `1${run.repeat(length / run.length)}!`
    const allowed = 9 * before + 50
    let now = cost(read, text)
    for (let again = 0; again < 2 && now > allowed; again++) now = cost(read, text)
    if (now > allowed) return [`${JSON.stringify(`1${run}!`)}: ${before} → ${now} ms at ${length}`]
    before = now
  }
  return []
}

for (const [name, read] of Object.entries(readers)) {
  test(`takes time in proportion to the length: ${name}`, () => {
    assert.deepEqual(
      runs.flatMap((run) => findSlow(read, run)),
      [],
    )
  })
}

test("text is brought into a normal form by one function, which bounds its cost", () => {
  const calls = readSources("server").flatMap(({ path, text }) =>
    /\.normalize\("NF/.test(text) ? [path] : [],
  )
  // In the browser, the text is the page's own.
  assert.deepEqual(calls, [
    "server/web/console/in-place/menus.ts",
    "server/web/portal/autosave/fields/choices.ts",
  ])
})

test("no reader takes a name that every object has for one of its own", () => {
  const hasFunction = (value: unknown): boolean =>
    typeof value === "function" ||
    (typeof value === "object" && value !== null && Object.values(value).some(hasFunction))
  for (const [name, read] of Object.entries(readers))
    for (const own of ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"])
      for (const text of [
        own,
        `5 ${own}`,
        `5 ${own} 2020`,
        `${own} 5, 2020`,
        `2134, ${own}`,
        `${own}: 5550142`,
      ])
        assert.equal(hasFunction(read(text)), false, `${name}: ${text}`)
})

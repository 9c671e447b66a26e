// What people type means the same everywhere: each way into the product takes, refuses and stores the same, in the same
// words. A row is one spelling with the value it must have; an entry is one way in. Add rows and entries, not cases.

import assert from "node:assert/strict"
import { test } from "node:test"
import { faultSentences } from "../server/definition/faults/fault-sentences.ts"
import type { Language } from "../server/definition/text.ts"
import { assertNone } from "./harness/assert-each.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { amountRows } from "./same-everywhere/amount-rows.ts"
import { dateAndAddressRows } from "./same-everywhere/date-and-address-rows.ts"
import { emailRows } from "./same-everywhere/email-rows.ts"
import { nameRows } from "./same-everywhere/name-rows.ts"
import { otherEntries } from "./same-everywhere/other-entries.ts"
import { phoneRows } from "./same-everywhere/phone-rows.ts"
import { questionEntries } from "./same-everywhere/question-entries.ts"
import { type Entry, type ExpectedFault, isFault, type Outcome, type Row } from "./same-everywhere/row.ts"
import { spanishRows } from "./same-everywhere/spanish-rows.ts"
import { textRows } from "./same-everywhere/text-rows.ts"

/** Every spelling, by kind. */
const rows: Row[] = [
  ...textRows,
  ...nameRows,
  ...emailRows,
  ...phoneRows,
  ...amountRows,
  ...dateAndAddressRows,
  ...spanishRows,
]

const entries: Entry[] = [...questionEntries, ...otherEntries]

// The start page needs a mail server; nothing is sent.
const { service, firm } = provideServiceAndFirm({ is_mailing: true }, "Hartwell & Pryce")

test("the table has no spelling twice, and hundreds of them", () => {
  const keys = rows.map(({ kind, typed, settings, language }) =>
    JSON.stringify([kind, typed, settings, language]),
  )
  assertNone(keys, (key, index) => keys.indexOf(key) !== index)
  assert.ok(rows.length >= 400, `${rows.length} rows`)
})

for (const entry of entries) {
  test(`each spelling has its value, or its sentence: ${entry.name}`, async () => {
    const every = process.env.FOYER_RANDOM_RUNS ? 1 : (entry.every ?? 1)
    // Others in each run.
    const first = Math.floor(Math.random() * every)
    const own = rows.filter(entry.takes).filter((_, index) => index % every === first)
    assert.ok(own.length > 0)
    const found = await entry.send(own, { service, firm })
    assert.deepEqual(
      own.flatMap((row, index) => differenceOf(row, found[index] ?? {})),
      [],
    )
  })
}

function sentenceOf({ fault, ...shown }: ExpectedFault, language: Language): string {
  const sentence = faultSentences[fault][language]
  return Object.entries(shown).reduce((text, [name, value]) => text.replace(`{${name}}`, value), sentence)
}

/** Nothing, or the row with what is expected of it and what became of it. */
function differenceOf({ kind, typed, expected, language = "en" }: Row, found: Outcome): unknown[] {
  const wanted: Outcome = isFault(expected)
    ? { refused: sentenceOf(expected, language) }
    : { value: expected }
  const isRefusal = wanted.refused !== undefined
  if (isRefusal && found.refused === true) return []
  if (!isRefusal && found.refused === undefined && !("value" in found)) return []
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [{ kind, typed: JSON.stringify(typed).slice(0, 80), wanted, found }]
}

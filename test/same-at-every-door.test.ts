// What people type means the same at every door: each way into the product takes, refuses and stores the same, in the
// same words. A row is one spelling with the value it must have; a door is one way in. Add rows and doors, not cases.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { faultSentences } from "../server/definition/fault-sentences.ts"
import { openTestService, type TestFirm, type TestService } from "./harness/service.ts"
import { emailRows } from "./same-at-every-door/email-rows.ts"
import { nameRows } from "./same-at-every-door/name-rows.ts"
import { otherDoors } from "./same-at-every-door/other-doors.ts"
import { phoneRows } from "./same-at-every-door/phone-rows.ts"
import { questionDoors } from "./same-at-every-door/question-doors.ts"
import { type Door, isFault, type Outcome, type Row } from "./same-at-every-door/row.ts"
import { textRows } from "./same-at-every-door/text-rows.ts"

/** Every spelling, by kind. */
const rows: Row[] = [...textRows, ...nameRows, ...emailRows, ...phoneRows]

const doors: Door[] = [...questionDoors, ...otherDoors]

let service: TestService
let firm: TestFirm
before(async () => {
  // The start page needs a mail server; nothing is sent.
  service = await openTestService({ settings: { FOYER_SMTP_URL: "smtp://127.0.0.1:9" } })
  firm = await service.newFirm("Hartwell & Pryce")
})
after(() => service.close())

test("the table has no spelling twice, and hundreds of them", () => {
  const keys = rows.map(({ kind, typed, settings }) => JSON.stringify([kind, typed, settings]))
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  )
  assert.ok(rows.length >= 250, `${rows.length} rows`)
})

for (const door of doors) {
  test(`each spelling has its value, or its sentence, at this door: ${door.name}`, async () => {
    const every = process.env.FOYER_RANDOM_RUNS ? 1 : (door.every ?? 1)
    const own = rows.filter(door.takes).filter((_, index) => index % every === 0)
    assert.ok(own.length > 0)
    const found = await door.send(own, { service, firm })
    assert.deepEqual(
      own.flatMap((row, index) => differenceOf(row, found[index] ?? {})),
      [],
    )
  })
}

/** Nothing, or the row with what is expected of it and what the door did. */
function differenceOf({ kind, typed, expected }: Row, found: Outcome): unknown[] {
  const wanted: Outcome = isFault(expected)
    ? { refused: faultSentences[expected.fault].en.replace("{limit}", expected.limit ?? "{limit}") }
    : { value: expected }
  const isRefusal = wanted.refused !== undefined
  if (isRefusal && found.refused === true) return []
  if (!isRefusal && found.refused === undefined && !("value" in found)) return []
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [{ kind, typed: JSON.stringify(typed).slice(0, 80), wanted, found }]
}

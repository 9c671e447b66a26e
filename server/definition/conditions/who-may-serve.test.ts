import assert from "node:assert/strict"
import { test } from "node:test"
import { findObjection, isMinor, type Objection } from "./who-may-serve.ts"

const today = "2026-11-26"

test("a person is a minor until the day they turn 18, and not while the date of birth is unknown", () => {
  for (const [born, isYoung] of [
    ["2008-11-26", false],
    ["2008-11-27", true],
    ["2008-02-29", false],
    ["2026-11-26", true],
    ["1940-01-01", false],
    [null, false],
  ] as const)
    assert.equal(isMinor(born, today), isYoung, String(born))
})

test("a rule objects to exactly the people it names", () => {
  const [ana, bo] = [person("ana", "1980-01-01"), person("bo", "1979-05-05")]
  const [eli, zoe, kim] = [person("eli", "2013-04-05"), person("zoe", null), person("kim", "2001-01-01")]
  const everyone = [ana, bo, eli, zoe, kim]
  const objections = (rule: Parameters<typeof findObjection>[0], clients: string[]) =>
    Object.fromEntries(
      everyone.flatMap((each): [string, Objection][] => {
        const objection = findObjection(rule, each, clients, today)
        return objection ? [[each.id, objection]] : []
      }),
    )
  assert.deepEqual(objections({}, ["ana", "bo"]), {})
  assert.deepEqual(objections({ adults_only: true }, ["ana", "bo"]), { eli: "minor" })
  assert.deepEqual(objections({ not_clients: true }, ["ana", "bo"]), { ana: "client", bo: "client" })
  assert.deepEqual(objections({ not_clients: true }, ["bo"]), { bo: "client" })
  assert.deepEqual(objections({ adults_only: true, not_clients: true }, ["ana"]), {
    ana: "client",
    eli: "minor",
  })
})

function person(id: string, date_of_birth: string | null) {
  return { id, date_of_birth }
}

import assert from "node:assert/strict"
import { test } from "node:test"
import { withSwitches } from "./planting.ts"
import { sqlFaults } from "./sql-faults.ts"

const hole = "$".concat("{b}")

/** The statements with each fault planted, in one line. */
const faultyOnes = (text: string) =>
  sqlFaults(text).map(({ start, end, replacement }) =>
    (text.slice(0, start) + replacement + text.slice(end)).replace(/\s+/g, " ").trim(),
  )

test("a statement loses its locks, its conflict clauses, and each of its conditions", () => {
  assert.deepEqual(
    faultyOnes(
      `select a from t where a = ${hole} and (c or d) and e between 1 and 2 order by a for update`,
    ).toSorted(),
    [
      "select a from t where (c or d) and e between 1 and 2 order by a for update",
      `select a from t where a = ${hole} and (c or d) and e between 1 and 3 order by a for update`,
      `select a from t where a = ${hole} and (c or d) and e between 2 and 2 order by a for update`,
      `select a from t where a = ${hole} and (c or d) order by a for update`,
      `select a from t where a = ${hole} and (c or d) and e between 1 and 2 order by a`,
      `select a from t where a = ${hole} and e between 1 and 2 order by a for update`,
    ].toSorted(),
  )
  assert.deepEqual(
    faultyOnes(`insert into t values (${hole}) on conflict (id) do update set a = 1 returning id`),
    [`insert into t values (${hole}) returning id`],
  )
  assert.deepEqual(faultyOnes("create index a on t (b) where c is null;"), [])
  assert.deepEqual(faultyOnes("create unique index a on t (b) where c is null;"), [
    "create unique index a on t (b) where c is not null;",
    "create unique index a on t (b) where true;",
  ])
  assert.deepEqual(faultyOnes("perform pg_advisory_xact_lock(f(1), 0);"), ["perform 1;"])
})

test("comparisons, intervals and negations change; operators that look like them, strings and comments do not", () => {
  assert.deepEqual(faultyOnes("select a <= b, c ->> 'x > y', d @> e from t -- not a > b"), [
    "select a < b, c ->> 'x > y', d @> e from t -- not a > b",
  ])
  assert.deepEqual(faultyOnes("delete from t where at < now() - interval '7 days'"), [
    "delete from t where at <= now() - interval '7 days'",
    "delete from t where at < now() - interval '8 days'",
    "delete from t where true",
  ])
  assert.deepEqual(faultyOnes("select a from t where b is distinct from c and d is null"), [
    "select a from t where b is distinct from c and d is not null",
    "select a from t where d is null",
    "select a from t where b is distinct from c",
  ])
})

test("the faults of a file are compiled together, one inside the other, and only the numbered one is planted", () => {
  const source = "(a, b) => a < b || a > 10"
  const fault = (number: number, place: string, replacement: string) => {
    const start = source.indexOf(place)
    const more = { kind: "", path: "", line: 1, is_at_load: false, before: "", after: "" }
    return { ...more, number, start, end: start + place.length, replacement }
  }
  const all = [
    fault(1, "a < b", "a <= b"),
    fault(2, "a < b || a > 10", "a < b"),
    fault(3, "10", "(10 + 1)"),
    fault(4, "a < b || a > 10", "a > 10"),
  ]
  const [expression = ""] = withSwitches(source, all).split("\n\n")
  const outcomes = [0, 1, 2, 3, 4].map((planted) => {
    const f = new Function("isPlanted", `return ${expression}`)((number: number) => number === planted)
    return [f(1, 1), f(1, 2), f(11, 1)].map(Number).join("")
  })
  assert.deepEqual(outcomes, ["011", "111", "010", "010", "001"])
})

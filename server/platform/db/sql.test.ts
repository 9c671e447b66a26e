import assert from "node:assert/strict"
import { test } from "node:test"
import { joinSql, sql } from "./sql.ts"

const find = (id: number, filter: ReturnType<typeof sql>) => sql`select ${id} where ${filter} and b = ${"b"}`

test("nested statements keep their parameters in order, whatever a template was filled with before", () => {
  for (let round = 0; round < 3; round += 1) {
    const short = find(round, sql`true`)
    assert.deepEqual([short.text, short.values], ["select $1 where true and b = $2", [round, "b"]])
    const long = find(round, sql`a = ${"a"} or a = ${"c"}`)
    assert.deepEqual(
      [long.text, long.values],
      ["select $1 where a = $2 or a = $3 and b = $4", [round, "a", "c", "b"]],
    )
  }
})

test("the same template slot may hold a statement once and a value the next time", () => {
  const both = (one: unknown, other: unknown) => sql`select ${one}, ${other}`
  assert.equal(both(sql`true`, 1).text, "select true, $1")
  assert.equal(both(1, sql`true`).text, "select $1, true")
})

test("an array is one parameter", () => {
  const { text, values } = sql`select ${[1, 2]}::int[]`
  assert.deepEqual([text, values], ["select $1::int[]", [[1, 2]]])
})

test("fragments are joined with their parameters", () => {
  const { text, values } = joinSql([sql`a = ${1}`, sql`b = ${2}`, sql`c`], " and ")
  assert.deepEqual([text, values], ["a = $1 and b = $2 and c", [1, 2]])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { listRefused } from "./oldest-postgres.ts"

test("a statement that PostgreSQL doesn't know is named with its reason, and those after it are tried too", async () => {
  const statements = [
    "select $1::text",
    "select any_number()",
    "set local jit = off",
    "select pg_temp.count_matters()",
    "select 1 where $1",
    "with a as",
  ]
  assert.deepEqual(await listRefused(statements, process.env.DATABASE_URL ?? ""), [
    "function any_number() does not exist\nselect any_number()",
    "syntax error at end of input\nwith a as",
  ])
})

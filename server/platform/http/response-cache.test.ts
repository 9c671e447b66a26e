import assert from "node:assert/strict"
import { test } from "node:test"
import { openResponseCache } from "./response-cache.ts"

const answer = (length: number, revision = "r1") => ({ revision, tag: 'W/"1"', bytes: Buffer.alloc(length) })

test("the cache stays within its size, and evicts the least recently used response first", () => {
  const remembered = openResponseCache(1_000)
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i"]) remembered.keep(name, answer(99))
  assert.ok(remembered.find("a"))
  remembered.keep("j", answer(99))
  remembered.keep("k", answer(99))
  assert.equal(remembered.find("b"), undefined)
  assert.ok(remembered.find("a"))
  assert.ok(remembered.find("c"))
})

test("one name is stored once and takes space once", () => {
  const remembered = openResponseCache(1_000)
  for (let time = 0; time < 100; time += 1) remembered.keep("a", answer(99, `r${time}`))
  for (const name of ["b", "c", "d", "e"]) remembered.keep(name, answer(99))
  assert.equal(remembered.find("a")?.revision, "r99")
})

test("a response that would evict many others is not cached", () => {
  const remembered = openResponseCache(1_000)
  remembered.keep("small", answer(99))
  remembered.keep("large", answer(200))
  assert.equal(remembered.find("large"), undefined)
  assert.ok(remembered.find("small"))
})

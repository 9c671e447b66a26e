import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { compressFor } from "./compression.ts"
import { openResponseCache } from "./response-cache.ts"

const answer = (length: number, revision = "r1") => ({ revision, tag: 'W/"1"', bytes: Buffer.alloc(length) })

const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]

test("the cache stays within its size, and evicts the oldest response that was not found since", () => {
  const remembered = openResponseCache(1_000)
  for (const name of names) remembered.keep(name, answer(99))
  assert.ok(remembered.find("a"))
  remembered.keep("k", answer(99))
  assertEach([..."abck"], (name) => remembered.find(name) !== undefined, [true, false, true, true])
})

test("a new response is cached even if all others are in use, and a response in use once leaves in its turn", () => {
  const remembered = openResponseCache(1_000)
  for (const name of names) remembered.keep(name, answer(99))
  for (const name of names) assert.ok(remembered.find(name))
  remembered.keep("k", answer(99))
  assert.ok(remembered.find("k"))
  assert.equal(remembered.find("a"), undefined)
  for (let number = 0; number < 9; number += 1) remembered.keep(`new ${number}`, answer(95))
  for (const name of names) assert.equal(remembered.find(name), undefined)
  assert.ok(remembered.find("k"))
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

test("a cached response holds no more memory than its bytes, however its buffer was created", () => {
  const remembered = openResponseCache(1_000)
  const created = {
    text: Buffer.from("body"),
    cut: Buffer.alloc(50_000).subarray(7, 11),
    own: Buffer.alloc(4),
  }
  for (const [name, bytes] of Object.entries(created)) {
    remembered.keep(name, { revision: "r1", tag: 'W/"1"', bytes })
    const cached = remembered.find(name)?.bytes
    assert.deepEqual([cached?.buffer.byteLength, cached?.equals(bytes)], [4, true], name)
  }
})

test("a compressed response holds no more memory than its bytes, and the cache counts it", async () => {
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id }))))
  for (const encoding of ["br", "gzip"]) {
    const result = await compressFor({ "accept-encoding": encoding }, bytes)
    assert.deepEqual([result?.encoding, result?.bytes.buffer.byteLength], [encoding, result?.bytes.length])
    assert.ok((result?.bytes.length ?? bytes.length) < bytes.length / 2)
  }
  const remembered = openResponseCache(8 * 2 * bytes.length + 100)
  for (const name of names) remembered.keep(name, { ...answer(0), bytes })
  assert.equal(names.filter((name) => remembered.find(name)).length, 8)
})

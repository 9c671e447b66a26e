import assert from "node:assert/strict"
import { test } from "node:test"
import { Failure } from "../errors.ts"
import { openWorkQueue } from "./work-queue.ts"

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve("done"), fail: () => reject(new Error("broken")) }
}

test("the queue runs at most its limit at once, and the rest in order", async () => {
  const run = openWorkQueue({ max_parallel: 2, max_waiting: 10 })
  const pieces = [held(), held(), held(), held()]
  const begun: number[] = []
  const results = pieces.map(({ work }, index) =>
    run(() => {
      begun.push(index)
      return work()
    }),
  )
  assert.deepEqual(begun, [0, 1])
  pieces[1]?.end()
  await results[1]
  assert.deepEqual(begun, [0, 1, 2])
  pieces[0]?.end()
  await results[0]
  assert.deepEqual(begun, [0, 1, 2, 3])
  pieces[2]?.end()
  pieces[3]?.end()
  assert.deepEqual(await Promise.all(results), ["done", "done", "done", "done"])
})

test("work that finds the queue full is rejected at once, with the time to retry", async () => {
  const run = openWorkQueue({ max_parallel: 1, max_waiting: 1 })
  const [first, second] = [held(), held()]
  const results = [run(first.work), run(second.work)]
  await assert.rejects(
    run(async () => "never"),
    (error) => error instanceof Failure && error.code === "too_busy" && error.retry_after_s === 5,
  )
  first.end()
  second.end()
  await Promise.all(results)
  assert.equal(await run(async () => "again"), "again")
})

test("failed work frees its slot for the next", async () => {
  const run = openWorkQueue({ max_parallel: 1, max_waiting: 1 })
  const broken = held()
  const result = run(broken.work)
  const next = run(async () => "next")
  broken.fail()
  await assert.rejects(result, /broken/)
  assert.equal(await next, "next")
  assert.equal(await run(async () => "free"), "free")
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { batchQueries } from "./batch-queries.ts"

/** Waits until the pending requests are in a statement, if none is running. */
async function gathered(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await nextTurn()
}

/** Records the batches, and resolves each when the test resolves its promise. */
function openCounter() {
  const groups: (readonly number[])[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const ask = batchQueries(async (requests: readonly number[]) => {
    groups.push(requests)
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return requests.map((one) => one * 10)
  }, String)
  return { ask, groups, answers }
}

test("concurrent requests share one statement, and each gets its own result", async () => {
  const { ask, groups, answers } = openCounter()
  const first = [ask(1), ask(2), ask(3)]
  await gathered()
  const later = [ask(4), ask(5)]
  await gathered()
  assert.deepEqual(groups, [[1, 2, 3]])
  answers[0]?.resolve()
  assert.deepEqual(await Promise.all(first), [10, 20, 30])
  await gathered()
  answers[1]?.resolve()
  assert.deepEqual(await Promise.all(later), [40, 50])
  assert.deepEqual(groups, [
    [1, 2, 3],
    [4, 5],
  ])
})

test("identical concurrent requests share one result; one sent after the statement started joins the next", async () => {
  const { ask, groups, answers } = openCounter()
  const first = [ask(1), ask(2), ask(1)]
  await gathered()
  const later = [ask(1), ask(1)]
  answers[0]?.resolve()
  assert.deepEqual(await Promise.all(first), [10, 20, 10])
  await gathered()
  answers[1]?.resolve()
  assert.deepEqual(await Promise.all(later), [10, 10])
  assert.deepEqual(groups, [[1, 2], [1]])
})

test("a failed statement rejects every waiting request, and the next request runs a new one", async () => {
  const { ask, answers } = openCounter()
  const first = [ask(1), ask(2)]
  await gathered()
  const waiting = ask(3)
  answers[0]?.reject(new Error("cut"))
  for (const one of [...first, waiting]) await assert.rejects(one, /cut/)
  const next = ask(4)
  await gathered()
  answers[1]?.resolve()
  assert.equal(await next, 40)
})

test("more requests than fit in one batch are split into several", async () => {
  const { ask, groups, answers } = openCounter()
  const all = Array.from({ length: 100 }, (_, index) => ask(index))
  await gathered()
  answers[0]?.resolve()
  await all[63]
  await gathered()
  answers[1]?.resolve()
  assert.equal((await Promise.all(all))[99], 990)
  assertEach(groups, ({ length }) => length, [64, 36])
})

test("a request sent one turn after a result joins the next statement", async () => {
  const { ask, groups, answers } = openCounter()
  const first = ask(1)
  await gathered()
  const waiting = ask(2)
  answers[0]?.resolve()
  await first
  await nextTurn()
  const again = ask(3)
  await gathered()
  assert.deepEqual(groups, [[1], [2, 3]])
  answers[1]?.resolve()
  assert.deepEqual(await Promise.all([waiting, again]), [20, 30])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import { askTogether } from "./together.ts"

/** Notes the groups that were asked for, and answers each when told to. */
function openCounter() {
  const groups: (readonly number[])[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const ask = askTogether(async (requests: readonly number[]) => {
    groups.push(requests)
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return requests.map((one) => one * 10)
  }, String)
  return { ask, groups, answers }
}

test("who asks in one moment is answered by one statement, each with their own answer", async () => {
  const { ask, groups, answers } = openCounter()
  const first = [ask(1), ask(2), ask(3)]
  await nextTurn()
  const later = [ask(4), ask(5)]
  await nextTurn()
  assert.deepEqual(groups, [[1, 2, 3]])
  answers[0]?.resolve()
  assert.deepEqual(await Promise.all(first), [10, 20, 30])
  await nextTurn()
  answers[1]?.resolve()
  assert.deepEqual(await Promise.all(later), [40, 50])
  assert.deepEqual(groups, [
    [1, 2, 3],
    [4, 5],
  ])
})

test("who asks the same in one moment shares one place; who asks once it is under way is told anew", async () => {
  const { ask, groups, answers } = openCounter()
  const first = [ask(1), ask(2), ask(1)]
  await nextTurn()
  const later = [ask(1), ask(1)]
  answers[0]?.resolve()
  assert.deepEqual(await Promise.all(first), [10, 20, 10])
  await nextTurn()
  answers[1]?.resolve()
  assert.deepEqual(await Promise.all(later), [10, 10])
  assert.deepEqual(groups, [[1, 2], [1]])
})

test("what fails fails for all who wait, and the next are asked for anew", async () => {
  const { ask, answers } = openCounter()
  const first = [ask(1), ask(2)]
  await nextTurn()
  const waiting = ask(3)
  answers[0]?.reject(new Error("cut"))
  for (const one of [...first, waiting]) await assert.rejects(one, /cut/)
  const next = ask(4)
  await nextTurn()
  answers[1]?.resolve()
  assert.equal(await next, 40)
})

test("more than one statement takes are spread over several", async () => {
  const { ask, groups, answers } = openCounter()
  const all = Array.from({ length: 100 }, (_, index) => ask(index))
  await nextTurn()
  answers[0]?.resolve()
  await all[63]
  await nextTurn()
  answers[1]?.resolve()
  assert.equal((await Promise.all(all))[99], 990)
  assert.deepEqual(
    groups.map(({ length }) => length),
    [64, 36],
  )
})

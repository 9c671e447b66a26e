import assert from "node:assert/strict"
import { test } from "node:test"
import { inTurns, runInThread } from "./limited-thread.ts"

const limits = { timeout_ms: 60_000, max_heap_mb: 64 }
const script = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from "node:worker_threads"; ${text}`)}`,
  )
const answer = (message: { answer?: number }) => message.answer

test("a thread gets what it is given, may ask for more, and its answer is returned", async () => {
  const thread = script(
    "parentPort.postMessage({ wants: 1 }); parentPort.on('message', (more) => parentPort.postMessage({ answer: workerData + more }))",
  )
  const result = await runInThread(thread, 40, limits, async (message: { answer?: number }, send) => {
    if (message.answer === undefined) send(2)
    return message.answer
  })
  assert.equal(result, 42)
})

test("the answer of a thread that ends right after it is not lost", async () => {
  for (let time = 0; time < 5; time++)
    assert.equal(await runInThread(script("parentPort.postMessage({ answer: 7 })"), 0, limits, answer), 7)
})

test("a thread that never ends, throws, ends in silence or takes too much memory has no answer", async () => {
  for (const text of [
    "throw new Error('hostile')",
    "",
    "const all = []; for (;;) all.push(new Array(1e5).fill(1.5))",
  ])
    assert.equal(await runInThread(script(text), 0, limits, answer), undefined, text)
  const endless = { ...limits, timeout_ms: 500 }
  assert.equal(await runInThread(script("for (;;);"), 0, endless, answer), undefined)
  const slow = runInThread(script("parentPort.postMessage({})"), 0, limits, () => {
    throw new Error("The store is away.")
  })
  await assert.rejects(slow, /The store is away/)
})

test("work takes turns, and goes on after work that failed", async () => {
  const inTurn = inTurns()
  const first = Promise.withResolvers<void>()
  const log: string[] = []
  const one = inTurn(async () => {
    await first.promise
    log.push("one")
    throw new Error("failed")
  })
  const two = inTurn(async () => log.push("two"))
  assert.deepEqual(log, [])
  first.resolve()
  await assert.rejects(one)
  await two
  assert.deepEqual(log, ["one", "two"])
})

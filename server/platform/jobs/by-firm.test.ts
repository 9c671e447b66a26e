import assert from "node:assert/strict"
import { test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { Database, Tx } from "../db/database.ts"
import { workByFirm } from "./by-firm.ts"

const tx = {} as Tx
const db = {
  withTimeout: () => ({ forPlatform: (work: (tx: Tx) => unknown) => work(tx) }),
} as unknown as Database

interface Due {
  firm_id: string
  nth: number
}

/** `each` due items in each of several firms. */
function dueIn(firms: number, each: number): Due[] {
  return Array.from({ length: firms * each }, (_, index) => ({
    firm_id: `firm ${index % firms}`,
    nth: Math.floor(index / firms),
  }))
}

function openLog() {
  const lines: object[] = []
  return { lines, log: { error: (about: object, message: string) => void lines.push({ ...about, message }) } }
}

test("firms are processed in parallel, each in order, and none delays the others", async () => {
  const under_way = new Set<string>()
  const done = new Map<string, number[]>()
  let max_at_once = 0
  const work = async ({ firm_id, nth }: Due) => {
    assert.ok(!under_way.has(firm_id), `${firm_id} twice at once`)
    under_way.add(firm_id)
    max_at_once = Math.max(max_at_once, under_way.size)
    await nextTurn()
    under_way.delete(firm_id)
    done.set(firm_id, [...(done.get(firm_id) ?? []), nth])
    return 1
  }
  const { lines, log } = openLog()
  assert.equal(await workByFirm({ db, log }, "not done", async () => dueIn(10, 3), work), 30)
  assert.deepEqual([...done.values()], Array(10).fill([0, 1, 2]))
  assert.deepEqual([max_at_once, lines], [4, []])
})

test("a failure is logged with the record's ids, and everything else is processed", async () => {
  const { lines, log } = openLog()
  const fault = new Error("no such mailbox")
  const work = async ({ firm_id, nth }: Due) => {
    if (firm_id === "firm 1" && nth === 0) throw fault
    return 1
  }
  assert.equal(await workByFirm({ db, log }, "not done", async () => dueIn(3, 2), work), 5)
  assert.deepEqual(lines, [{ err: fault, firm_id: "firm 1", nth: 0, message: "not done" }])
})

test("nothing runs if nothing is due", async () => {
  const { log } = openLog()
  assert.equal(await workByFirm({ db, log }, "not done", async () => [], assert.fail), 0)
})

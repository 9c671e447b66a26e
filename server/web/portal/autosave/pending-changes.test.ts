import assert from "node:assert/strict"
import { test } from "node:test"
import { type Entry, PendingChanges } from "./pending-changes.ts"

/** A browser's storage, which is full while `is_full` is set. */
function stubStorage() {
  const state = { is_full: false }
  // Its keys are its only properties of its own, as in a browser.
  const localStorage: Record<string, string> = Object.create({
    getItem: (key: string) => localStorage[key] ?? null,
    removeItem: (key: string) => delete localStorage[key],
    setItem: (key: string, value: string) => {
      if (state.is_full && value.length > (localStorage[key] ?? "").length)
        throw new Error("QuotaExceededError")
      localStorage[key] = value
    },
  })
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true })
  return state
}

const entry = (text: string, typed: number): Entry => ({ controls: { name: [text] }, seen: 0, typed })

test("while storage is full, the latest keystroke of every field is sent, and none before it afterward", () => {
  const storage = stubStorage()
  const pending = new PendingChanges("user")
  const textOf = (field: string) => pending.of("/page")[field]?.controls.name?.[0]
  pending.put("/page", "first", entry("M", 1), false)
  storage.is_full = true
  for (const [index, text] of ["Ma", "Mar", "Maria"].entries())
    pending.put("/page", "first", entry(text, index + 2), false)
  pending.put("/page", "last", entry("Ruiz", 5), false)
  assert.deepEqual([textOf("first"), textOf("last")], ["Maria", "Ruiz"])
  pending.update("/page", "first", () => undefined)
  assert.deepEqual([textOf("first"), textOf("last")], [undefined, "Ruiz"])
  assert.deepEqual(Object.keys(pending.payload("/page").entries), ["last"])
})

test("what only an open page can resolve is sent again when its form opens", () => {
  stubStorage()
  const pending = new PendingChanges("user")
  pending.put("/page", "first", { ...entry("Maria", 1), is_conflicting: true }, false)
  pending.put("/page", "birth", { ...entry("3", 2), is_open: true }, false)
  pending.put("/other", "last", { ...entry("Ruiz", 3), is_conflicting: true }, false)
  assert.deepEqual(pending.waiting(), [])
  pending.reopen("/page")
  assert.deepEqual(pending.waiting(), ["/page"])
  assert.deepEqual(Object.keys(pending.payload("/page").entries), ["first", "birth"])
})

test("a device is empty once all is saved, sensitive answers in memory included, whatever others left on it", () => {
  stubStorage()
  const pending = new PendingChanges("user")
  const others = new PendingChanges("another")
  others.put("/page", "first", entry("Ben", 1), false)
  assert.equal(pending.isEmpty(), true)
  pending.put("/page", "ssn", entry("123", 1), true)
  assert.equal(pending.isEmpty(), false)
  pending.update("/page", "ssn", () => undefined)
  assert.equal(pending.isEmpty(), true)
  pending.put("/page", "first", entry("Maria", 2), false)
  assert.equal(pending.isEmpty(), false)
  PendingChanges.clear()
  assert.equal(pending.isEmpty(), true)
  assert.equal(others.isEmpty(), true)
})

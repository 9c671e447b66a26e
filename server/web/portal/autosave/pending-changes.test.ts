import assert from "node:assert/strict"
import { test } from "node:test"
import { type Entry, PendingChanges } from "./pending-changes.ts"

/** A browser's storage, which is full while `is_full` is set. */
function stubStorage() {
  const stored = new Map<string, string>()
  const state = { is_full: false }
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: (key: string, value: string) => {
      if (state.is_full && value.length > (stored.get(key) ?? "").length)
        throw new Error("QuotaExceededError")
      stored.set(key, value)
    },
  }
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

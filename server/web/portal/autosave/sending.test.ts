// Replaces the browser's fetch, page and storage, so it runs in this process alone.
import assert from "node:assert/strict"
import { test } from "node:test"
import { PendingChanges } from "./pending-changes.ts"
import { sendPage } from "./sending.ts"

const page = "/portal/sections/s/main/names"
const stored = new Map<string, string>()
Object.assign(globalThis, {
  document: { querySelector: () => null },
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})

type Reply = (fields: string[]) => Response

/** Sends "Ana" and "select * from", with `reply` for each request; returns the outcome and the fields still pending. */
async function send(reply: Reply) {
  stored.clear()
  const pending = new PendingChanges("user")
  for (const [typed, [field, value]] of Object.entries({ first: "Ana", last: "select * from" }).entries())
    pending.put(page, field, { controls: { [field]: [value] }, seen: 0, typed }, false)
  globalThis.fetch = async (_, init) => reply(Object.keys(JSON.parse(String(init?.body)).seen))
  const outcome = await sendPage(pending, page, "/portal/fields", "too long")
  return { outcome, pending: Object.keys(pending.of(page)).sort(), waiting: pending.waiting().length }
}

const html = "<html><body><h1>Request rejected</h1></body></html>"
const foreign = (status: number, body = html, type = "text/html"): Response =>
  new Response(body, { status, headers: { "Content-Type": type } })
const other_result = JSON.stringify({ saved: { city: 3 }, faults: {}, conflicts: {} })
const problem = (status: number, code: string): Response =>
  foreign(
    status,
    JSON.stringify({ type: "x", title: "x", status, detail: "x", code, request_id: "x" }),
    "application/json; charset=utf-8",
  )

test("a response that is not our server's never drops what was typed, whatever its status", async () => {
  const statuses = [
    200, 201, 302, 303, 400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 415, 421, 422, 425, 429, 451, 500,
    501, 502, 503, 504, 511,
  ]
  for (const status of statuses) {
    const replies: [string, Reply][] = [
      ["HTML", () => foreign(status)],
      ["JSON", () => foreign(status, '{"message":"Forbidden"}', "application/json")],
      ["a code alone", () => foreign(status, '{"code":"not_found"}', "application/json")],
      ["our words as a page", () => foreign(status, JSON.stringify({ code: "matter_read_only" }))],
      ["nothing", () => foreign(status, "")],
      ["another page's result", () => foreign(status, other_result, "application/json")],
    ]
    for (const [what, reply] of replies) {
      const { outcome, pending, waiting } = await send(reply)
      assert.deepEqual(pending, ["first", "last"], `${status} with ${what}`)
      assert.equal(waiting, 1, `${status} with ${what} is not tried again`)
      // What asks to wait is no firewall.
      const is_busy = status === 408 || status === 425 || status === 429
      if (is_busy) assert.deepEqual(outcome, { kind: "unreachable", is_busy })
      else assert.ok(outcome.kind === "unreachable" || (outcome.kind === "saved" && outcome.is_blocked))
    }
  }
})

test("a problem of our server with another status, or with a code of another meaning, drops nothing", async () => {
  for (const [status, code] of [
    [403, "firm_suspended"],
    [403, "cross_site"],
    [409, "unavailable"],
    [409, "idempotency_in_progress"],
    [429, "too_many_requests"],
    [503, "unavailable"],
  ] as const) {
    const { pending, waiting } = await send(() => problem(status, code))
    assert.deepEqual([pending, waiting], [["first", "last"], 1], code)
  }
})

test("an entry that a firewall refuses does not keep its neighbor from being saved", async () => {
  for (const reply of [() => foreign(403), () => foreign(200), () => foreign(406, "no", "text/plain")]) {
    const { outcome, pending } = await send((fields) =>
      fields.includes("last")
        ? reply()
        : new Response(JSON.stringify({ saved: { first: 1 }, faults: {}, conflicts: {} }), { status: 200 }),
    )
    assert.deepEqual(pending, ["last"])
    assert.ok(outcome.kind === "saved" && outcome.is_blocked)
    assert.deepEqual(outcome.result.saved, { first: 1 })
  }
})

test("our server's own word ends it, and hands back what was typed", async () => {
  for (const [status, code, kind] of [
    [409, "matter_read_only", "read_only"],
    [404, "not_found", "gone"],
  ] as const) {
    const { outcome, pending } = await send(() => problem(status, code))
    assert.equal(outcome.kind, kind)
    assert.ok("entries" in outcome)
    assert.deepEqual(Object.keys(outcome.entries).sort(), ["first", "last"])
    assert.deepEqual(pending, [])
  }
  const { outcome, pending } = await send(() => problem(401, "no_session"))
  assert.deepEqual([outcome.kind, pending], ["signed_out", ["first", "last"]])
})

test("a body that our server finds too large is tried field by field, and the sentence says so", async () => {
  const { outcome, waiting } = await send((fields) =>
    fields.includes("last")
      ? problem(413, "body_too_large")
      : new Response(JSON.stringify({ saved: { first: 1 }, faults: {}, conflicts: {} }), { status: 200 }),
  )
  assert.ok(outcome.kind === "saved")
  assert.deepEqual(outcome.result, { saved: { first: 1 }, faults: { last: "too long" }, conflicts: {} })
  assert.equal(waiting, 0)
})

test("a change of an entry that the server has saved meanwhile brings nothing back", () => {
  stored.clear()
  const pending = new PendingChanges("user")
  pending.update(page, "first", (entry) => ({ ...entry, is_open: true }))
  assert.deepEqual(pending.of(page), {})
})

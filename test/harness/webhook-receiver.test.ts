import assert from "node:assert/strict"
import { test } from "node:test"
import { startWebhookReceiver } from "./webhook-receiver.ts"

test("the receiver records each request byte for byte, with its headers, in order", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const body = Buffer.from([0x00, 0xff, 0x7b, 0x0a])
  await fetch(receiver.url, { method: "POST", body, headers: { "X-Case": "Kept" } })
  await fetch(`${receiver.url}?second`, { method: "POST", body: "two" })
  const [first, second] = receiver.requests
  assert.equal(first?.method, "POST")
  assert.deepEqual(first?.body, body)
  assert.equal(first?.headers["x-case"], "Kept")
  assert.ok(first?.raw_headers.includes("Kept"))
  assert.equal(second?.path, "/hook?second")
})

test("responses can differ by request and change while the receiver runs", async (t) => {
  const receiver = await startWebhookReceiver(t, (request, index) => ({
    status: index === 0 ? 503 : 200,
    headers: { "retry-after": "9" },
    body: request.path,
  }))
  const first = await fetch(receiver.url, { method: "POST" })
  assert.deepEqual([first.status, first.headers.get("retry-after"), await first.text()], [503, "9", "/hook"])
  assert.equal((await fetch(receiver.url, { method: "POST" })).status, 200)
  receiver.respondWith({ status: 410 })
  assert.equal((await fetch(receiver.url, { method: "POST" })).status, 410)
  receiver.respondWith("hang_up")
  await assert.rejects(fetch(receiver.url, { method: "POST" }))
  receiver.respondWith({ redirect_to: "/other" })
  const redirect = await fetch(receiver.url, { method: "POST", redirect: "manual" })
  assert.deepEqual([redirect.status, redirect.headers.get("location")], [302, "/other"])
  receiver.respondWith({ huge_bytes: 1_000_001 })
  assert.equal((await (await fetch(receiver.url, { method: "POST" })).arrayBuffer()).byteLength, 1_000_001)
})

test("waiting resolves once the predicate is true, and otherwise rejects with a count", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const waiting = receiver.waitFor((requests) => requests.length === 2)
  await fetch(receiver.url, { method: "POST" })
  await fetch(receiver.url, { method: "POST" })
  assert.equal((await waiting).length, 2)
  await assert.rejects(
    receiver.waitFor((requests) => requests.length === 3, 20),
    /in vain; 2 requests/,
  )
})

test("closing cuts off a silent response and a slowly dripping one", async () => {
  for (const answer of ["silent", { drip_ms: 5 }, { status: 200, delay_ms: 60_000 }] as const) {
    const receiver = await startWebhookReceiver(undefined, answer)
    const pending = assert.rejects(
      fetch(receiver.url, { method: "POST" }).then((response) => response.text()),
    )
    await receiver.waitFor((requests) => requests.length === 1)
    await receiver.close()
    await pending
    assert.equal(receiver.openConnectionCount(), 0)
  }
})

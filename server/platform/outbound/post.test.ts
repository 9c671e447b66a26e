import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { test } from "node:test"
import { promisify } from "node:util"
import { startWebhookReceiver } from "../../../test/harness/webhook-receiver.ts"
import { loopbackHosts } from "./policy.ts"
import { type OutboundRequest, postOutbound } from "./post.ts"

const local = { allow_http: false, allowed_hosts: loopbackHosts }

function toReceiver(url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url,
    headers: {},
    body: Buffer.from("{}"),
    timeout_ms: 60_000,
    max_response_bytes: 10_000,
    allow: local,
    ...changes,
  }
}

test("the receiver gets the exact bytes and the caller's headers, on a new connection", async (t) => {
  const receiver = await startWebhookReceiver(t, {
    status: 201,
    headers: { "x-seen": "yes" },
    body: "thanks é",
  })
  const body = Buffer.from([0x7b, 0x00, 0xff, 0xc3, 0xa9, 0x7d])
  const request = toReceiver(`${receiver.url}?a=1#part`, {
    body,
    headers: { "X-Firm": "a b", "Content-Type": "application/json" },
  })
  const answer = await postOutbound(request)
  await postOutbound(request)
  assert.equal(answer.status, 201)
  assert.equal(answer.headers["x-seen"], "yes")
  assert.equal(answer.body_excerpt, "thanks é")
  const [first] = receiver.requests
  assert.equal(first?.method, "POST")
  assert.equal(first?.path, "/hook?a=1")
  assert.deepEqual(first?.body, body)
  assert.deepEqual(first?.headers, {
    "x-firm": "a b",
    "content-type": "application/json",
    host: new URL(receiver.url).host,
    "content-length": "6",
    "accept-encoding": "identity",
    connection: "close",
  })
  assert.equal(receiver.connectionCount(), 2)
})

test("the duration is in milliseconds and includes the lookup", async (t) => {
  const receiver = await startWebhookReceiver(t)
  let now_ms = 5_000
  t.mock.method(performance, "now", () => now_ms)
  const url = receiver.url.replace("127.0.0.1", "hooks.example.test")
  const answer = await postOutbound(toReceiver(url), async () => {
    now_ms += 1_234
    return ["127.0.0.1"]
  })
  assert.equal(answer.duration_ms, 1_234)
})

test("the socket connects to the checked address and does not look up the name again", async (t) => {
  const receiver = await startWebhookReceiver(t)
  let lookups = 0
  const url = receiver.url.replace("127.0.0.1", "hooks.example.test")
  const answer = await postOutbound(toReceiver(url), async () =>
    lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"],
  )
  assert.equal(answer.status, 204)
  assert.equal(lookups, 1)
  assert.equal(receiver.requests[0]?.headers.host, new URL(url).host)
})

test("if one address does not respond, the next address of the name is tried", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const url = receiver.url.replace("127.0.0.1", "hooks.example.test")
  const answer = await postOutbound(toReceiver(url), async () => ["::1", "127.0.0.1"])
  assert.equal(answer.status, 204)
})

test("a redirect is returned like any response and not followed", async (t) => {
  const other = await startWebhookReceiver()
  t.after(other.close)
  const receiver = await startWebhookReceiver(t, { redirect_to: other.url })
  const answer = await postOutbound(toReceiver(receiver.url))
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.location, other.url)
  assert.equal(other.connectionCount(), 0)
})

test("proxies in the environment are ignored", async (t) => {
  const proxy = await startWebhookReceiver()
  t.after(proxy.close)
  const receiver = await startWebhookReceiver(t)
  // Node reads these at startup, so this needs its own process.
  const origin = new URL(proxy.url).origin
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: origin,
    http_proxy: origin,
    NO_PROXY: "",
    no_proxy: "",
  }
  const program = `
    import { postOutbound } from ${JSON.stringify(new URL("./post.ts", import.meta.url).href)}
    const request = ${JSON.stringify({ ...toReceiver(receiver.url), body: null })}
    await postOutbound({ ...request, body: Buffer.from("{}") })`
  await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    env,
  })
  assert.equal(receiver.requests.length, 1)
  assert.equal(proxy.connectionCount(), 0)
})

test("headers that control routing or framing are refused before anything is sent", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const refused: [string, string][] = [
    ["Host", "elsewhere"],
    ["content-length", "0"],
    ["Transfer-Encoding", "chunked"],
    ["connection", "keep-alive"],
    ["Expect", "100-continue"],
    ["proxy-authorization", "x"],
    ["x-a", "one\r\nx-b: two"],
    ["x-a", "\0"],
    ["x a", "y"],
    ["", "y"],
  ]
  for (const [name, value] of refused) {
    const request = toReceiver(receiver.url, { headers: { [name]: value } })
    await assert.rejects(postOutbound(request), { code: "header_not_allowed" }, name)
  }
  assert.equal(receiver.connectionCount(), 0)
})

test("the caller can abort sending at once", async (t) => {
  const receiver = await startWebhookReceiver(t, "silent")
  const stop = new AbortController()
  const sending = assert.rejects(postOutbound(toReceiver(receiver.url, { signal: stop.signal })), {
    code: "aborted",
  })
  await receiver.waitFor((requests) => requests.length === 1)
  stop.abort()
  await sending
  await assert.rejects(postOutbound(toReceiver(receiver.url, { signal: stop.signal })), { code: "aborted" })
  assert.equal(receiver.connectionCount(), 1)
})

import assert from "node:assert/strict"
import { PassThrough } from "node:stream"
import { test } from "node:test"
import { refuseBrokenRequest } from "./broken-requests.ts"

/** What a connection receives, and whether it is then cut off. */
function refuse(code: string | undefined, { hasEnded = false } = {}) {
  const socket = new PassThrough()
  if (hasEnded) socket.end()
  const error = Object.assign(new Error("broken"), code === undefined ? {} : { code })
  refuseBrokenRequest(error, socket as never, "http://127.0.0.1")
  return { text: String(socket.read() ?? ""), isCut: socket.destroyed }
}

test("a request that no route can read is refused with what is wrong, and its connection ends", () => {
  for (const [code, status, name] of [
    ["HPE_HEADER_OVERFLOW", 431, "headers_too_large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", 408, "request_timeout"],
    ["HPE_INVALID_METHOD", 400, "bad_request"],
    [undefined, 400, "bad_request"],
  ] as const) {
    const { text, isCut } = refuse(code)
    assert.match(text, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(text, /\r\nconnection: close\r\n/)
    const [, body = ""] = text.split("\r\n\r\n")
    assert.equal(JSON.parse(body).code, name)
    assert.equal(Number(/content-length: (\d+)/.exec(text)?.[1]), Buffer.byteLength(body))
    assert.equal(isCut, false)
  }
})

test("a connection that is gone, or takes nothing more, is cut off without a response", () => {
  assert.deepEqual(refuse("ECONNRESET"), { text: "", isCut: true })
  assert.deepEqual(refuse("HPE_INVALID_METHOD", { hasEnded: true }), { text: "", isCut: true })
})

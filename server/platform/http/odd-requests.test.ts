// URLs and methods that no page or client of ours uses: each is refused, and none causes a server error.

import assert from "node:assert/strict"
import { METHODS } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text as textOf } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { pino } from "pino"
import { assertEach, assertNone } from "../../../test/harness/assert-each.ts"
import { provideService } from "../../../test/harness/service.ts"
import { createApp } from "../../app.ts"
import type { App } from "./app.ts"

const service = provideService()
let app: App
const lines: string[] = []
before(async () => {
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) })
  app = await createApp({ ...service, log })
  await app.ready()
})
after(async () => {
  await app.close()
})

const send = (method: string, url: string, headers = {}) =>
  app.inject({ method: method as "GET", url, headers })

test("no method on any kind of URL causes a server error", async () => {
  lines.length = 0
  for (const method of METHODS.filter((method) => method !== "CONNECT"))
    for (const url of [
      "/",
      "/v1/matters",
      "/portal",
      "/console/x",
      "/assets/x.css",
      "/invite/x",
      "/docs",
      "/nowhere",
    ]) {
      const { statusCode } = await send(method, url)
      assert.ok(statusCode < 500, `${method} ${url}: ${statusCode}`)
    }
  assertNone(lines, (line) => JSON.parse(line).level >= 50)
})

test("an unsupported method gets 405 with the supported ones, whatever its body", async () => {
  const known = await send("QUERY", "/v1/matters", { "content-type": "text/odd" })
  assert.deepEqual([known.statusCode, known.headers.allow], [405, "GET, HEAD"])
  assert.equal((await send("QUERY", "/nowhere")).statusCode, 404)
})

test("headers that a proxy could read differently are refused with ours, each by its name", async () => {
  await app.listen({ port: 0, host: "127.0.0.1" })
  const { port } = app.server.address() as AddressInfo
  const firm = await service.newFirm()
  const read = async (...lines: string[]) => {
    const socket = connect(port, "127.0.0.1")
    const [first, ...headers] = lines
    socket.write(`${[first, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`)
    const text = await textOf(socket)
    const [head = "", body = ""] = text.split("\r\n\r\n")
    assert.match(head, /^request-id: [0-9a-f-]{36}\r?$/m, text)
    assert.match(head, /^x-content-type-options: nosniff\r?$/m, text)
    return `${head.slice(9, 12)} ${/"errors":\[\{"param":"([^"]+)"/.exec(body)?.[1] ?? ""}`.trim()
  }
  const live = "GET /health/live HTTP/1.1"
  assert.equal(await read(live, "hOsT: one.example"), "200")
  assert.equal(await read(live, "Host: [::1]:8080"), "200")
  assert.equal(await read("GET /health/live HTTP/1.0"), "200")
  assert.equal(await read(live), "400 Host")
  assert.equal(await read(live, "Host: one.example", "HOST: one.example"), "400 Host")
  assert.equal(await read(live, "Host: one.example, two.example"), "400 Host")
  assert.equal(await read(live, "Host: one.example", "Expect: 200-ok"), "417")
  const host = "Host: one.example"
  const key = `Authorization: Token ${firm.token}`
  // The second is cached, and answered before Fastify.
  for (let time = 0; time < 2; time++) assert.equal(await read("GET /v1/matters HTTP/1.1", host, key), "200")
  assert.equal(await read("GET /v1/matters HTTP/1.1", host, key, key), "400 Authorization")
})

test("a body with thousands of faults gets a hundred of them, and one with too many values a single one", async () => {
  const firm = await service.newFirm()
  const post = (count: number) =>
    firm.request(
      "POST",
      "/v1/matters/create",
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at])),
    )
  const many = await post(5_000)
  assert.deepEqual([many.status, many.body.errors.length], [400, 100])
  const excessive = await post(60_000)
  assertEach(excessive.body.errors, ({ param, code }: Record<string, string>) => `${param} ${code}`, [
    "body too_many",
  ])
})

test("a missing asset gets 404, and no path leads out of the folder", async () => {
  for (const url of [
    "/assets/missing.css",
    "/assets/",
    "/assets/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%",
    "/assets/%00",
    "/assets/%E0%A4%A",
    "/assets//x",
    `/assets/${"x".repeat(300)}`,
  ]) {
    const { statusCode, body } = await send("GET", url)
    assert.equal(statusCode, 404, `${url} ${body}`)
    assert.equal(JSON.parse(body).code, "not_found")
  }
  const asset = service.assets.url("console.css")
  assert.equal((await send("GET", asset)).statusCode, 200)
  assert.equal((await send("GET", asset, { "if-match": '"other"' })).statusCode, 412)
  assert.equal((await send("GET", asset, { range: "bytes=99999999-" })).statusCode, 416)
})

test("an invitation key is not logged even if its path is percent-encoded", async () => {
  lines.length = 0
  const key = "abcdefghijklmnopqrstuvwx12"
  for (const url of [`/invite/${key}`, `/%69nvite/${key}`, `/INVITE/${key}`, `/invite/${key}/%zz`])
    await send("GET", url)
  assert.ok(lines.length >= 4)
  assert.ok(!lines.join("").includes(key))
})

test("every response has its request id and the security headers", async () => {
  const secure = await createApp({ ...service, base_url: "https://intake.example.com" })
  for (const url of ["/v1/matters", "/portal", "/console/sign-in", "/nowhere", "/health/live", "/docs"]) {
    const { headers } = await secure.inject(url)
    assert.match(String(headers["request-id"]), /^[0-9a-f-]{36}$/, url)
    assert.equal(headers["x-content-type-options"], "nosniff", url)
    assert.equal(headers["cross-origin-opener-policy"], "same-origin", url)
    assert.match(String(headers["referrer-policy"]), /^(no-referrer|same-origin)$/, url)
    assert.equal(headers["strict-transport-security"], "max-age=31536000", url)
    const plain = await send("GET", url)
    assert.equal(plain.headers["strict-transport-security"], undefined, url)
  }
  await secure.close()
})

test("security.txt has the operator's contact, and does not exist without one", async () => {
  const path = "/.well-known/security.txt"
  assert.equal((await send("GET", path)).statusCode, 404)
  const config = { ...service.config, security_contact: "mailto:security@example.com" }
  const other = await createApp({ ...service, config })
  const { statusCode, headers, body } = await other.inject(path)
  assert.equal(statusCode, 200)
  assert.equal(headers["content-type"], "text/plain; charset=utf-8")
  const [, expires = ""] = /^Expires: (.+)$/m.exec(body) ?? []
  assert.match(body, /^Contact: mailto:security@example\.com\n/)
  assert.match(expires, /^\d{4}-\d\d-\d\dT00:00:00Z$/)
  const days = (Date.parse(expires) - service.db.clock().getTime()) / 86_400_000
  assert.ok(days > 170 && days < 365, "RFC 9116 §2.5.5: less than a year")
  await other.close()
})

test("signing out clears cached pages, and keeps the cookie of the other interface", async () => {
  for (const [surface, cookie] of [
    ["portal", "foyer_client"],
    ["console", "foyer_staff"],
  ]) {
    const { statusCode, headers } = await send("POST", `/${surface}/sign-out`, { cookie: `${cookie}=x` })
    assert.equal(statusCode, 303)
    assert.equal(headers["clear-site-data"], '"cache", "storage"')
    assert.match(String(headers["set-cookie"]), new RegExp(`^${cookie}=;`))
  }
})

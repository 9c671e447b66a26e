// Input from strangers and broken programs: every response names the fault and the remedy, and nothing is half done.

import assert from "node:assert/strict"
import { connect } from "node:net"
import { before, test } from "node:test"
import { assertConforms, problem } from "./contract/api.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { assertEach } from "./harness/assert-each.ts"
import { newIntake, type SampleIntake } from "./harness/sample-intake.ts"
import { provideServiceAndFirm } from "./harness/service.ts"

const { service, firm } = provideServiceAndFirm({ listen: true })
let intake: SampleIntake
let questionnaire_id: string
let port: number
before(async () => {
  intake = await newIntake(firm)
  questionnaire_id = (await firm.request("GET", `/v1/matters/${intake.matter_id}`)).body.questionnaire.id
  port = Number(new URL(service.base_url).port)
})

const posts = ["/v1/matters/create", "/v1/matters/create-and-invite", "/v1/subscriptions"]

async function send(url: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await service.app.inject({
    method: "POST",
    url,
    payload,
    headers: { authorization: `Token ${firm.token}`, "content-type": "application/json", ...headers },
  })
  assertConforms(problem, answer.json())
  return { status: answer.statusCode, body: answer.json() }
}

/** Runs `work` and fails if it changed anything. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await fingerprintOf(service, firm)
  await work()
  assert.deepEqual(await fingerprintOf(service, firm), before)
}

const codesOf = (body: { errors: { param: string; code: string }[] }) =>
  body.errors.map(({ param, code }) => `${param} ${code}`)

test("a body that is not a JSON object is refused with a sentence that says so", () =>
  changingNothing(async () => {
    const nothing = "body empty"
    const unread = "body not_json"
    const other = "body not_an_object"
    const nested = (levels: number) => `{"a": ${"[".repeat(levels)}${"]".repeat(levels)}}`
    const bodies: [string | Buffer, string][] = [
      ["", nothing],
      [" ", unread],
      ["{", unread],
      ['{"matter_name": "a"', unread],
      ["{matter_name: 1}", unread],
      ["{'matter_name': 'a'}", unread],
      ['{"matter_name": "a",}', unread],
      ['{"matter_name": NaN}', unread],
      ['{"matter_name": 01}', unread],
      ["matter_name=a", unread],
      ["<matter/>", unread],
      ['{"a": "tab\tand\nline"}', unread],
      ["[]", other],
      ['[{"matter_name": "a"}]', other],
      ['"text"', other],
      ["3", other],
      ["true", other],
      ["null", other],
      [Buffer.from('{"matter_name": "\xff"}', "latin1"), "body unreadable"],
      [Buffer.from('{"matter_name": "a"}', "utf16le"), unread],
      [nested(101), "body too_deep"],
      [nested(100_000), "body too_deep"],
    ]
    for (const url of posts) {
      for (const [body, code] of bodies) {
        const answer = await send(url, body)
        assert.equal(answer.status, 400, `${url} ${body}`)
        assert.deepEqual(codesOf(answer.body), [code], `${url} ${body}`)
      }
    }
  }))

test("fields that JavaScript's objects know are unknown fields like any other", () =>
  changingNothing(async () => {
    for (const url of posts)
      for (const name of ["__proto__", "constructor", "toString"]) {
        const { body } = await send(url, `{"${name}": {"prototype": {"admin": true}}}`)
        assert.ok(codesOf(body).includes(`${name} unknown_field`), JSON.stringify(body))
      }
  }))

test("a body of another type is refused with 415, which names the accepted type", () =>
  changingNothing(async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
      "application/jsonp",
      "application/json5",
      "application/problem+json",
      "text/json",
      "json",
      "",
      "*/*",
    ]
    for (const url of posts) {
      for (const type of types) {
        const { status, body } = await send(url, "{}", { "content-type": type })
        assert.equal(status, 415, type)
        assert.equal(body.code, "unsupported_media_type")
        assert.match(body.detail, /Content-Type: application\/json/)
      }
    }
  }))

test("a body of 2 MB is refused with 413, however its length is declared", () =>
  changingNothing(async () => {
    const big = JSON.stringify({ matter_name: "x".repeat(2 * 1024 * 1024) })
    for (const url of posts) {
      const { status, body } = await send(url, big)
      assert.deepEqual([status, body.code], [413, "body_too_large"])
    }
    const chunked = [
      "POST /v1/matters/create HTTP/1.1",
      "Host: x",
      "Content-Type: application/json",
      `Authorization: Token ${firm.token}`,
      "Transfer-Encoding: chunked",
    ]
    const answer = await raw(
      `${chunked.join("\r\n")}\r\n\r\n${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`,
    )
    assert.equal(answer.status, 413)
  }))

test("a request without a valid key is refused for the key before its input is checked", async () => {
  const bad: [string, Record<string, string>][] = [
    ["{", {}],
    ["{}", { "content-type": "text/plain" }],
    ["x".repeat(2 * 1024 * 1024), {}],
    ["{}", { "idempotency-key": "" }],
    ['{"matter_name": "\\u0000"}', {}],
  ]
  for (const url of posts) {
    for (const [payload, headers] of bad) {
      const answer = await send(url, payload, { authorization: "Token no one", ...headers })
      assert.equal(answer.status, 401, payload.slice(0, 40))
    }
    const weak = await firm.newKey(["users:read"])
    assert.equal((await send(url, "{", { authorization: `Token ${weak}` })).status, 403)
  }
})

test("a request without a valid key is refused before its body has arrived", async () => {
  // Also where none is taken.
  for (const url of [...posts, `/v1/matters/${intake.matter_id}/completion`, "/mcp"]) {
    const answer = await raw(
      `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Token no one\r\nContent-Length: 100000\r\n\r\n{`,
    )
    assert.equal(answer.status, 401, url)
  }
})

test("a response lists at most 100 faults, and cuts the names it repeats", () =>
  changingNothing(async () => {
    const many = (one: (n: number) => string) => `{${Array.from({ length: 5_000 }, (_, n) => one(n)).join()}}`
    const name = "x".repeat(150)
    for (const url of posts)
      for (const body of [
        many((n) => `"${n}${name}": 1`),
        many((n) => `"${n}${name}": "\\u0000"`),
        many((n) => `"${n}": 9007199254740993`),
        `{"context": ${many((n) => `"${n}${name}": {"a": 1}`)}}`,
        `{"${"x".repeat(900_000)}": {"y": "\\ud800"}}`,
      ]) {
        const answer = await send(url, body)
        assert.equal(answer.status, 400)
        assert.ok(
          answer.body.errors.length <= 100,
          `${url} ${body.slice(0, 60)}: ${answer.body.errors.length}`,
        )
        assert.ok(JSON.stringify(answer.body).length < 100_000, `${url} ${body.slice(0, 60)}`)
      }
  }))

test("text that can't be stored is named: NUL and lone surrogates, in values and keys", () =>
  changingNothing(async () => {
    const good = `"questionnaire_id": "${questionnaire_id}"`
    const cases: [string, string[]][] = [
      [`{${good}, "matter_name": "a\\u0000b"}`, ["matter_name unreadable"]],
      [`{${good}, "matter_name": "\\ud800"}`, ["matter_name unreadable"]],
      [`{${good}, "matter_name": "\\udc00\\ud800"}`, ["matter_name unreadable"]],
      [`{${good}, "matter_name": "a", "context": {"k": "\\u0000"}}`, ["context.k unreadable"]],
      [`{${good}, "matter_name": "a", "context": {"\\u0000": "v"}}`, ["context unreadable"]],
      [
        `{${good}, "matter_name": "a", "context": {"k": "\\uDFFF", "l": "\\u0000"}}`,
        ["context.k unreadable", "context.l unreadable"],
      ],
      [`{"questionnaire_id": "\\u0000", "matter_name": "a"}`, ["questionnaire_id unreadable"]],
    ]
    for (const [text, codes] of cases) {
      const { status, body } = await send("/v1/matters/create", text)
      assert.equal(status, 400, text)
      assert.deepEqual(codesOf(body), codes)
    }
    const url = await send(
      "/v1/subscriptions",
      `{"url": "http://127.0.0.1/\\u0000", "event_type": "intakeform.started"}`,
    )
    assert.deepEqual([url.status, codesOf(url.body)], [400, ["url unreadable"]])
  }))

test("numbers are accepted exactly or not at all, and never parsed from strings", () =>
  changingNothing(async () => {
    const context = async (value: string) => {
      const text = `{"questionnaire_id": "${questionnaire_id}", "matter_name": "a", "context": {"k": ${value}}}`
      const { status, body } = await send("/v1/matters/create", text)
      assert.equal(status, 400, value)
      return codesOf(body)
    }
    const long = ["9".repeat(309), `-${"9".repeat(309)}`, "1".repeat(900_000), "1e309", "-1E+999", "1e00400"]
    for (const value of ["9007199254740993", "-9007199254740993", "123456789012345678901234567890", ...long])
      assert.deepEqual(await context(value), ["context.k too_large"], value.slice(0, 40))
    assert.deepEqual(await context("1.5"), ["context.k wrong_type"])
    assert.deepEqual(await context("true"), ["context.k wrong_type"])
    const name = await send(
      "/v1/matters/create",
      `{"questionnaire_id": "${questionnaire_id}", "matter_name": 5}`,
    )
    assert.deepEqual(codesOf(name.body), ["matter_name wrong_type"])
    for (const url of posts) {
      const { status, body } = await send(url, `{"matter_name": ${"9".repeat(400)}}`)
      assert.deepEqual([status, codesOf(body)], [400, ["matter_name too_large"]], url)
    }
  }))

test("nesting of any depth is refused safely", () =>
  changingNothing(async () => {
    for (const depth of [100, 10_000, 150_000]) {
      for (const middle of ["1", '"\\u0000"', "9007199254740993"]) {
        for (const [open, close] of [
          ["[", "]"],
          ['{"a":', "}"],
        ] as const) {
          const deep = open.repeat(depth) + middle + close.repeat(depth)
          for (const url of posts) {
            const { status } = await send(url, `{"matter_name": "a", "context": ${deep}}`)
            assert.equal(status, 400, `${depth} ${open}${middle} ${url}`)
          }
        }
      }
    }
  }))

test("an idempotency key that is empty, too long, or not visible ASCII is refused by name", () =>
  changingNothing(async () => {
    for (const key of ["", " ", "x".repeat(256), "two words", "clé", "\u007f"]) {
      for (const url of posts) {
        const { status, body } = await send(url, "{}", { "idempotency-key": key })
        assert.equal(status, 400)
        assert.ok(codesOf(body).includes("Idempotency-Key wrong_format") || body.errors.length > 0)
      }
      const good = JSON.stringify({ questionnaire_id, matter_name: "a" })
      const { body } = await send("/v1/matters/create", good, { "idempotency-key": key })
      assert.deepEqual(codesOf(body), ["Idempotency-Key wrong_format"], JSON.stringify(key))
    }
  }))

test("a query of any length with any escapes gets a response, not an error", async () => {
  const queries = [
    "search=%ff%fe",
    "search=%zz",
    "search=%",
    `search=${"x".repeat(10_000)}`,
    `search=${"%25".repeat(2_000)}`,
    `search=${"\\".repeat(100)}%25_`,
    "search=a&search=b",
    "search[]=a",
    "search[a]=b",
    "__proto__=1&constructor=2",
    "&&&===&",
    "?",
    "%00=1",
    Array.from({ length: 1_500 }, (_, n) => `p${n}=1`).join("&"),
    "search=%F0%9F%98%80",
    "search=%ED%A0%80",
  ]
  for (const query of queries) {
    const { status } = await firm.request("GET", `/v1/matters?${query}`)
    assert.ok(status === 200 || status === 400, `${status} ${query.slice(0, 60)}`)
  }
  for (const param of ["search", "from", "until", "is_submitted", "quest_approach", "page", "page_size"]) {
    const { status, body } = await firm.request("GET", `/v1/matters?${param}=%00`)
    assert.equal(status, 400, param)
    assertEach(body.errors, (fault: { param: string }) => fault.param, [param])
  }
})

test("requests that are not HTTP get the standard error format, and the server keeps running", async () => {
  const cases: [string, number][] = [
    ["NONSENSE\r\n\r\n", 400],
    ["GET / HTTP/9.9\r\n\r\n", 400],
    ["BREW /v1/matters HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["GET /v1/matters HTTP/1.1\r\nHost x\r\n\r\n", 400],
    [`GET /v1/matters HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    [`GET /v1/matters?${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ["POST /v1/subscriptions HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400],
    ["POST /v1/subscriptions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\na", 400],
    [
      "POST /v1/subscriptions HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["POST /v1/subscriptions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400],
  ]
  for (const [text, status] of cases) {
    const answer = await raw(text)
    assert.equal(answer.status, status, text.slice(0, 60))
    const body = JSON.parse(answer.body)
    assertConforms(problem, body)
    assert.equal(answer.headers["request-id"], body.request_id)
  }
  assert.equal((await raw("GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).status, 200)
})

test("a truncated body changes nothing", () =>
  changingNothing(async () => {
    const body = JSON.stringify({ questionnaire_id, matter_name: "Cut" })
    const head = [
      "POST /v1/matters/create HTTP/1.1",
      "Host: x",
      "Content-Type: application/json",
      `Authorization: Token ${firm.token}`,
      `Content-Length: ${body.length}`,
    ].join("\r\n")
    await raw(`${head}\r\n\r\n${body.slice(0, -1)}`, { end: true })
  }))

test("a URL that names another host is answered as ours, and no link in the response leads there", async () => {
  await newIntake(firm)
  const get = (target: string) =>
    raw(`GET ${target} HTTP/1.1\r\nHost: elsewhere.example\r\nAuthorization: Token ${firm.token}\r\n\r\n`)
  for (const host of ["http://elsewhere.example", "HTTPS://elsewhere.example:444"]) {
    const { status, body } = await get(`${host}/v1/matters?page_size=1`)
    assert.equal(status, 200)
    assert.equal(JSON.parse(body).next, `${service.base_url}/v1/matters?page_size=1&page=2`)
  }
})

interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Sends raw bytes, and reads until the server closes the connection. */
function raw(bytes: string, { end = false } = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => (end ? socket.end(bytes) : socket.write(bytes)))
    let text = ""
    socket.setEncoding("utf8").setTimeout(30_000, () => socket.destroy(new Error(`No end to: ${text}`)))
    socket.on("data", (chunk) => {
      text += chunk
      if (/^content-length: 0|\r\n\r\n[\s\S]*[}]$/i.test(text)) socket.end()
    })
    socket.on("error", (error) => (text ? undefined : reject(error)))
    socket.on("close", () => resolve(readAnswer(text)))
  })
}

function readAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n")
  const [line = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 2)]),
  )
  return { status: Number(line.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") }
}

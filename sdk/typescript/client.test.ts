import assert from "node:assert/strict"
import { test } from "node:test"
import { Client } from "./client.ts"
import { FoyerError } from "./errors.ts"

type Reply = Response | Error | "hang" | "break off"

/** A client whose requests are answered with `replies`, one after the other, and what it sent. */
function clientFor(...replies: Reply[]) {
  const sent: { method: string; url: string; headers: Record<string, string>; body: unknown }[] = []
  const fetch = async (url: string, { method, headers, body, signal }: RequestInit): Promise<Response> => {
    sent.push({
      method: method ?? "",
      url,
      headers: headers as Record<string, string>,
      body: typeof body === "string" ? JSON.parse(body) : undefined,
    })
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    if (reply instanceof Response) return reply
    return reply === "break off" ? new Response(brokenStream()) : until(signal)
  }
  const client = new Client({
    url: "https://intake.example/",
    key: "foyer_1",
    timeout_ms: 50,
    fetch: fetch as typeof globalThis.fetch,
  })
  return { client, sent }
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    pull: (stream) => {
      stream.enqueue(new TextEncoder().encode('{"id": '))
      stream.error(new TypeError("terminated"))
    },
  })
}

function until(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
}

const ok = (value: unknown) => Response.json(value)
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json(
    { type: "https://x/docs#e", title: "T", status, code, detail: "D.", request_id: "r1" },
    { status, headers },
  )
const reset = () => new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })

test("parameters go into the path, the query, and the body, and the key into its header", async () => {
  const { client, sent } = clientFor(ok({ id: 1 }), ok({}))
  const operation = { query: ["notify"], has_body: true, once: true }
  const params = { matter_id: "m/1", notify: true, text: "Hi", gone: undefined, nothing: null }
  assert.deepEqual(await client.call("POST", "/v1/matters/{matter_id}/messages", operation, params), {
    id: 1,
  })
  await client.call("GET", "/v1/matters", { query: ["tag", "page"] }, { tag: ["a b", "c"], page: undefined })
  const [post, get] = sent
  assert.equal(post?.url, "https://intake.example/v1/matters/m%2F1/messages?notify=true")
  assert.deepEqual(post?.body, { text: "Hi", nothing: null })
  assert.equal(post?.headers.authorization, "Token foyer_1")
  assert.match(post?.headers["idempotency-key"] ?? "", /^[0-9a-f-]{36}$/)
  assert.equal(get?.url, "https://intake.example/v1/matters?tag=a+b&tag=c")
  assert.equal(get?.headers["idempotency-key"], undefined)
  assert.deepEqual(
    [post?.headers["content-type"], get?.headers["content-type"]],
    ["application/json", undefined],
  )
})

test("a parameter that is missing or unknown is refused before anything is sent", async () => {
  const { client, sent } = clientFor()
  await assert.rejects(client.call("GET", "/v1/matters/{matter_id}", {}), /`matter_id` is missing/)
  for (const matter_id of ["", ".", ".."])
    await assert.rejects(client.call("GET", "/v1/matters/{matter_id}", {}, { matter_id }), /is missing/)
  await assert.rejects(
    client.call("GET", "/v1/matters", {}, { is_submited: true }),
    /no parameter `is_submited`/,
  )
  assert.throws(() => new Client({ url: "intake.example", key: "k" }), /Invalid URL/)
  assert.throws(() => new Client({ url: "https://x", key: "" }), /needs an API key/)
  for (const key of ["foyer_…", "foyer_1\n", " foyer_1"])
    assert.throws(() => new Client({ url: "https://x", key }), /a character that no key has/)
  assert.equal(sent.length, 0)
})

test("a POST that got no answer is sent again with the same key, also while the first one still runs", async () => {
  const { client, sent } = clientFor(
    reset(),
    "hang",
    "break off",
    refusal(409, "request_in_progress"),
    ok({ id: 7 }),
  )
  assert.deepEqual(
    await client.call("POST", "/v1/matters/create", { has_body: true, once: true }, { a: 1 }),
    { id: 7 },
  )
  assert.equal(sent.length, 5)
  assert.equal(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size, 1)
  assert.deepEqual(new Set(sent.map(({ body }) => JSON.stringify(body))), new Set(['{"a":1}']))
})

test("what could be done twice is only sent again after a refusal without effect", async () => {
  for (const reply of [reset(), refusal(503, "unavailable"), refusal(502, "x")]) {
    const { client, sent } = clientFor(reply, ok({}))
    await assert.rejects(client.call("POST", "/v1/other", { has_body: true }), FoyerError)
    assert.equal(sent.length, 1)
  }
  const { client, sent } = clientFor(refusal(429, "rate_limited", { "retry-after": "0" }), ok({ id: 1 }))
  assert.deepEqual(await client.call("POST", "/v1/other", { has_body: true }), { id: 1 })
  assert.equal(sent.length, 2)
})

test("other refusals, and waits that are too long, are errors at once", async () => {
  for (const reply of [
    refusal(400, "bad_request"),
    refusal(404, "not_found"),
    refusal(409, "conflict"),
    refusal(500, "internal_error"),
    refusal(429, "rate_limited", { "retry-after": "3600" }),
    refusal(503, "unavailable", { "retry-after": new Date(Date.now() + 9e8).toUTCString() }),
  ]) {
    const { client, sent } = clientFor(reply, ok({}))
    await assert.rejects(client.call("GET", "/v1/matters", {}), FoyerError)
    assert.equal(sent.length, 1)
  }
})

test("an error has the fields of the problem, or says what came instead", async () => {
  const { client } = clientFor(
    refusal(404, "not_found"),
    new Response("<h1>Bad gateway</h1>", { status: 413, statusText: "Too Large" }),
    new Response(null, { status: 301, headers: { location: "https://other.example/" } }),
    new Response("null", { status: 400 }),
  )
  const errorOf = () =>
    client.call("GET", "/v1/matters", {}).then(
      () => assert.fail("accepted"),
      (error: FoyerError) => error,
    )
  const { name, status, code, title, detail, type, request_id, errors, message } = await errorOf()
  assert.deepEqual(
    { name, status, code, title, detail, type, request_id, errors, message },
    {
      ...{ name: "FoyerError", status: 404, code: "not_found", title: "T", detail: "D.", message: "D." },
      ...{ type: "https://x/docs#e", request_id: "r1", errors: [] },
    },
  )
  const gateway = await errorOf()
  assert.deepEqual([gateway.status, gateway.code], [413, "http_413"])
  assert.match(gateway.message, /413 Too Large, and not from Foyer/)
  assert.match((await errorOf()).message, /leads on to https:\/\/other\.example\//)
  assert.equal((await errorOf()).code, "http_400")
})

test("a success that is not from Foyer is an error that says so", async () => {
  const type = { "content-type": "application/json" }
  for (const text of ["<html>Log in</html>", "", "null", "[]", '"ok"', "7", '{"results":']) {
    const { client } = clientFor(new Response(text, { headers: type }))
    await assert.rejects(client.call("GET", "/v1/firm", {}), { status: 200, message: /not from Foyer/ }, text)
  }
  for (const text of ["{}", '{"results":null,"next":null}', '{"results":{}}']) {
    const { client } = clientFor(new Response(text, { headers: type }))
    const read = async () => {
      for await (const record of client.list("GET", "/v1/matters", {})) assert.fail(String(record))
    }
    await assert.rejects(read, { status: 200, message: /not from Foyer/ }, text)
  }
})

test("without an answer, the error says where it was looked for and why, once attempts are used up", async () => {
  const { client, sent } = clientFor(reset())
  const impatient = new Client({
    url: "https://intake.example/secret",
    key: "k",
    max_retries: 0,
    fetch: () => Promise.reject(reset()),
  })
  await assert.rejects(impatient.request("GET", "/v1/matters"), (error: FoyerError) => {
    assert.deepEqual([error.status, error.code], [0, "unreachable"])
    assert.equal(error.message, "There was no answer from https://intake.example: ECONNRESET.")
    return true
  })
  const ending = new AbortController()
  const waiting = client.request("GET", "/v1/matters", { signal: ending.signal })
  ending.abort(new Error("enough"))
  await assert.rejects(waiting, /enough/)
  assert.ok(sent.length <= 1)
})

test("a 304 is a response, and a file is left to be streamed", async () => {
  const { client } = clientFor(
    new Response(null, { status: 304, headers: { etag: "W/1" } }),
    ok({ download_url: "https://files.example/1" }),
    new Response("pdf"),
  )
  const unchanged = await client.request("GET", "/v1/events", { headers: { "if-none-match": "W/1" } })
  assert.deepEqual([unchanged.status, unchanged.headers.get("etag")], [304, "W/1"])
  assert.equal(await (await client.download({ document_id: "document_P1" })).text(), "pdf")
})

test("a download does not give the key to where the file is", async () => {
  const { client, sent } = clientFor(ok({ download_url: "https://files.example/1" }), new Response("pdf"))
  await client.download("document_P1")
  assert.deepEqual(
    sent.map(({ url, headers }) => [url, headers.authorization]),
    [
      ["https://intake.example/v1/documents/document_P1", "Token foyer_1"],
      ["https://files.example/1", undefined],
    ],
  )
})

test("iterating a list reads page after page, after the last record where that is possible", async () => {
  const page = (next: string | null, ...ids: number[]) =>
    ok({ count: 3, next, previous: null, results: ids.map((id) => ({ id: `m${id}` })) })
  const idsOf = async (operation: object, params = {}) => {
    const { client, sent } = clientFor(page("http://inside:8080/v1/matters?page=2", 1, 2), page(null, 3))
    const ids: unknown[] = []
    for await (const { id } of client.list("GET", "/v1/matters", operation, params) as AsyncIterable<{
      id: string
    }>)
      ids.push(id)
    return [...ids, sent[1]?.url]
  }
  const start = "https://intake.example/v1/matters"
  const query = ["page", "sort", "is_open", "starting_after"]
  assert.deepEqual(await idsOf({ query }, { is_open: true }), [
    ...["m1", "m2", "m3"],
    `${start}?is_open=true&starting_after=m2`,
  ])
  assert.deepEqual(await idsOf({ query }, { sort: "name" }), ["m1", "m2", "m3", `${start}?sort=name&page=2`])
  assert.deepEqual(await idsOf({ query: ["page"] }), ["m1", "m2", "m3", `${start}?page=2`])
})

test("a list that shrinks meanwhile ends, and one that fails throws; awaiting gives the first page", async () => {
  const first = () =>
    ok({ count: 2, next: "https://intake.example/v1/x?page=2", previous: null, documents: [{ n: 1 }] })
  const read = async (...replies: Reply[]) => {
    const { client } = clientFor(...replies)
    const records: unknown[] = []
    for await (const one of client.list("GET", "/v1/x", { query: ["page"], records: "documents" }))
      records.push(one)
    return records
  }
  assert.deepEqual(await read(first(), refusal(404, "not_found")), [{ n: 1 }])
  await assert.rejects(read(first(), refusal(403, "forbidden")), FoyerError)
  await assert.rejects(read(refusal(404, "not_found")), FoyerError)
  const { client } = clientFor(first())
  assert.deepEqual(await client.list("GET", "/v1/x", { query: ["page"] }), await first().json())
})

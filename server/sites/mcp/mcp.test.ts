import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { before, test } from "node:test"
import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { bridgeMcp } from "../../../sdk/typescript/mcp.ts"
import { provideSampleFirm } from "../../../test/contract/sample-firm.ts"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { program } from "../../../test/harness/foyer-program.ts"
import { literally } from "../../../test/harness/literally.ts"
import { happen } from "../../../test/harness/webhook-delivery.ts"
import type { Scope } from "../../firm/access/api/keys.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import type { Document } from "../reference/document.ts"
import { createMcpServer } from "./mcp-server.ts"
import { listTools, type Tool } from "./tools.ts"

const sample = provideSampleFirm({ listen: true })
let tools: Tool[]
let ids: Record<string, string>
before(async () => {
  const { firm, service, couple, get } = sample
  const { matter_id, main } = couple
  await firm.run((tx) =>
    saveAnswer(tx, service.ring, matter_id, {
      question_id: couple.ids.ssn,
      about: main,
      value: "078-05-1120",
    }),
  )
  tools = listTools(service.app.swagger() as object as Document)
  const [event] = (await get("/v1/events")).body.results
  const { questionnaire } = (await get(`/v1/matters/${matter_id}`)).body
  const subscription = { url: "http://127.0.0.1:9/", event_type: "intakeform.started" }
  const { body: subscribed } = await firm.request("POST", "/v1/subscriptions", subscription)
  await happen(sample.service, firm, "intakeform.started")
  const requests = `/v1/matters/${matter_id}/document-requests`
  const requested = await firm.request("POST", requests, { label: "Closing statement" })
  const [delivery] = (await get(`/v1/subscriptions/${subscribed.id}/deliveries`)).body.results
  ids = {
    matter_id,
    subscription_id: subscribed.id,
    delivery_id: delivery.id,
    event_id: event.event_id,
    document_id: couple.will,
    request_id: requested.body.id,
    questionnaire_id: questionnaire.id,
    user_id: firm.admin.user_id ?? "",
  }
})

async function open(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(transport)
  return client
}

async function openWith(token: string): Promise<Client> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  return open(new StreamableHTTPClientTransport(new URL("/mcp", sample.service.base_url), { requestInit }))
}

const openScoped = async (...scopes: Scope[]) => openWith(await sample.firm.newKey(scopes))

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given })
  const [part] = content
  assert.equal(part?.type, "text")
  return { text: part.type === "text" ? part.text : "", isError }
}

/** Each answer has download links of its own. */
const withoutLinks = (body: unknown) =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === "download_url" ? undefined : value)))

/** What a tool needs, from the sample's records. */
const neededBy = ({ inputSchema }: Tool) =>
  Object.fromEntries((inputSchema.required as string[]).map((name) => [name, ids[name]]))

test("every operation is a tool, and what each reads is what the API returns", async () => {
  const client = await openWith(sample.firm.token)
  const listed = (await client.listTools()).tools
  assertEach(
    listed,
    ({ name }) => name,
    tools.map(({ name }) => name),
  )
  const hinted = (hint: "readOnlyHint" | "destructiveHint") =>
    listed.flatMap(({ name, annotations }) => (annotations?.[hint] ? [name] : []))
  assert.ok(hinted("readOnlyHint").includes("getMatter") && !hinted("destructiveHint").includes("getMatter"))
  assert.ok(!hinted("destructiveHint").includes("createMatter"), "it only adds")
  assert.ok(hinted("destructiveHint").includes("removeSubscription"))
  for (const tool of tools.filter(({ annotations }) => annotations.readOnlyHint)) {
    const given = neededBy(tool)
    const { text, isError } = await call(client, tool.name, given)
    assert.equal(isError, false, `${tool.name}: ${text}`)
    if (tool.operation.success.file) {
      assert.match(text, /^This is a file of type application/, tool.name)
      continue
    }
    const path = tool.operation.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? "")
    const isPaged = tool.operation.parameters.some(({ name }) => name === "page_size")
    const { body } = await sample.get(`${path}${isPaged ? "?page_size=20" : ""}`)
    assert.deepEqual(withoutLinks(JSON.parse(text)), withoutLinks(body), tool.name)
  }
  await client.close()
})

test("a key sees the tools of its scopes only, and calls no other", async () => {
  const client = await openScoped("matters:read")
  const names = (await client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes("listMatters"))
  for (const { name, operation } of tools)
    assert.equal(names.includes(name), operation.scopes.join() === "matters:read", name)
  const { text, isError } = await call(client, "createMatter", { matter_name: "Okafor" })
  assert.deepEqual([isError, text], [true, "There is no tool createMatter, or this key may not use it."])
  await client.close()
  await assert.rejects(openWith("dv_nobody"), /401/)
})

test("sensitive answers are masked unless the key may see them", async () => {
  const read = async (...scopes: Scope[]) => {
    const client = await openScoped(...scopes)
    const { text } = await call(client, "listAnswers", { matter_id: ids.matter_id })
    await client.close()
    return text
  }
  assert.match(await read("matters:read", "answers:sensitive"), /078-05-1120/)
  assert.doesNotMatch(await read("matters:read"), /078-05-1120/)
})

test("a tool changes data as the API does, once per idempotency key, and says what it doesn't understand", async () => {
  const client = await openScoped("matters:write", "matters:read")
  const given = { questionnaire_id: ids.questionnaire_id, matter_name: "Moreno", idempotency_key: "once" }
  const [first, second] = [
    await call(client, "createMatter", given),
    await call(client, "createMatter", given),
  ]
  assert.equal(first.isError, false, first.text)
  assert.equal(JSON.parse(second.text).id, JSON.parse(first.text).id)
  const faultsOf = async (name: string, extra: object) => {
    const { text, isError } = await call(client, name, { ...extra })
    assert.equal(isError, true)
    return JSON.parse(text).errors.map(({ param }: { param: string }) => param)
  }
  assert.deepEqual(
    await faultsOf("createMatter", {
      questionnaire_id: ids.questionnaire_id,
      matter_name: "Moreno",
      client: "x",
    }),
    ["client"],
  )
  assert.deepEqual(await faultsOf("listMatters", { is_submited: true }), ["is_submited"])
  assert.match((await call(client, "getMatter", { matter_id: "../users" })).text, /"status":404/)
  await client.close()
})

test("a call without the id of its record is refused, and reaches no other operation", async () => {
  const client = await openWith(sample.firm.token)
  for (const { name, operation } of tools) {
    const [needed] = operation.parameters.filter((parameter) => parameter.in === "path")
    if (!needed) continue
    for (const value of [undefined, null, "", ".", ".."]) {
      const { text, isError } = await call(client, name, { [needed.name]: value })
      assert.equal(isError, true, `${name}: ${text}`)
      assert.ok(text.startsWith(`${name} needs ${needed.name}`), text)
    }
  }
  await client.close()
})

test("an answer too long for a model is cut, and says what to do", async () => {
  const [to, from] = InMemoryTransport.createLinkedPair()
  let text = "x".repeat(60_000)
  await createMcpServer("1.0.0", tools, async () => ({ status: 200, text })).connect(from)
  const client = await open(to)
  assert.equal((await call(client, "listEvents")).text, text)
  text = JSON.stringify({ long: "x".repeat(70_000) })
  const { content } = await client.callTool({ name: "listEvents", arguments: {} })
  const [beginning, note] = content.map((part) => (part.type === "text" ? part.text : ""))
  assert.equal(beginning, text.slice(0, 60_000))
  assert.match(note ?? "", /only the beginning, 60000 of 70011 characters\. Ask for less/)
  const results = Array.from({ length: 100 }, (_, id) => ({ id, long: "y".repeat(1_000) }))
  text = JSON.stringify({ count: 100, results, others: [1] })
  const cut = await client.callTool({ name: "listEvents", arguments: {} })
  const [json, left_out] = cut.content.map((part) => (part.type === "text" ? part.text : ""))
  const rest = JSON.parse(json ?? "")
  assert.deepEqual([rest.count, rest.others, rest.results], [100, [1], results.slice(0, rest.results.length)])
  assert.ok(rest.results.length > 40 && (json ?? "").length <= 60_000, `${rest.results.length}`)
  assert.match(left_out ?? "", literally(`results has the first ${rest.results.length} of 100 records`))
  await client.close()
})

test("foyer mcp offers the same tools to a program that starts it", async () => {
  const args = [...program, "mcp", "--url", sample.service.base_url]
  const env = { ...(process.env as Record<string, string>), FOYER_KEY: sample.firm.token }
  const client = await open(new StdioClientTransport({ command: process.execPath, args, env }))
  assert.equal((await client.listTools()).tools.length, tools.length)
  const { text } = await call(client, "getMatter", { matter_id: ids.matter_id })
  assert.equal(JSON.parse(text).id, ids.matter_id)
  assert.match((await call(client, "listMatters", { page: "x" })).text, /"status":400/)
  await client.close()
  const limited = await open(
    new StdioClientTransport({ command: process.execPath, args: [...args, "--read-only"], env }),
  )
  assertEach(
    (await limited.listTools()).tools,
    ({ name }) => name,
    tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name),
  )
  const refused = await call(limited, "createMatter", { matter_name: "Okafor" })
  assert.deepEqual(
    [refused.isError, refused.text],
    [true, "There is no tool createMatter, or this key may not use it."],
  )
  await limited.close()
})

test("foyer mcp answers every message, in any order, and says what it can't reach", async () => {
  const bridge = async (words: string[], env: Record<string, string>, lines: string[]) => {
    const [printed, complained]: [string[], string[]] = [[], []]
    const code = await bridgeMcp(words, env, {
      input: Readable.from(lines.map((line) => `${line}\n`)),
      print: (line) => printed.push(line),
      complain: (line) => complained.push(line),
    })
    return { code, answers: printed.map((line) => JSON.parse(line)), complained }
  }
  const url = ["--url", sample.service.base_url]
  const env = { FOYER_KEY: sample.firm.token }
  const calls = Array.from({ length: 5 }, (_, id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params: {} }),
  )
  const notice = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })
  const all = await bridge(url, env, [...calls, "", notice])
  assert.deepEqual(all.answers.map(({ id }) => id).toSorted(), [0, 1, 2, 3, 4])
  assert.deepEqual([all.code, all.complained], [0, []])
  const given = await bridge([...url, "--key", sample.firm.token], {}, calls.slice(0, 1))
  assert.ok(given.answers[0].result.tools.length > 0)

  const wrong = await bridge(url, { FOYER_KEY: "foyer_wrong" }, [calls[0] ?? "", "{"])
  assertEach(wrong.answers, ({ id, error }) => [id, /Foyer answered 401/.test(error.message)], [[0, true]])
  assert.equal(wrong.complained.length, 2)
  const away = await bridge(["--url", "http://127.0.0.1:1"], env, calls.slice(0, 1))
  assert.match(away.answers[0].error.message, /^http:\/\/127\.0\.0\.1:1 doesn't answer/)
  for (const [words, settings, sentence] of [
    [[], env, /--url or FOYER_URL/],
    [url, {}, /API key into FOYER_KEY/],
    [["--url", "foyer"], env, /"foyer" is no address/],
    [[...url, "--write"], env, /Unknown option '--write'/],
  ] as [string[], Record<string, string>, RegExp][]) {
    const { code, complained } = await bridge(words, settings, calls)
    assert.deepEqual([code, complained.length], [1, 1])
    assert.match(complained[0] ?? "", sentence)
  }
})

test("a parameter that takes several values takes a list of them, and an empty one sets no filter", async () => {
  const client = await openWith(sample.firm.token)
  const read = async (name: string, given: Record<string, unknown>) => {
    const { text, isError } = await call(client, name, given)
    assert.equal(isError, false, text)
    return JSON.parse(text).results
  }
  const event_type = ["intakeform.created", "intakeform.started"]
  const events = await read("listEvents", { event_type, page_size: 100 })
  const types = new Set(events.map((event: { event_type: string }) => event.event_type))
  assert.deepEqual([...types].toSorted(), event_type)
  assert.deepEqual(await read("listEvents", { event_type: [] }), await read("listEvents", {}))
  const { matter_id } = sample.couple
  const matters = await read("listMatters", { ids: [matter_id, "matter_1"] })
  assertEach(matters, ({ id }: { id: string }) => id, [matter_id])
  await client.close()
})

test("a page reaches tools with a key, unless someone on the way could change it or bind its name to this server", async () => {
  const { firm, service } = sample
  const list = (headers: Record<string, string>) =>
    service.app.inject({
      method: "POST",
      url: "/mcp",
      headers: {
        authorization: `Token ${firm.token}`,
        accept: "application/json, text/event-stream",
        ...headers,
      },
      payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    })
  const { statusCode } = await service.app.inject({
    method: "POST",
    url: "/mcp?tools=all",
    headers: { authorization: `Token ${firm.token}`, accept: "application/json, text/event-stream" },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  })
  assert.equal(statusCode, 400, "what only reads is asked for in one word")
  for (const origin of ["http://evil.example", "null", "http://localhost.evil.example", "x"])
    assert.equal(
      (await list({ origin, host: new URL(`${origin}/`, "http://x").host })).statusCode,
      403,
      origin,
    )
  for (const origin of ["https://assistant.example", "http://localhost:6274", service.base_url]) {
    const { statusCode, headers } = await list({ origin })
    assert.deepEqual([statusCode, headers["access-control-allow-origin"]], [200, "*"], origin)
    assert.equal((await list({ origin, authorization: "" })).statusCode, 401, origin)
  }
  assert.equal((await list({})).statusCode, 200)
})

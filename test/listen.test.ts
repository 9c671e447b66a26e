// `foyer listen`, for developers of receivers: every event once, in order, signed, whatever is away for a while.

import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { Webhook } from "standardwebhooks"
import { listen } from "../sdk/typescript/listen.ts"
import { runProgram } from "../sdk/typescript/program.ts"
import { recordEvents } from "../server/firm/events/events.ts"
import type { EventType } from "../server/firm/events/schema.ts"
import { sql } from "../server/platform/db/sql.ts"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { newId } from "../server/platform/ids.ts"
import { assertEach } from "./harness/assert-each.ts"
import { program } from "./harness/foyer-program.ts"
import { recordOne } from "./harness/recorded-event.ts"
import { provideService, type TestFirm } from "./harness/service.ts"
import { openUploadProxy } from "./harness/upload-proxy.ts"
import { waitUntil } from "./harness/wait-until.ts"
import { startWebhookReceiver } from "./harness/webhook-receiver.ts"

const service = provideService({ listen: true })

const newSubject = () => ({
  id: newId("matter"),
  context: { case: "Ștefănescu №7" },
  questionnaire: { id: newId("questionnaire"), internal_type: "Planning" },
})
const happen = async (firm: TestFirm, type: EventType = "intakeform.submitted") =>
  (await firm.run((tx) => recordOne(tx, type, newSubject()))).event_id

/** The bytes that the firm's webhooks carry, oldest event first. */
const payloadsOf = (firm: TestFirm) =>
  firm.run(async (tx) => {
    const rows = await tx.all<{ payload: string }>(sql`select payload from events order by occurred_at, id`)
    return rows.map(({ payload }) => payload)
  })

/** A receiver at a fixed port, so that it can begin after those who post to it. */
async function receiveAt(port: number, statusOf: (index: number) => number) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = String(await buffer(request))
    received.push({ headers: request.headers, body })
    response.writeHead(statusOf(received.length - 1), { location: "http://127.0.0.1:9/" }).end()
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return { received, close: () => server.close() }
}

test("every event from the start on is posted once and in order, over breaks on both sides, and Ctrl-C ends it", async (t) => {
  const firm = await service.newFirm()
  await happen(firm)
  const proxy = await openUploadProxy(service.base_url)
  t.after(proxy.close)
  const port = await findFreePort("127.0.0.1")
  const words = ["listen", "--forward", `http://127.0.0.1:${port}/hook`, "--url", `${proxy.url}/`]
  // No database, no folder: it must need neither.
  const child = spawn(process.execPath, [...program, ...words], {
    env: {
      PATH: process.env.PATH,
      FOYER_KEY: await firm.newKey(["events:read"]),
      FOYER_DATA: "/nonexistent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  t.after(() => child.kill("SIGKILL"))
  let printed = ""
  child.stdout.on("data", (text) => {
    printed += text
  })
  const waitFor = (text: string) =>
    waitUntil(
      () => printed.includes(text),
      () => `it printed ${printed}`,
    )
  await waitFor("Forwarding the events")

  const first = await happen(firm, "intakeform.created")
  await waitFor(`Nothing listens at http://127.0.0.1:${port}/hook`)
  const { received, close } = await receiveAt(port, (index) => (index === 1 ? 500 : index === 2 ? 307 : 204))
  t.after(close)
  const [failed, moved] = [await happen(firm), await happen(firm)]
  // More than two pages at once, all at the same time.
  await firm.run((tx) =>
    recordEvents(
      tx,
      Array.from({ length: 420 }, () => ({ event_type: "intakeform.created", matter: newSubject() })),
    ),
  )
  await waitUntil(
    () => received.length === 423,
    () => `${received.length} came, and it printed ${printed}`,
  )
  assert.match(printed, new RegExp(`intakeform.created +${first}  204\n`))
  for (const [id, status] of [
    [failed, 500],
    [moved, 307],
  ])
    assert.match(printed, new RegExp(`${id}  ${status}  To send it again: --replay ${id}\n`))

  proxy.setOffline(true)
  await waitFor("Trying again until it answers.")
  await happen(firm, "message.created")
  await happen(firm, "intakeform.completed")
  proxy.setOffline(false)
  await waitUntil(
    () => received.length === 425,
    () => `${received.length} came, and it printed ${printed}`,
  )
  assert.ok(printed.includes("Foyer answers again."))
  const [, ...expected] = await payloadsOf(firm)
  assertEach(received, ({ body }) => body, expected)

  const [, secret = ""] = /Signing secret: (\S+)/.exec(printed) ?? []
  for (const { body, headers } of received) {
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), JSON.parse(body))
    assert.equal(headers["webhook-id"], JSON.parse(body).event_id)
    assert.equal(headers["content-type"], "application/json")
  }
  child.kill("SIGINT")
  const [code, signal] = await once(child, "exit")
  assert.ok(signal === "SIGINT" || code === 130, `${code} ${signal}`)
})

/** Runs the command to its end. */
async function run(words: string[], env: Record<string, string | undefined>) {
  const lines: string[] = []
  const code = await listen(words, env, (line) => lines.push(line))
  return { code, printed: lines.join("\n") }
}

test("an event is posted with its submission, though Foyer is away for longer than a request is repeated", async (t) => {
  const [event_id, matter] = [newId("event"), { id: newId("matter") }]
  const event = { event_id, event_type: "intakeform.submitted", occured_at: "2026-03-02T09:30:00Z", matter }
  let away = 6
  const foyer = createServer((request, response) => {
    const isAway = request.url?.endsWith("/submissions") === true && away-- > 0
    const body = request.url?.startsWith("/v1/events")
      ? { count: 1, next: null, previous: null, results: [event] }
      : { matter: matter.id, submissions: [{ number: 2, event_id }] }
    response.writeHead(isAway ? 503 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(isAway ? {} : body))
  })
  foyer.listen(0, "127.0.0.1")
  await once(foyer, "listening")
  t.after(() => foyer.close())
  const receiver = await startWebhookReceiver(t)
  const { port } = foyer.address() as AddressInfo
  const words = [
    "listen",
    "--forward",
    receiver.url,
    "--url",
    `http://127.0.0.1:${port}`,
    "--since",
    "2026-03-01",
  ]
  const child = spawn(process.execPath, [...program, ...words], {
    env: { PATH: process.env.PATH, FOYER_KEY: "foyer_key", FOYER_DATA: "/nonexistent" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  t.after(() => child.kill())
  await receiver.waitFor((requests) => requests.length === 1)
  assert.equal(JSON.parse(String(receiver.requests[0]?.body)).submission, 2)
})

test("one event is posted again on request, and the exit code says whether it was accepted", async (t) => {
  const firm = await service.newFirm()
  const event_id = await happen(firm)
  const receiver = await startWebhookReceiver(t)
  const env = { FOYER_URL: service.base_url, FOYER_KEY: firm.token }
  const secret = `whsec_${Buffer.alloc(24, 5).toString("base64")}`
  const words = ["--forward", receiver.url, "--replay", event_id]
  const { code, printed } = await run([...words, "--secret", secret], env)
  assert.equal(code, 0, printed)
  const [request] = receiver.requests
  assert.equal(String(request?.body), (await payloadsOf(firm))[0])
  assert.ok(new Webhook(secret).verify(request?.body ?? "", request?.headers ?? {}))
  receiver.respondWith({ status: 422 })
  assert.deepEqual((await run(words, env)).code, 1)
  receiver.respondWith("hang_up")
  const broken = await run(words, env)
  assert.equal(broken.code, 1)
  assert.match(broken.printed, /failed: /)
  const unknown = await run(["--forward", receiver.url, "--replay", newId("event")], env)
  assert.deepEqual([unknown.code, unknown.printed.includes("(not_found)")], [1, true])
})

test("the secret belongs to the key, so that a receiver needs it once", async (t) => {
  const receiver = await startWebhookReceiver(t)
  const [ours, theirs] = [await service.newFirm(), await service.newFirm()]
  const secretFor = async (firm: TestFirm) => {
    const words = ["--forward", receiver.url, "--replay", await happen(firm)]
    const { printed } = await run(words, { FOYER_URL: service.base_url, FOYER_KEY: firm.token })
    return printed.split("\n")[0]
  }
  assert.equal(await secretFor(ours), await secretFor(ours))
  assert.notEqual(await secretFor(ours), await secretFor(theirs))
})

test("earlier events come first where they are asked for, and no others", async (t) => {
  const firm = await service.newFirm()
  const [, second, third] = [await happen(firm), await happen(firm), await happen(firm)]
  await firm.run(async (tx) => {
    const set = (id: string, time: string) =>
      tx.run(sql`
        update events set occurred_at = ${time},
               payload = regexp_replace(payload, '"(occured_at|occurred_at)":"[^"]*"', ${`"\\1":"${time}"`}, 'g')
         where id = ${id}`)
    const rows = await tx.all<{ id: string }>(sql`select id from events order by id`)
    await set(rows[0]?.id ?? "", "2026-01-01T09:00:00Z")
    await set(second, "2026-01-02T09:00:00Z")
    await set(third, "2026-01-02T09:00:00Z")
  })
  const receiver = await startWebhookReceiver(t)
  const words = [
    "sdk/typescript/cli.ts",
    "listen",
    "--forward",
    receiver.url,
    "--since",
    "2026-01-02T09:00:00Z",
  ]
  const env = { PATH: process.env.PATH, FOYER_URL: service.base_url, FOYER_KEY: firm.token }
  const child = spawn(process.execPath, words, { env, stdio: "ignore" })
  t.after(() => child.kill())
  await receiver.waitFor(({ length }) => length >= 2)
  const fourth = await happen(firm)
  await receiver.waitFor(({ length }) => length >= 3)
  assertEach(receiver.requests, ({ headers }) => headers["webhook-id"], [second, third, fourth])
})

test("what is missing or wrong is said in a sentence, before anything is posted", async () => {
  const firm = await service.newFirm()
  const env = { FOYER_URL: service.base_url, FOYER_KEY: firm.token }
  const forward = ["--forward", "http://127.0.0.1:9/"]
  const refusals: [words: string[], env: Record<string, string | undefined>, sentence: RegExp][] = [
    [[], env, /--forward http:\/\/localhost:8000/],
    [
      ["--forward", "localhost:8000/in"],
      env,
      /^"localhost:8000\/in" is no web.*Did you mean http:\/\/localhost:8000\/in\?/,
    ],
    [
      ["--forward", "ftp://localhost"],
      env,
      /^"ftp:\/\/localhost" is no web.*--forward http:\/\/localhost:8000/,
    ],
    [forward, { FOYER_KEY: firm.token }, /--url or FOYER_URL/],
    [forward, { FOYER_URL: service.base_url }, /scope events:read into FOYER_KEY/],
    [[...forward, "--since", "yesterday"], env, /30m, 24h, or 7d/],
    [[...forward, "--secret", "hunter2"], env, /whsec_ and the base64/],
    [[...forward, "--forwards"], env, /Unknown option '--forwards'/],
    [forward, { ...env, FOYER_KEY: "foyer_wrong" }, /\(not_authenticated\)/],
    [forward, { ...env, FOYER_KEY: await firm.newKey(["matters:read"]) }, /events:read.*\(scope_missing\)/],
  ]
  for (const [words, settings, sentence] of refusals) {
    const { code, printed } = await run(words, settings)
    assert.equal(code, 1, printed)
    assert.match(printed, sentence)
  }
  const help = await run(["--help"], {})
  assert.deepEqual([help.code, help.printed.startsWith("Usage: foyer listen")], [0, true])
})

test("the package's program says when there is no such command, and helps when there is none", async () => {
  const start = async (...words: string[]) => {
    let printed = ""
    const code = await runProgram(words, {}, (line) => {
      printed += `${line}\n`
    })
    return [code, printed.split("\n")[0]]
  }
  assert.deepEqual(await start("lisen", "--help"), [1, "There is no command lisen."])
  for (const words of [[], ["help"], ["--help"], ["listen", "--help"]])
    assert.deepEqual(await start(...words), [0, "Usage: foyer listen --forward <address> [options]"])
  assert.deepEqual(await start("mcp", "--help"), [0, "Usage: foyer mcp [options]"])
})

import assert from "node:assert/strict"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, test } from "node:test"
import { promisify } from "node:util"
import { assertEach } from "../../test/harness/assert-each.ts"
import { program } from "../../test/harness/foyer-program.ts"
import { createOwnDatabase, type OwnDatabase } from "../../test/harness/own-database.ts"
import { openTestService } from "../../test/harness/service.ts"
import { startWebhookReceiver } from "../../test/harness/webhook-receiver.ts"
import { listFirms } from "../firm/firms/firms.ts"
import { showDemo } from "./demo.ts"

let database: OwnDatabase
let folder: string
let server: ChildProcess | undefined
beforeEach(async () => {
  database = await createOwnDatabase()
  folder = mkdtempSync(join(tmpdir(), "foyer-demo-"))
})
afterEach(async () => {
  if (server?.exitCode === null) {
    server.kill("SIGTERM")
    await once(server, "exit")
  }
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  NODE_ENV: "development",
  DATABASE_URL: database.url,
  FOYER_DATA: folder,
  FOYER_LOG_LEVEL: "error",
  PORT: "0",
  ...more,
})

async function run(words: string[], more?: Record<string, string>) {
  const options = { env: environment(more) }
  return promisify(execFile)(process.execPath, [...program, ...words], options)
}

/** Starts the server and reads what it prints until `end` shows. */
async function start(end: RegExp): Promise<string> {
  server = spawn(process.execPath, [...program, "start"], {
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  })
  let printed = ""
  for await (const chunk of server.stdout ?? []) {
    printed += String(chunk)
    if (end.test(printed)) return printed
  }
  throw new Error(`The server ended after printing: ${printed}`)
}

test("start loads the demo and prints working links; meanwhile, its command prints the same records, and submits a matter, which webhooks report", async () => {
  const printed = await start(/bin\/foyer demo/)
  const links = [/Console\s+(\S+)/, /Invitation\s+(\S+)/].map((line) => line.exec(printed)?.[1] ?? "")
  for (const link of links) assert.equal((await fetch(link)).status, 200, link)
  const [, header = "", url = ""] = /curl -H "([^"]+)" "([^"]+)"/.exec(printed) ?? []
  const [name = "", value = ""] = header.split(": ")
  const answer = await fetch(url, { headers: { [name]: value } })
  assert.equal(answer.status, 200)
  assert.equal(((await answer.json()) as { results: unknown[] }).results.length, 5)

  const [one, other] = await Promise.all([run(["demo", "--json"]), run(["demo", "--json"])])
  const [first, second] = [JSON.parse(one.stdout), JSON.parse(other.stdout)]
  assert.equal(first.base_url, new URL(url).origin)
  assert.deepEqual(first.matters, second.matters)
  assert.notEqual(first.api_token, second.api_token)

  const receiver = await startWebhookReceiver()
  try {
    const headers = { authorization: `Token ${first.api_token}`, "content-type": "application/json" }
    for (const event_type of ["intakeform.submitted", "intakeform.resubmitted", "intakeform.completed"]) {
      const body = JSON.stringify({ url: receiver.url, event_type })
      const { status } = await fetch(`${first.base_url}/v1/subscriptions`, { method: "POST", headers, body })
      assert.equal(status, 201)
    }
    const matter_id = first.matters.pre_created
    const submitted = await run(["demo", "submit", matter_id])
    assert.match(
      submitted.stdout,
      /^Submitted matter_\w+: submission 1 \(intakeform\.submitted\) has [^\n]+\n$/,
    )
    const changed = await run(["demo", "change", matter_id, "--json"])
    assert.deepEqual(JSON.parse(changed.stdout).submission, 2)
    const completed = await run(["demo", "complete", matter_id])
    assert.match(completed.stdout, /^Completed .*submission 3/)
    const requests = await receiver.waitFor((all) => all.length === 3)
    const types = requests.map(({ body }) => JSON.parse(body.toString()).event_type)
    assert.deepEqual(types.toSorted(), [
      "intakeform.completed",
      "intakeform.resubmitted",
      "intakeform.submitted",
    ])
  } finally {
    await receiver.close()
  }
})

test("the demo is not added in production without --yes", async () => {
  const production = { NODE_ENV: "production" }
  const refused = await run(["demo", "--json"], production).catch(
    (error: { code: number; stderr: string }) => error,
  )
  assert.ok("code" in refused && refused.code === 1)
  assert.match(refused.stderr, /production installation/)
  assert.equal((await run(["firm", "list"], production)).stdout, "")

  const { stdout } = await run(["demo", "--yes"], production)
  assert.match(stdout, /Hartwell & Pryce/)
  assert.match((await run(["firm", "list"], production)).stdout, /Hartwell & Pryce\n.*Northgate Tax/)
})

test("start adds no demo in production, or if there is already a firm", async (t) => {
  const service = await openTestService({ database_url: database.url }, t)
  const production = { ...service, config: { ...service.config, environment: "production" as const } }
  await showDemo(production)
  assert.deepEqual(await service.db.forPlatform(listFirms), [])
  await service.newFirm("Own & Only")
  await showDemo(service)
  const firms = await service.db.forPlatform(listFirms)
  assertEach(firms, ({ name }) => name, ["Own & Only"])
})

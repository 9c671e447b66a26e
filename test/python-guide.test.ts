// The programs of the guide for Python, with the client that its command generates; skipped where that is not installed.

import assert from "node:assert/strict"
import { execFile, execFileSync, spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { promisify } from "node:util"
import { signWebhook } from "../server/outputs/webhooks/secrets.ts"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { openSampleFirm } from "./contract/sample-firm.ts"
import { assertEach } from "./harness/assert-each.ts"
import { openFlakyProxy } from "./harness/flaky-proxy.ts"
import { sampleJpeg } from "./harness/sample-files.ts"
import { expectEveryOrder, postSigned } from "./harness/saved-submission.ts"
import { provideService } from "./harness/service.ts"
import { waitUntil } from "./harness/wait-until.ts"

const run = promisify(execFile)
const installed = versionOf("openapi-python-client")
const service = provideService({ listen: true })
let folder = ""
let command = ""
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-python-"))
  const guide = await readFile("docs/guides/python.md", "utf8")
  const blocks = (language: string) => [
    ...guide.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g")),
  ]
  const programs = blocks("python").map(([, text = ""]) => text)
  programs.push(await readFile("docs/guides/recipes/intake.py", "utf8"))
  await writeFile(join(folder, "Will.pdf"), sampleJpeg())
  command = blocks("sh")[0]?.[1] ?? ""
  const [path = ""] = /\/sdk\/\S+/.exec(command) ?? []
  await writeFile(join(folder, "foyer.py"), (await service.app.inject(path)).body)
  for (const program of programs)
    await writeFile(join(folder, /^# (\S+), run with/.exec(program)?.[1] ?? ""), program)
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
})

function versionOf(name: string): string {
  try {
    return execFileSync(name, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  } catch {
    return ""
  }
}

test("the generated client creates one matter over a network that fails, saves what was submitted, and pages", async (t) => {
  if (!installed) return t.skip("openapi-python-client is not installed")
  const [, pinned = ""] = /openapi-python-client==(\S+)/.exec(command) ?? []
  assert.ok(installed.includes(pinned), `The guide names version ${pinned}; this is ${installed}`)
  const [, generate = ""] = command.trim().split("\n")
  const [program = "", ...words] = generate
    .replace("https://intake.firm.example", service.base_url)
    .split(" ")
  await run(program, words, { cwd: folder })

  const { firm, couple, matters } = await openSampleFirm(service)
  let creations = 0
  const proxy = await openFlakyProxy(service.base_url, (line) => {
    if (!line.startsWith("POST /v1/matters/create")) return "pass"
    creations += 1
    return creations === 1 ? "lose the answer" : creations === 2 ? "too many" : "pass"
  })
  t.after(proxy.close)
  const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`
  const port = await findFreePort("127.0.0.1")
  const env = {
    ...{ ...process.env, FOYER_URL: proxy.url, FOYER_KEY: firm.token },
    ...{ WEBHOOK_SECRET: secret, PORT: String(port) },
  }
  const child = spawn("python3", ["intake.py"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
  t.after(() => child.kill())
  let printed = ""
  child.stdout.on("data", (text) => {
    printed += text
  })
  const post = (signer: string, body = "{}") => postSigned(`http://127.0.0.1:${port}/`, signer, body)
  const other = `whsec_${Buffer.alloc(32, 4).toString("base64")}`
  await waitUntil(
    () =>
      post(other).then(
        ({ status }) => status === 400,
        () => false,
      ),
    () => `the program printed only ${printed}`,
  )
  assert.match(printed, /^created matter_\w+ http/m)
  assert.equal(creations, 3)
  await expectEveryOrder({ service, firm, folder, matter_id: couple.matter_id }, (body) => post(secret, body))

  const { stdout } = await run("python3", ["pages.py"], { cwd: folder, env })
  const listed = (await firm.request("GET", "/v1/matters")).body
  assert.equal(listed.count, Object.keys(matters).length + 1)
  assertEach(
    [...stdout.matchAll(/^matter (\S+)/gm)],
    ([, id]) => id,
    listed.results.map(({ id }: { id: string }) => id),
  )
  assert.match(stdout, /^refused 404 not_found [0-9a-f-]{36}$/m)
})

test("webhooks are accepted as long as they are genuine and recent", async (t) => {
  if (!installed) return t.skip("openapi-python-client, which brings httpx, is not installed")
  const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`
  const other = `whsec_${Buffer.alloc(32, 2).toString("base64")}`
  const body = JSON.stringify({ event_id: "evt_1", note: "Ștefănescu №7" })
  const sign = (secrets: string[], seconds_ago = 0) =>
    signWebhook({
      secrets,
      id: "evt_1",
      timestamp: new Date(Date.now() - seconds_ago * 1_000),
      payload: Buffer.from(body),
    })
  const good = sign([secret])
  const cases = [
    [body, good],
    [body, sign([other, secret])],
    [`${body} `, good],
    [body, { ...good, "webhook-id": "evt_2" }],
    [body, sign([other])],
    [body, sign([secret], 400)],
    [body, sign([secret], -400)],
    [body, { ...good, "webhook-timestamp": "soon" }],
    [body, { ...good, "webhook-signature": "v1," }],
    [body, {}],
  ]
  const program = `
import json, sys
from foyer import verify_webhook
for body, headers in json.loads(sys.argv[1]):
    try:
        print(verify_webhook(body.encode(), headers, sys.argv[2])["event_id"])
    except ValueError as error:
        print(type(error).__name__)`
  const { stdout } = await run("python3", ["-c", program, JSON.stringify(cases), secret], { cwd: folder })
  assert.deepEqual(stdout.trim().split("\n"), ["evt_1", "evt_1", ...Array(8).fill("ValueError")])
})

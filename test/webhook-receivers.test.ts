// The receivers that the documentation shows: each accepts a real delivery, and refuses one that was changed or is old.

import assert from "node:assert/strict"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { test } from "node:test"
import { signWebhook } from "../server/outputs/webhooks/secrets.ts"
import { sendTestEvent } from "../server/outputs/webhooks/test-events.ts"
import { openDeliveryWorker } from "../server/outputs/webhooks/worker.ts"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { receivers } from "../server/sites/reference/webhooks.ts"
import { newFolder } from "./harness/new-folder.ts"
import { provideServiceAndFirm } from "./harness/service.ts"
import { waitUntil } from "./harness/wait-until.ts"
import { addEndpoint, deliveryParts } from "./harness/webhook-delivery.ts"

const { service, firm } = provideServiceAndFirm()

const folder = "server/sites/reference/receivers"

/** How to run each file; undefined where the language is not installed. */
const programs: Record<string, ((port: number) => [program: string, ...words: string[]]) | undefined> = {
  TypeScript: () => [process.execPath, `${folder}/receiver.ts`],
  Python: has("python3", "--version") ? () => ["python3", `${folder}/receiver.py`] : undefined,
  Go: has("go", "version") ? () => [buildGo()] : undefined,
  // Whether or not the machine has socat.
  Shell: (port) => [
    process.execPath,
    "test/harness/socat.ts",
    `TCP-LISTEN:${port}`,
    `EXEC:sh ${folder}/receiver.sh`,
  ],
  PHP: undefined,
  "C#": undefined,
}

for (const { language } of receivers)
  test(`the receiver in ${language} accepts a delivery, and nothing that was changed, is old, or is signed otherwise`, async (t) => {
    const program = programs[language]
    if (!program) return t.skip(`${language} is not installed, or not run here`)
    const port = await findFreePort("127.0.0.1")
    const url = `http://127.0.0.1:${port}/`
    const { id, secret } = await addEndpoint(service, firm, url)
    const [command, ...words] = program(port)
    const child = spawn(command, words, {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    })
    t.after(() => child.kill())
    const printed = textOf(child)
    const post = (headers: Record<string, string>, body: string) =>
      fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body })
    await waitUntil(() => post({}, "{}").then(Boolean, () => false), "the receiver does not listen")

    await firm.run((tx) => sendTestEvent(tx, id))
    const worker = openDeliveryWorker(deliveryParts(service), { firm_id: firm.firm_id })
    t.after(worker.close)
    worker.wake()
    await waitUntil(() => printed().includes("foyer.test matter_"), "the delivery was not accepted")

    const body = JSON.stringify({ event_type: "foyer.test", matter: { id: "matter_1" } })
    const sign = (seconds_ago: number, secrets = [secret]) =>
      signWebhook({
        secrets,
        id: "evt_1",
        timestamp: new Date(Date.now() - seconds_ago * 1_000),
        payload: Buffer.from(body),
      })
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
    const statuses = [
      await post(sign(0), body),
      await post(sign(0, [other, secret]), body),
      await post(sign(0), `${body} `),
      await post({ ...sign(0), "webhook-id": "evt_2" }, body),
      await post(sign(0, [other]), body),
      await post(sign(400), body),
      await post(sign(-400), body),
      await post({ ...sign(0), "webhook-timestamp": "soon" }, body),
      await post({ ...sign(0), "webhook-signature": "v1," }, body),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, [204, 204, 400, 400, 400, 400, 400, 400, 400])
  })

function textOf(child: ChildProcess): () => string {
  let text = ""
  child.stdout?.on("data", (part) => {
    text += part
  })
  return () => text
}

function has(program: string, word: string): boolean {
  try {
    execFileSync(program, [word], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

function buildGo(): string {
  const built = newFolder("foyer-receiver-")
  const program = join(built, "receiver")
  execFileSync("go", ["build", "-o", program, `${folder}/receiver.go`], {
    env: { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" },
  })
  return program
}

// The program of the guide for shells, with the receiver of the reference.
import assert from "node:assert/strict"
import { execFileSync, spawn } from "node:child_process"
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { test } from "node:test"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { provideSampleFirm } from "./contract/sample-firm.ts"
import { newFolder } from "./harness/new-folder.ts"
import { sampleJpeg } from "./harness/sample-files.ts"
import { expectEveryOrder, postSigned } from "./harness/saved-submission.ts"
import { waitUntil } from "./harness/wait-until.ts"

const sample = provideSampleFirm({ listen: true })
const needed = ["curl", "jq", "openssl"]

test("the shell program prefills, invites, adds a file, and saves what was submitted, whatever the order", async (t) => {
  if (!needed.every(isInstalled)) return t.skip(`${needed.join(", ")} are not installed`)
  const { service, firm, couple } = sample
  const folder = newFolder("foyer-shell-")
  const will = sampleJpeg()
  await copyFile("docs/guides/recipes/intake.sh", join(folder, "intake.sh"))
  await copyFile("server/sites/reference/receivers/receiver.sh", join(folder, "receiver.sh"))
  await writeFile(join(folder, "Will.pdf"), will)
  // Whether or not the machine has socat.
  const programs = join(folder, "programs")
  await mkdir(programs)
  await writeFile(
    join(programs, "socat"),
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("test/harness/socat.ts")}" "$@"\n`,
  )
  await chmod(join(programs, "socat"), 0o755)
  const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`
  const port = await findFreePort("127.0.0.1")
  const child = spawn("sh", ["intake.sh"], {
    cwd: folder,
    env: {
      ...{ PATH: `${programs}:${process.env.PATH}`, WEBHOOK_SECRET: secret, PORT: String(port) },
      ...{ FOYER_URL: service.base_url, FOYER_KEY: firm.token },
    },
  })
  t.after(() => child.kill())
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      printed += text
    })
  const post = (body: string, signer = secret) => postSigned(`http://127.0.0.1:${port}/`, signer, body)
  const other = `whsec_${Buffer.alloc(32, 6).toString("base64")}`
  await waitUntil(
    () =>
      post("{}", other).then(
        ({ status }) => status === 400,
        () => false,
      ),
    () => `the program printed only ${printed}`,
  )
  const [, matter_id = ""] = /^The client starts (matter_\w+) at http/m.exec(printed) ?? []
  const { documents } = (await firm.request("GET", `/v1/matters/${matter_id}/documents`)).body
  const [file] = documents
  assert.deepEqual([documents.length, file.size, file.document_request.label], [1, will.length, "Will"])
  const { contacts } = (await firm.request("GET", `/v1/matters/${matter_id}/contacts`)).body
  assert.ok(contacts.some(({ first_name }: { first_name: string }) => first_name === "Cleo"))
  await expectEveryOrder({ service, firm, folder, matter_id: couple.matter_id }, post)
})

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, [program === "openssl" ? "version" : "--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

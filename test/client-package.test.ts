// The client package as an integrator has it: installed by npm from a running service, compiled, and run.

import assert from "node:assert/strict"
import { execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { after, before, test } from "node:test"
import { promisify } from "node:util"
import { findFreePort } from "../server/platform/http/free-port.ts"
import { listOperations } from "../server/sites/reference/document.ts"
import { languages } from "../server/sites/reference/samples/languages.ts"
import { sampleRequestOf } from "../server/sites/reference/samples/requests.ts"
import { packClient } from "../server/sites/sdk/package.ts"
import { provideSampleFirm } from "./contract/sample-firm.ts"
import { assertEach } from "./harness/assert-each.ts"
import { openFlakyProxy } from "./harness/flaky-proxy.ts"
import { sampleJpeg } from "./harness/sample-files.ts"
import { expectEveryOrder, postSigned } from "./harness/saved-submission.ts"
import { openTestService } from "./harness/service.ts"

import { waitUntil } from "./harness/wait-until.ts"
import { addEndpoint } from "./harness/webhook-delivery.ts"

const run = promisify(execFile)
const sample = provideSampleFirm({ listen: true })
const { service } = sample
let folder = ""
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-client-"))
  await installInto(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

/** With the npm that runs the tests, and an empty cache. */
async function installInto(cwd: string): Promise<void> {
  const { npm_execpath } = process.env
  const [program = "npm", ...words] = npm_execpath ? [process.execPath, npm_execpath] : []
  const env = { ...process.env, npm_config_cache: join(cwd, ".npm"), npm_config_update_notifier: "false" }
  await writeFile(join(cwd, "package.json"), '{ "type": "module", "private": true }')
  await run(program, [...words, "install", "--no-audit", "--no-fund", `${service.base_url}/sdk/foyer.tgz`], {
    cwd,
    env,
  })
  await mkdir(join(cwd, "node_modules/@types"), { recursive: true })
  await symlink(resolve("node_modules/@types/node"), join(cwd, "node_modules/@types/node"))
}

/** Compiles programs as strictly as TypeScript can, declarations of the package included. */
async function compile(programs: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text)
  const compilerOptions = {
    ...{ target: "es2022", module: "nodenext", types: ["node"], noEmit: true, strict: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ noPropertyAccessFromIndexSignature: true, noImplicitOverride: true, verbatimModuleSyntax: true },
  }
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: Object.keys(programs) }),
  )
  const compiler = resolve("node_modules/typescript/bin/tsc")
  await run(process.execPath, [compiler, "-p", folder]).catch(({ stdout }) => assert.fail(stdout))
}

test("every installation of one version serves the same bytes, and a 304 for them", async () => {
  const answer = await service.app.inject("/sdk/foyer.tgz")
  const { "content-type": type, "cache-control": caching, etag } = answer.headers
  assert.deepEqual([answer.statusCode, type, caching], [200, "application/gzip", "public, no-cache"])
  const headers = { "if-none-match": String(etag), "accept-encoding": "gzip" }
  const again = await service.app.inject({ url: "/sdk/foyer.tgz", headers })
  assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
  const other = await openTestService({ host: "localhost" })
  const { version } = JSON.parse(await readFile("package.json", "utf8"))
  assert.ok(answer.rawPayload.equals(await packClient(other.app.swagger(), other.assets, version)))
  await other.close()
})

test("what the declarations promise is checked: parameters, fields, and value lists", async () => {
  await compile({
    "declared.ts": `
      import { Foyer, FoyerError, type Matter, type MatterListItem, type Problem } from "@foyer/client"
      const foyer = new Foyer({ url: "https://x", key: "k" })
      const matter: Matter = await foyer.getMatter({ matter_id: "m", submission: 1 })
      const born: string | null = matter.contact_main.date_of_birth
      for await (const one of foyer.listMatters({ is_submitted: true, is_open: "0" })) one satisfies MatterListItem
      const { count, results } = await foyer.listMatters()
      results satisfies MatterListItem[]
      const problem = new FoyerError({ status: 1 } as never) satisfies Omit<Problem, "errors">
      console.log(born, count.toFixed(), problem.errors[0]?.param)
      // @ts-expect-error
      await foyer.getMatter({})
      // @ts-expect-error
      await foyer.getMatter({ matter_id: "m", submision: 1 })
      // @ts-expect-error
      foyer.listMatters({ sort: "height" })
      // @ts-expect-error
      await foyer.createMatter({ questionnaire_id: "q", matter_name: "n", context: { nested: {} } })
      // @ts-expect-error
      matter.nmae
      // @ts-expect-error
      await foyer.createSubscription({ url: "https://x", event_type: "intakeform.submited" })
    `,
  })
})

test("the programs of the quick start, and every sample of the reference, fit the package's types", async () => {
  const programs = ["create", "read"].map(async (name): Promise<[string, string]> => {
    const file = new URL(`../server/sites/reference/quick-start/${name}.ts`, import.meta.url)
    return [`quick-${name}.mts`, await readFile(file, "utf8")]
  })
  const samples = listOperations((await sample.get("/v1/openapi.json")).body).map(
    (operation): [string, string] => {
      const request = sampleRequestOf(operation, service.base_url)
      const text = languages.find(({ id }) => id === "typescript")?.render(request) ?? ""
      return [`sample-${operation.id}.mts`, text]
    },
  )
  await compile(Object.fromEntries([...(await Promise.all(programs)), ...samples]))
})

test("the guide's program creates, verifies a delivery, and saves what was submitted, over a network that fails", async (t) => {
  const name = "intake.mts"
  const program = await readFile(`docs/guides/recipes/${name}`, "utf8")
  await writeFile(join(folder, "Will.pdf"), sampleJpeg())
  await compile({ [name]: program })
  const { couple, firm } = sample
  const countMatters = async () => (await firm.request("GET", "/v1/matters?page_size=1")).body.count
  const count = await countMatters()
  let creations = 0
  const proxy = await openFlakyProxy(service.base_url, (line) => {
    if (!line.startsWith("POST /v1/matters/create")) return "pass"
    creations += 1
    return creations === 1 ? "lose the answer" : creations === 2 ? "too many" : "pass"
  })
  t.after(proxy.close)
  const port = await findFreePort("127.0.0.1")
  const { secret } = await addEndpoint(service, firm, `http://127.0.0.1:${port}/`)
  const env = { FOYER_URL: proxy.url, FOYER_KEY: firm.token, WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  t.after(() => child.kill())
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      printed += text
    })
  const post = () => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" })
  const refused = { status: 0 }
  await waitUntil(
    () =>
      post().then(
        ({ status }) => Object.assign(refused, { status }),
        () => false,
      ),
    () => `the program printed only ${printed}`,
  )
  assert.equal(refused.status, 400)
  assert.equal(creations, 3)
  const { body } = await firm.request("GET", "/v1/matters?search=Smith, Ada and Ben")
  const created = body.results.filter(({ name }: { name: string }) => name === "Smith, Ada and Ben")
  assert.equal(await countMatters(), count + 1)
  assert.ok(printed.includes(`The client starts ${created[0].id} at `), printed)

  await expectEveryOrder({ service, firm, folder, matter_id: couple.matter_id }, (body) =>
    postSigned(`http://127.0.0.1:${port}/`, secret, body),
  )
})

test("a file goes to a matter in a line, over a network that loses answers, as one document", async (t) => {
  const program = `
    import { openAsBlob } from "node:fs"
    import { Foyer } from "@foyer/client"
    const { FOYER_URL = "", FOYER_KEY = "", MATTER = "" } = process.env
    const foyer = new Foyer({ url: FOYER_URL, key: FOYER_KEY })
    const { document_id } = await foyer.upload({ matter_id: MATTER, filename: "Trust.jpg", file: await openAsBlob("Trust.jpg") })
    console.log(document_id)`
  await compile({ "upload.mts": program })
  const trust = sampleJpeg(2_500_000)
  await writeFile(join(folder, "Trust.jpg"), trust)
  const seen: string[] = []
  const proxy = await openFlakyProxy(service.base_url, (line) => {
    const [method = ""] = line.split(" ")
    seen.push(method)
    return method !== "GET" && seen.filter((one) => one === method).length === 1 ? "lose the answer" : "pass"
  })
  t.after(proxy.close)
  const { couple, firm } = sample
  const env = { FOYER_URL: proxy.url, FOYER_KEY: firm.token, MATTER: couple.matter_id }
  const { stdout } = await run(process.execPath, ["upload.mts"], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  const { body } = await firm.request("GET", `/v1/matters/${couple.matter_id}/documents`)
  const named = body.documents.filter(({ filename }: { filename: string }) => filename === "Trust.jpg")
  assertEach(named, ({ document_id, size }: { document_id: string; size: number }) => [document_id, size], [
    [stdout.trim(), trust.length],
  ])
  // The announcement and a piece were sent twice.
  assertEach(seen.filter((method) => method !== "GET").toSorted(), (method) => method, [
    ...["PATCH", "PATCH", "PATCH", "PATCH", "POST", "POST"],
  ])
})

test("what a program removes is removed once, though the answer is lost", async (t) => {
  const program = `
    import { Foyer } from "@foyer/client"
    const { FOYER_URL = "", FOYER_KEY = "", SUBSCRIPTION = "" } = process.env
    const foyer = new Foyer({ url: FOYER_URL, key: FOYER_KEY })
    const { status } = await foyer.removeSubscription({ subscription_id: SUBSCRIPTION })
    console.log(status)`
  await compile({ "removal.mts": program })
  const { firm } = sample
  const given = { url: "http://127.0.0.1:9/hooks", event_type: "intakeform.started" }
  const { body } = await firm.request("POST", "/v1/subscriptions", given)
  let removals = 0
  const proxy = await openFlakyProxy(service.base_url, () => {
    removals += 1
    return removals === 1 ? "lose the answer" : "pass"
  })
  t.after(proxy.close)
  const env = { FOYER_URL: proxy.url, FOYER_KEY: firm.token, SUBSCRIPTION: body.id }
  const { stdout } = await run(process.execPath, ["removal.mts"], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  assert.deepEqual([stdout.trim(), removals], ["removed", 2])
})

test("an error in a program has the problem's fields", async () => {
  await writeFile(
    join(folder, "refused.js"),
    `import { Foyer } from "@foyer/client"
     const foyer = new Foyer({ url: process.env.FOYER_URL, key: process.env.FOYER_KEY })
     const error = await foyer.createMatter({ questionnaire_id: "quest_1", matter_name: "" }).catch((error) => error)
     console.log(JSON.stringify({ ...error, name: error.name }))`,
  )
  const env = { ...process.env, FOYER_URL: service.base_url, FOYER_KEY: sample.firm.token }
  const { stdout } = await run(process.execPath, ["refused.js"], { cwd: folder, env })
  const { name, status, code, errors, request_id } = JSON.parse(stdout)
  assert.deepEqual([name, status, code], ["FoyerError", 400, "bad_request"])
  assertEach(errors, ({ param }: { param: string }) => param, ["matter_name", "questionnaire_id"])
  assert.match(request_id, /^[0-9a-f-]{36}$/)
})

test("the package brings its program, and nothing else", async () => {
  const { stdout } = await run(join(folder, "node_modules/.bin/foyer"), ["listen", "--help"])
  assert.match(stdout, /^Usage: foyer listen --forward <address>/)
  assert.deepEqual((await readdir(join(folder, "node_modules"))).toSorted(), [
    ".bin",
    ".package-lock.json",
    "@foyer",
    "@types",
  ])
})

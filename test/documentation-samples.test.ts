// Every program that the documentation shows runs: each operation's request in each language, and the quick start.
import assert from "node:assert/strict"
import { execFile, execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, before, test } from "node:test"
import { promisify } from "node:util"
import { createInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { listOperations, type Operation } from "../server/sites/reference/document.ts"
import { quickStartPrograms } from "../server/sites/reference/quick-start.tsx"
import { type Language, languages } from "../server/sites/reference/samples/languages.ts"
import { sampleRequestOf } from "../server/sites/reference/samples/requests.ts"
import { provideSampleFirm } from "./contract/sample-firm.ts"
import { sampleJpeg } from "./harness/sample-files.ts"
import { happen } from "./harness/webhook-delivery.ts"

const run = promisify(execFile)

/** Taken as what it is, under any name. */
const scan = sampleJpeg()
const sample = provideSampleFirm({ listen: true })
let operations: Operation[]
let invitation_id: string
let folder: string
before(async () => {
  const { service, firm, couple } = sample
  const invited = { matter_id: couple.matter_id, party: "partner", email: "ben@example.com" } as const
  invitation_id = (await firm.run((tx) => createInvitation(tx, service, invited))).id
  operations = listOperations((await sample.get("/v1/openapi.json")).body)
  folder = await mkdtemp(join(tmpdir(), "foyer-samples-"))
  // Turns a refusal into a failed command.
  await writeFile(join(folder, ".curlrc"), "fail-with-body\nsilent\nshow-error\n")
})
after(() => rm(folder, { recursive: true, force: true }))

interface Runner {
  ending: string
  /** Runs all files given to it, and prints a line with the error of each that fails. */
  driver: string
  command: string
  needs: readonly string[]
}

const runners: Record<Language["id"], Runner> = {
  typescript: {
    ending: "mts",
    command: process.execPath,
    needs: [],
    driver:
      "for (const file of process.argv.slice(2)) await import(file).catch((error) => console.error(file, String(error), JSON.stringify({ status: error.status })))",
  },
  python: {
    ending: "py",
    command: "python3",
    needs: ["python3"],
    driver: [
      "import runpy, sys",
      "for file in sys.argv[1:]:",
      "    try: runpy.run_path(file)",
      "    except (Exception, SystemExit) as error:",
      "        body = error.read().decode() if hasattr(error, 'read') else ''",
      "        print(file, repr(error), body, file=sys.stderr)",
    ].join("\n"),
  },
  curl: {
    ending: "sh",
    command: "sh",
    needs: ["curl"],
    driver: 'for file in "$@"; do out=$(sh "$file" 2>&1) || echo "$file $out" >&2; done',
  },
}

for (const language of languages)
  test(`every operation's request in ${language.name} is accepted`, async (t) => {
    const { ending, command, driver, needs } = runners[language.id]
    if (!needs.every(isInstalled)) return t.skip(`${needs.join(" and ")} is not installed here`)
    const place = join(folder, language.id)
    await mkdir(place)
    if (language.id === "typescript") await installClient(place)
    const ids = await realIds()
    await writeFile(join(place, "Will.pdf"), scan)
    // What takes a record back comes last.
    const order = ["get", "post", "patch", "put", "withdraw", "delete"]
    const placeOf = ({ id, method }: (typeof operations)[number]) =>
      order.indexOf(/^withdraw/.test(id) ? "withdraw" : method)
    const sorted = operations.toSorted((a, b) => placeOf(a) - placeOf(b))
    const files = await Promise.all(
      sorted.map(async (operation) => {
        const request = sampleRequestOf(operation, sample.service.base_url)
        const file = join(place, `${operation.id}.${ending}`)
        await writeFile(file, withRealValues(language.render(request), ids))
        return file
      }),
    )
    const program = join(place, `driver.${ending === "mts" ? "mjs" : ending}`)
    await writeFile(program, driver)
    const { stderr } = await run(command, [program, ...files], { cwd: place, env: environment() })
    // Samples share a matter, so that one may refuse what another has done already.
    const failed = stderr
      .split("\n")
      .filter((line) => line.includes(place) && !/"status": ?409|error: 409/.test(line))
    assert.deepEqual(failed, [])
    const saved = await readdir(place)
    assert.ok(saved.some((name) => name.endsWith(".pdf")) && saved.some((name) => name.endsWith(".xlsx")))
  })

test("the quick start creates a matter, and saves exactly what was submitted, in each language", async (t) => {
  const created = quickStartPrograms("create")
  const read = quickStartPrograms("read")
  for (const [index, { id, name, text }] of created.entries()) {
    const { needs } = runners[id as Language["id"]]
    if (![...needs, ...(id === "curl" ? ["jq"] : [])].every(isInstalled)) {
      t.diagnostic(`not run in ${name}, which is not installed here`)
      continue
    }
    const place = join(folder, `quick-${id}`)
    await mkdir(place)
    // As a new package has it, in which only .mts is a module.
    await writeFile(join(place, "package.json"), '{"type": "commonjs"}')
    if (id === "typescript") await installClient(place)
    for (const program of [text, read[index]?.text ?? ""])
      assert.ok(program.trimEnd().split("\n").length <= 31, `${name}: ${program} is long`)
    /** Runs a program as its first line says. */
    const start = async (program: string, matter_id = "", env = environment()) => {
      const [, file = "", words = ""] = /^(?:#|\/\/) (\S+), run with[^:]*: (.*)/.exec(program) ?? []
      await writeFile(join(place, file), program)
      return run("sh", ["-c", words.replace("matter_…", matter_id)], { cwd: place, env })
    }
    const { stdout } = await start(text)
    const [matter_id = "", invite_url = ""] = stdout.trim().split("\n")
    assert.equal((await sample.get(`/v1/matters/${matter_id}`)).body.name, "Smith, Ada and Ben", name)
    assert.ok(invite_url.startsWith(`${sample.service.base_url}/invite/`), name)

    const couple = sample.couple.matter_id
    const save = read[index]?.text ?? ""
    const printed = (await start(save, couple)).stdout.trim().split("\n")
    const { contacts, answers } = JSON.parse(await readFile(join(place, "record.json"), "utf8"))
    const partOf = async (part: string) =>
      (await sample.get(`/v1/matters/${couple}/${part}?submission=1`)).body
    assert.deepEqual(contacts, (await partOf("contacts")).contacts, name)
    assert.deepEqual(answers, (await partOf("answers")).answers, name)
    assert.deepEqual(
      printed.map((line) => line.split(" ")[0]).toSorted(),
      (await listNewest()).toSorted(),
      name,
    )
    for (const file of printed) assert.ok((await readFile(join(place, file))).length > 0, file)

    // What is refused is said in the sentence of the API, or of the program.
    const wrong = { ...environment(), FOYER_KEY: "foyer_wrong" }
    await assert.rejects(start(text, "", wrong), /Send a live API key/, name)
    await assert.rejects(start(save, couple, wrong), /Send a live API key/, name)
    await assert.rejects(start(save, matter_id), /It has not been submitted/, name)
  }
})

/** The files of the couple's newest submission. */
async function listNewest(): Promise<string[]> {
  const at = `/v1/matters/${sample.couple.matter_id}`
  const [{ number }] = (await sample.get(`${at}/submissions`)).body.submissions
  const { documents, financial_documents } = (await sample.get(`${at}/record?submission=${number}`)).body
  return [...documents, ...financial_documents].map(({ document_id }) => document_id)
}

/** Installs the client package that the service serves. */
async function installClient(place: string): Promise<void> {
  const words = ["install", "--no-audit", "--no-fund", `${sample.service.base_url}/sdk/foyer.tgz`]
  await run("npm", words, { cwd: place, env: environment() })
}

/** An id of each kind that samples use, by its prefix. */
async function realIds(): Promise<Record<string, string>> {
  const { firm, couple, get } = sample
  const [event] = (await get("/v1/events")).body.results
  const subscription = { url: "http://127.0.0.1:9/", event_type: "intakeform.started" }
  const { body } = await firm.request("POST", "/v1/subscriptions", subscription)
  await happen(sample.service, firm, "intakeform.started")
  const [delivery] = (await get(`/v1/subscriptions/${body.id}/deliveries`)).body.results
  const corrections = [{ kind: "contact", record_id: couple.child, words: "Is the date right?" }]
  const requested = await firm.request("POST", `/v1/matters/${couple.matter_id}/corrections`, { corrections })
  const deed = { label: "Deed" }
  const added = await firm.request("POST", `/v1/matters/${couple.matter_id}/document-requests`, deed)
  const set = await firm.request("POST", "/v1/document-sets", { name: randomUUID(), labels: ["Deed"] })
  const named = { size: scan.length, filename: "Will.pdf" }
  const upload = await firm.request("POST", `/v1/matters/${couple.matter_id}/uploads`, named)
  return {
    upload: upload.body.id,
    docreq: added.body.id,
    docset: set.body.id,
    invite: invitation_id,
    matter: couple.matter_id,
    evt: event.event_id,
    quest: event.meta.questionnaire.id,
    user: firm.admin.user_id,
    document: couple.will,
    ep: body.id,
    delivery: delivery.id,
    contact: couple.child,
    correction: requested.body.corrections[0].id,
  }
}

/** The sample with ids of this firm, its own idempotency key, and an address that exists. */
function withRealValues(text: string, ids: Record<string, string>): string {
  return text
    .replace(/\b([a-z]+)_[PF]?[0-9A-F]{31,32}\b/g, (_, prefix: string) => {
      const id = ids[prefix]
      assert.ok(id, `This test knows no ${prefix}: add one to \`realIds\`.`)
      return id
    })
    .replace("4f6c1f0e-6a54-4b0c-8c53-2d1a6a2f9b11", randomUUID())
    .replace("https://example.com/hooks/foyer", "http://127.0.0.1:9/")
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    FOYER_KEY: sample.firm.token,
    FOYER_URL: sample.service.base_url,
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

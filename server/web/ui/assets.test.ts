import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { promisify } from "node:util"
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib"
import { findEntries, openAssets } from "./assets.ts"
import { budgets, measureAssets } from "./budgets.ts"
import { buildAssets } from "./build-assets.ts"
import { type Assets, closureOf, root } from "./manifest.ts"

const run = promisify(execFile)
let folder = ""
let assets: Assets

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-assets-"))
  assets = await openAssets(folder)
})

after(() => rm(folder, { recursive: true, force: true }))

for (const page of [
  "portal style",
  "console style",
  "reference style",
  "reference script",
  "portal question script",
  "portal upload script",
  "keyboard script",
  "console script",
  "builder script",
]) {
  test(`${page} stays within its budget`, async () => {
    const found = measureAssets(assets, await findEntries()).find((each) => each.page === page)
    assert.ok(found, "no such budget")
    assert.ok(found.gzip_bytes > 0, "nothing was measured")
    assert.ok(
      found.gzip_bytes <= found.max_gzip_bytes,
      `${found.gzip_bytes} bytes of ${found.max_gzip_bytes}`,
    )
  })
}

test("a budget counts each imported chunk once, and dynamic imports only on request", () => {
  const asset = (imports: string[], later: string[] = []) => ({ url: "", gzip_bytes: 1, imports, later })
  const manifest = { a: asset(["c"], ["d"]), b: asset(["c"]), c: asset([]), d: asset(["c"]) }
  assert.deepEqual(closureOf(manifest, ["a", "b"]).sort(), ["a", "b", "c"])
  assert.deepEqual(closureOf(manifest, ["a"], true).sort(), ["a", "c", "d"])
})

test("the build fails if a page exceeds its budget", async () => {
  const draft = await mkdtemp(join(tmpdir(), "foyer-over-budget-"))
  const tight = budgets.map((budget) => ({ ...budget, max_gzip_bytes: budget.max_gzip_bytes / 10 }))
  await assert.rejects(
    async () => buildAssets(draft, await findEntries(), tight),
    /portal style: \d+ bytes of 1500\n\s+console style: [\s\S]*portal question script: \d+ bytes of 2000\n/,
  )
  assert.deepEqual(await readdir(draft), [])
  await rm(draft, { recursive: true })
})

test("the assets folder has every asset plain, as brotli and as gzip", async () => {
  for (const [name, asset] of Object.entries(assets.manifest)) {
    const file = join(assets.directory, asset.url.replace("/assets/", ""))
    const content = await readFile(file)
    assert.match(asset.url, /^\/assets\/[\w.-]+-[A-Z0-9]{8}\.(js|css)$/, name)
    assert.deepEqual(brotliDecompressSync(await readFile(`${file}.br`)), content)
    assert.deepEqual(gunzipSync(await readFile(`${file}.gz`)), content)
    assert.equal(gzipSync(content, { level: 9 }).length, asset.gzip_bytes)
  }
})

test("an unknown asset name throws an error that lists the known ones", () => {
  assert.throws(() => assets.url("nothing.js"), /There is no asset named nothing\.js\. Known: /)
})

test("startup with unchanged sources does not import the bundler", async () => {
  // tsx itself imports esbuild, so look for build-assets.ts instead.
  const script = `
    import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url.split("?")[0].split("/").at(-1)), next(url, context)) })
    const { openAssets } = await import("./server/web/ui/assets.ts")
    await openAssets(process.argv[1])
    console.log(JSON.stringify(loaded))`
  const arguments_ = ["--import", "tsx", "--input-type=module", "-e", script, folder]
  const { stdout } = await run(process.execPath, arguments_, { cwd: root })
  const loaded = JSON.parse(stdout) as string[]
  assert.ok(loaded.includes("assets.ts"))
  assert.ok(!loaded.includes("build-assets.ts"))
})

test("a changed source, a missing file or a damaged record triggers a rebuild", async () => {
  const record = join(folder, "assets.json")
  const good = await readFile(record, "utf8")
  const rebuilt = async () => {
    const opened = await openAssets(folder)
    assert.deepEqual(opened.manifest, assets.manifest)
    assert.equal(await readFile(record, "utf8"), good)
  }
  const changed = JSON.parse(good) as { inputs: Record<string, string> }
  changed.inputs["server/web/ui/css/tokens.css"] = "other"
  await writeFile(record, JSON.stringify(changed))
  await rebuilt()
  await writeFile(record, "{")
  await rebuilt()
  await rm(join(assets.directory, assets.url("portal.css").replace("/assets/", "")))
  await rebuilt()
  assert.ok((await readdir(assets.directory)).length >= Object.keys(assets.manifest).length * 3)
})

test("a build removes files that no page has named for a week, and keeps younger and current ones", async () => {
  const aged = await mkdtemp(join(tmpdir(), "foyer-aged-assets-"))
  const build = () => buildAssets(aged, { "tokens.css": "server/web/ui/css/tokens.css" }, [])
  const { manifest } = await build()
  const [current = ""] = Object.values(manifest).map(({ url }) => url.replace("/assets/", ""))
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  for (const [name, days] of [
    [current, 30],
    [`${current}.br`, 30],
    ["seven-days.js", 7],
    ["six-days.js", 6],
  ] as const) {
    const file = join(aged, "assets", name)
    await writeFile(file, "content")
    await utimes(file, daysAgo(days), daysAgo(days))
  }
  await build()
  const names = await readdir(join(aged, "assets"))
  assert.ok(names.includes(current) && names.includes(`${current}.br`) && names.includes("six-days.js"))
  assert.ok(!names.includes("seven-days.js"))
  await rm(aged, { recursive: true })
})

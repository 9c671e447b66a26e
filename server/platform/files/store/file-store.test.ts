import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { after, before, describe, test } from "node:test"
import { promisify } from "node:util"
import { type FakeS3, startFakeS3 } from "../../../../test/harness/fake-s3.ts"
import { openFileStore } from "./file-store.ts"
import { FileMissing, type FileStore, type StoredFile } from "./store.ts"

const folder = await mkdtemp(join(tmpdir(), "foyer-files-"))
let s3: FakeS3
before(async () => {
  s3 = await startFakeS3("intake")
})
after(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const credentials = { accessKeyId: "test", secretAccessKey: "test" }
const openLocal = async () => openFileStore({ folder: await mkdtemp(join(folder, "store-")) })
const openS3 = () => openFileStore({ folder, s3: { bucket: "intake", endpoint: s3.endpoint, credentials } })

for (const [name, openStore] of [
  ["local", openLocal],
  ["S3", openS3],
] as const) {
  describe(`${name} store`, () => {
    let store: FileStore
    before(async () => {
      store = await openStore()
    })

    test("gives back what was written, whole and in ranges", async () => {
      const bytes = randomBytes(11 * 1024 * 1024)
      await store.write("firm_A/document_1", Readable.from([bytes.subarray(0, 999), bytes.subarray(999)]))
      assert.deepEqual(await buffer(await store.read("firm_A/document_1")), bytes)
      assert.deepEqual(
        await buffer(await store.read("firm_A/document_1", { start: 10, end: 19 })),
        bytes.subarray(10, 20),
      )
      assert.deepEqual(
        await buffer(await store.read("firm_A/document_1", { start: 11534000 })),
        bytes.subarray(11534000),
      )
      assert.equal(
        (await buffer(await store.read("firm_A/document_1", { start: bytes.length, end: bytes.length + 5 })))
          .length,
        0,
      )

      await store.write("firm_A/document_1", Readable.from([Buffer.from("replaced")]))
      assert.equal(String(await buffer(await store.read("firm_A/document_1"))), "replaced")
    })

    test("lists by prefix, removes, and says when a file is missing", async () => {
      const write = (key: string) => store.write(key, Readable.from([Buffer.from(key)]))
      for (const key of ["listed/a", "listed/b", "listed/bb", "listed/b/c", "listed-too/a", "elsewhere"])
        await write(key)
      const list = async (prefix: string) => (await filesOf(store, prefix)).map((file) => file.key).sort()
      assert.deepEqual(await list("listed/"), ["listed/a", "listed/b", "listed/b/c", "listed/bb"])
      assert.deepEqual(await list("listed/b"), ["listed/b", "listed/b/c", "listed/bb"])
      assert.deepEqual(await list("list"), [
        "listed-too/a",
        "listed/a",
        "listed/b",
        "listed/b/c",
        "listed/bb",
      ])
      assert.deepEqual(await list("nothing/"), [])
      assert.equal((await filesOf(store, "elsewhere"))[0]?.size, 9)

      await store.remove("listed/b")
      await store.remove("listed/b")
      await assert.rejects(store.read("listed/b"), FileMissing)
      assert.deepEqual(await list("listed/b"), ["listed/b/c", "listed/bb"])
    })

    test("a source that fails midway, early or late, leaves the old file and no half of a new one", async () => {
      await store.write("kept", Readable.from([Buffer.from("old")]))
      for (const key of ["kept", "never"]) {
        for (const pieces of [0, 1, 12]) {
          const source = Readable.from(failingAfter(pieces))
          await assert.rejects(store.write(key, source), /connection cut/)
        }
      }
      assert.equal(String(await buffer(await store.read("kept"))), "old")
      await assert.rejects(store.read("never"), FileMissing)
      assert.equal(s3.uploads.size, 0)
    })

    test("a source that is closed early is not taken for a complete one", async () => {
      const source = new Readable({ read() {} })
      source.push(Buffer.alloc(1000))
      setImmediate(() => source.destroy())
      await assert.rejects(store.write("cut", source), /[Pp]remature/)
      await assert.rejects(store.read("cut"), FileMissing)
    })

    test("gives a file another key, and says when there is none", async () => {
      await store.write("moved/from", Readable.from([Buffer.from("bytes")]))
      await store.move("moved/from", "trash/moved/from")
      assert.equal(String(await buffer(await store.read("trash/moved/from"))), "bytes")
      await assert.rejects(store.read("moved/from"), FileMissing)
      await assert.rejects(store.move("moved/from", "trash/moved/from"), FileMissing)
      assert.equal(String(await buffer(await store.read("trash/moved/from"))), "bytes")
    })

    test("keys that could leave the store are refused", async () => {
      for (const key of ["../x", "/x", "a//b", "a/../b", "a/.", "", "x.file", "a\\b", "a\0", "é"]) {
        await assert.rejects(async () => store.write(key, Readable.from([])), TypeError)
        await assert.rejects(async () => store.read(key), TypeError)
        await assert.rejects(async () => store.remove(key), TypeError)
      }
    })
  })
}

test("a failed write leaves nothing in the folder, and the next start removes what a killed process left", async () => {
  const own = await mkdtemp(join(folder, "own-"))
  const store = await openFileStore({ folder: own })
  await assert.rejects(store.write("a/b", Readable.from(failingAfter(3))))
  assert.deepEqual(await readdir(own, { recursive: true }), [".unfinished"])

  const [left, running] = [join(own, ".unfinished", "left"), join(own, ".unfinished", "running")]
  await writeFile(left, "half")
  await writeFile(running, "half")
  await utimes(left, 1, 1)
  await openFileStore({ folder: own })
  assert.deepEqual(await readdir(join(own, ".unfinished")), ["running"])
})

test("only their owner can read files and folders", async () => {
  const own = await mkdtemp(join(folder, "modes-"))
  await chmod(own, 0o755)
  const store = await openFileStore({ folder: join(own, "files") })
  await store.write("a/b", Readable.from([Buffer.from("x")]))
  for (const entry of await readdir(own, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    assert.equal(mode & 0o077, 0, entry.name)
  }
})

test("if a store refuses a part, the write fails and the upload is aborted", async () => {
  const store = await openS3()
  s3.failParts(400)
  await assert.rejects(store.write("refused", Readable.from([randomBytes(6 * 1024 * 1024)])))
  s3.failParts(undefined)
  assert.equal(s3.uploads.size, 0)
  assert.equal(s3.objects.has("refused"), false)
})

test("a local installation does not load the S3 client", async () => {
  const modulesLoadedFor = async (options: string) => {
    const program = `
      import { registerHooks } from "node:module"
      let sdk = 0
      registerHooks({ load: (url, context, next) => (url.includes("@aws-sdk") && sdk++, next(url, context)) })
      const { openFileStore } = await import("./server/platform/files/store/file-store.ts")
      await import("./server/platform/files/encrypted-files.ts")
      await openFileStore(${options})
      console.log(sdk)`
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      "--input-type=module",
      "-e",
      program,
    ])
    return Number(stdout)
  }
  assert.equal(await modulesLoadedFor(JSON.stringify({ folder: join(folder, "lean") })), 0)
  assert.notEqual(await modulesLoadedFor(JSON.stringify({ folder, s3: { bucket: "intake" } })), 0)
})

async function* failingAfter(pieces: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < pieces; n++) yield Buffer.alloc(1024 * 1024, n)
  throw new Error("connection cut")
}

async function filesOf(store: FileStore, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for await (const file of store.list(prefix)) files.push(file)
  return files
}

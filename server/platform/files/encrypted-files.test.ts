import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import fc from "fast-check"
import { measureHeldBuffers } from "../../../test/harness/held-memory.ts"
import { newFolder } from "../../../test/harness/new-folder.ts"
import { openKeyRing, TamperedData } from "../secrets/key-ring.ts"
import { newMasterKey } from "../secrets/master-keys.ts"
import { FileTooLarge, readEncrypted, writeEncrypted } from "./encrypted-files.ts"
import { openFileStore } from "./store/file-store.ts"
import { FileMissing } from "./store/store.ts"
import { keepEnds } from "./stream-ends.ts"

const folder = newFolder("foyer-encrypted-")
const store = await openFileStore({ folder })
const masterKey = newMasterKey()
const ring = await openKeyRing({ data_dir: folder, master_keys: masterKey })
const chunk = 64 * 1024
const max_bytes = 100 * 1024 * 1024
const nearChunks = fc
  .tuple(fc.nat(3), fc.integer({ min: -2, max: 2 }))
  .map(([n, by]) => Math.max(0, n * chunk + by))

const write = (key: string, bytes: Buffer) =>
  writeEncrypted(store, ring, key, Readable.from(inPieces(bytes)), { max_bytes })
const raw = async (key: string) => buffer(await store.read(key))
const put = (key: string, bytes: Buffer) => store.write(key, Readable.from([bytes]))

test("a file of any length reads back, in full and in any range, and is never stored unencrypted", async () => {
  await fc.assert(
    fc.asyncProperty(nearChunks, fc.nat(), fc.nat(), async (size, a, b) => {
      const bytes = randomBytes(size)
      const file = await write("f/any", bytes)
      assert.equal(file.size, size)
      assert.deepEqual(file.sha256, createHash("sha256").update(bytes).digest())
      assert.deepEqual(await buffer(await readEncrypted(store, ring, file)), bytes)
      if (size === 0) return
      const [start, end] = [a % size, b % size].sort((x, y) => x - y) as [number, number]
      assert.deepEqual(
        await buffer(await readEncrypted(store, ring, file, { start, end })),
        bytes.subarray(start, end + 1),
      )
      assert.deepEqual(await buffer(await readEncrypted(store, ring, file, { start })), bytes.subarray(start))
      if (size > 16) assert(!(await raw("f/any")).includes(bytes.subarray(0, 16)))
    }),
    { numRuns: 60 },
  )
})

test("ranges that start or end at a chunk boundary read correctly", async () => {
  const bytes = randomBytes(3 * chunk)
  const file = await write("f/edges", bytes)
  const edges = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 3 * chunk - 1]
  for (const start of edges) {
    for (const end of edges.filter((edge) => edge >= start)) {
      const read = await buffer(await readEncrypted(store, ring, file, { start, end }))
      assert(read.equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
    }
  }
})

test("a changed byte anywhere in a stored file is detected", async () => {
  const file = await write("f/changed", randomBytes(2 * chunk + 100))
  const stored = await raw("f/changed")
  const regions = [
    0,
    4,
    5,
    11,
    12,
    13,
    12 + chunk,
    12 + chunk + 15,
    12 + chunk + 16,
    stored.length - 17,
    stored.length - 1,
  ]
  for (const at of [
    ...regions,
    ...Array.from({ length: 20 }, () => Math.floor(Math.random() * stored.length)),
  ]) {
    const changed = Buffer.from(stored)
    changed[at] = (changed[at] ?? 0) ^ 1
    await put("f/changed", changed)
    await assert.rejects(async () => buffer(await readEncrypted(store, ring, file)), `byte ${at}`)
  }
})

test("a stored file that was truncated, or whose chunks were reordered, repeated or omitted, is refused", async () => {
  const sealed = chunk + 16
  const file = await write("f/cut", randomBytes(3 * chunk))
  const stored = await raw("f/cut")
  const part = (n: number) => stored.subarray(12 + n * sealed, 12 + (n + 1) * sealed)
  const header = stored.subarray(0, 12)
  const variants = [
    ...[0, 5, 12, 13, 12 + sealed - 1, 12 + sealed, 12 + 2 * sealed, stored.length - 1].map((end) =>
      stored.subarray(0, end),
    ),
    Buffer.concat([header, part(1), part(0), part(2)]),
    Buffer.concat([header, part(0), part(0), part(1), part(2)]),
    Buffer.concat([header, part(0), part(2)]),
    Buffer.concat([stored, part(2)]),
    Buffer.concat([stored, Buffer.alloc(1)]),
  ]
  for (const [index, variant] of variants.entries()) {
    await put("f/cut", variant)
    await assert.rejects(
      async () => buffer(await readEncrypted(store, ring, file)),
      TamperedData,
      `variant ${index}`,
    )
  }
  await put("f/cut", stored.subarray(0, 12 + 2 * sealed))
  await assert.rejects(
    async () => buffer(await readEncrypted(store, ring, file, { start: chunk, end: 2 * chunk - 1 })),
    TamperedData,
    "a range that ends where the file was cut",
  )
})

test("swapped files do not decrypt", async () => {
  const [one, two] = [await write("f/one", randomBytes(10)), await write("f/two", randomBytes(10))]
  const [oneStored, twoStored] = [await raw("f/one"), await raw("f/two")]
  await put("f/one", twoStored)
  await put("f/two", oneStored)
  await assert.rejects(readEncrypted(store, ring, one), TamperedData)
  await assert.rejects(
    readEncrypted(store, ring, { key: "f/one", wrapped_key: two.wrapped_key }),
    TamperedData,
  )
})

test("a file over the limit leaves nothing behind, and one of exactly the limit is accepted", async () => {
  const bytes = randomBytes(3 * chunk)
  const source = () => Readable.from(inPieces(bytes))
  await assert.rejects(
    writeEncrypted(store, ring, "f/large", source(), { max_bytes: bytes.length - 1 }),
    FileTooLarge,
  )
  await assert.rejects(store.read("f/large"), FileMissing)
  assert.equal(
    (await writeEncrypted(store, ring, "f/large", source(), { max_bytes: bytes.length })).size,
    bytes.length,
  )
})

test("a source that fails or closes midway leaves nothing behind", async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield randomBytes(2 * chunk)
    throw new Error("connection cut")
  }
  await assert.rejects(
    writeEncrypted(store, ring, "f/failed", Readable.from(failing()), { max_bytes }),
    /connection cut/,
  )
  const closed = new Readable({ read() {} })
  closed.push(randomBytes(chunk))
  setImmediate(() => closed.destroy())
  await assert.rejects(writeEncrypted(store, ring, "f/failed", closed, { max_bytes }), /[Pp]remature/)
  await assert.rejects(store.read("f/failed"), FileMissing)
  assert.deepEqual(await Readable.from(store.list("f/failed")).toArray(), [])
})

test("a failing store closes the source, which would otherwise wait for a reader forever", async () => {
  const broken = { ...store, write: async () => Promise.reject(new Error("disk full")) }
  const source = new Readable({ read() {} })
  await assert.rejects(writeEncrypted(broken, ring, "f/broken", source, { max_bytes }), /disk full/)
  assert.equal(source.destroyed, true)
})

test("100 MB stream in constant memory", async () => {
  const piece = randomBytes(1024 * 1024)
  const before = measureHeldBuffers()
  let highest = before
  const measure = () => {
    highest = Math.max(highest, measureHeldBuffers())
  }
  async function* source(): AsyncGenerator<Buffer> {
    for (let n = 0; n < 100; n++) {
      if (n % 10 === 9) measure()
      yield piece
    }
  }
  const file = await writeEncrypted(store, ring, "f/hundred", Readable.from(source()), { max_bytes })
  let size = 0
  let measured = 0
  for await (const bytes of await readEncrypted(store, ring, file)) {
    size += (bytes as Buffer).length
    if (size - measured < 10 * piece.length) continue
    measured = size
    measure()
  }
  assert.equal(size, max_bytes)
  assert(
    highest - before < 10 * piece.length,
    `${Math.round((highest - before) / piece.length)} MB of buffers`,
  )
})

test("a reader that stops early closes the stored file", async () => {
  const file = await write("f/left", randomBytes(5 * chunk))
  let opened: Readable | undefined
  const watched = {
    ...store,
    read: async (...args: Parameters<typeof store.read>) => (opened = await store.read(...args)),
  }
  const stream = await readEncrypted(watched, ring, file)
  stream.destroy()
  await new Promise((resolve) => opened?.once("close", resolve))
  assert.equal(opened?.destroyed, true)
})

test("both ends of a stream are captured, however it is chunked", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      async (pieces, bytes) => {
        const { stream, ends } = keepEnds(bytes)
        const whole = Buffer.concat(pieces)
        assert.deepEqual(
          await buffer(Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(stream)),
          whole,
        )
        assert.deepEqual(ends(), {
          size: whole.length,
          head: whole.subarray(0, bytes),
          tail: whole.subarray(-bytes),
        })
      },
    ),
  )
})

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}

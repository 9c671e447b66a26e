import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { type FakeS3, startFakeS3 } from "../../../../test/harness/fake-s3.ts"
import { openFileStore } from "./file-store.ts"
import type { FileStore } from "./store.ts"
import { isStoreAway, withFaults } from "./store-faults.ts"

let s3: FakeS3
let store: FileStore
const limits = { connect_ms: 1_000, answer_ms: 150, piece_ms: 150, stall_ms: 150 }
const credentials = { accessKeyId: "test", secretAccessKey: "test" }
const open = (endpoint: string) =>
  openFileStore({ folder: "/nowhere", s3: { bucket: "intake", endpoint, credentials, limits } })
before(async () => {
  s3 = await startFakeS3("intake")
  store = await open(s3.endpoint)
})
after(() => s3.close())

const bytes = Buffer.alloc(100_000, "x")
const write = (to = store) => to.write("a", Readable.from([bytes]))
const list = async (of: FileStore) => {
  for await (const { key } of of.list("")) assert.ok(key)
}
const isUnavailable = { kind: "unavailable", code: "files_unavailable" }

test("a store that hangs fails every call within its limits, as unavailable with a time to retry", async () => {
  await write()
  s3.behave("hang")
  try {
    await assert.rejects(write(), isUnavailable)
    await assert.rejects(store.read("a"), isUnavailable)
    await assert.rejects(store.move("a", "b"), isUnavailable)
    await assert.rejects(store.remove("a"), isUnavailable)
    await assert.rejects(list(store), (error: { retry_after_s?: number }) => (error.retry_after_s ?? 0) > 0)
  } finally {
    s3.behave("well")
  }
  assert.ok((await buffer(await store.read("a"))).equals(bytes))
})

test("a store that stalls in the middle of a file ends the read, but a slow reader may take its time", async () => {
  s3.behave("stall")
  const stalled = await store.read("a")
  await assert.rejects(buffer(stalled), isUnavailable)
  s3.behave("well")
  const slow = await store.read("a")
  const pieces = slow[Symbol.asyncIterator]()
  let size = (await pieces.next()).value.length
  // Longer than the store may take between two pieces.
  await new Promise((resolve) => setTimeout(resolve, 3 * limits.stall_ms))
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) size += next.value.length
  assert.equal(size, bytes.length)
})

test("a store that is unreachable or refuses is unavailable too", async () => {
  await assert.rejects(write(await open("http://127.0.0.1:1")), isUnavailable)
  const refused = await openFileStore({
    folder: "/nowhere",
    s3: { bucket: "intake", endpoint: s3.endpoint, credentials, limits },
  })
  s3.failParts(403)
  await assert.rejects(refused.write("large", Readable.from([Buffer.alloc(6 * 1024 * 1024)])), isUnavailable)
  s3.failParts(undefined)
})

test("a store that refuses one file is there, and one that is too busy or broken is away", async () => {
  const faultOf = (fault: object) => {
    const remove = () => Promise.reject(Object.assign(new Error("refused"), fault))
    return withFaults({ ...store, remove }, 1_000)
      .remove("a")
      .catch(isStoreAway)
  }
  const statuses = [400, 403, 409, 423, 408, 429, 500, 503]
  const away = await Promise.all(statuses.map((httpStatusCode) => faultOf({ $metadata: { httpStatusCode } })))
  assert.deepEqual(away, [false, false, false, false, true, true, true, true])
  assert.deepEqual([await faultOf({ code: "EIO" }), await faultOf({ code: "ECONNREFUSED" })], [false, true])
})

test("a full store fails with the code of a full disk", async () => {
  s3.behave("full")
  await assert.rejects(write(), { code: "ENOSPC" })
  s3.behave("well")
})

test("a full disk is reported as full, an unreachable network disk as unavailable, and a broken sender as neither", async () => {
  const failing = (code: string) => {
    const work = () => Promise.reject(Object.assign(new Error(code), { code }))
    return withFaults({ ...store, write: work }, 1_000)
  }
  await assert.rejects(write(failing("ENOSPC")), { code: "ENOSPC" })
  await assert.rejects(write(failing("EIO")), isUnavailable)
  const cut = Object.assign(new Error("aborted"), { code: "ECONNRESET" })
  const source = Readable.from(
    (async function* () {
      yield Buffer.from("half")
      throw cut
    })(),
  )
  await assert.rejects(store.write("cut", source), (error) => error === cut)
})

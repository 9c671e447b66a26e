import assert from "node:assert/strict"
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import fc from "fast-check"
import { literally } from "../../../test/harness/literally.ts"
import { newFolder } from "../../../test/harness/new-folder.ts"
import { type KeyRing, openKeyRing, TamperedData, UnknownMasterKey } from "./key-ring.ts"
import { addMasterKey, BadMasterKeys, keyFilePath, newMasterKey, removeMasterKey } from "./master-keys.ts"

const folder = newFolder("foyer-keys-")

const ringOf = (...keys: string[]): Promise<KeyRing> =>
  openKeyRing({ data_dir: folder, master_keys: keys.join(",") })
const ring = await ringOf(newMasterKey())
const text = fc.string({ unit: "grapheme", maxLength: 300 })

test("sealed text opens again, and only for its own context", () => {
  fc.assert(
    fc.property(text, text, text, (plain, place, other) => {
      const sealed = ring.seal(plain, `answers:x${place}`)
      assert.match(sealed, /^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/)
      assert.equal(ring.open(sealed, `answers:x${place}`), plain)
      if (place !== other) assert.throws(() => ring.open(sealed, `answers:x${other}`), TamperedData)
      assert.throws(() => ring.open(sealed, `webhooks:x${place}`), TamperedData)
      assert.throws(() => ring.unwrapDataKey(sealed, `answers:x${place}`), TamperedData)
    }),
  )
})

test("sealing the same text twice returns different ciphertexts", () => {
  assert.notEqual(ring.seal("same", "answers:1"), ring.seal("same", "answers:1"))
})

test("changing any character of sealed text is detected", () => {
  const sealed = ring.seal("Ștefănescu", "answers:answer_1")
  const alphabet = "ABCabc019-_.+/= \n"
  for (let at = 0; at < sealed.length; at++) {
    for (const character of alphabet) {
      if (sealed[at] === character) continue
      const changed = sealed.slice(0, at) + character + sealed.slice(at + 1)
      assert.throws(
        () => ring.open(changed, "answers:answer_1"),
        (error) => error instanceof TamperedData || error instanceof UnknownMasterKey,
        changed,
      )
    }
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => ring.open(sealed.slice(0, length), "answers:answer_1"))
  }
})

test("a rotated ring opens old text and seals with the new key; if the old key is missing, the error names it", async () => {
  const [old, fresh] = [newMasterKey(), newMasterKey()]
  const before = await ringOf(old)
  const sealed = before.seal("kept", "answers:1")
  const wrapped = before.wrapDataKey(Buffer.alloc(32, 7), "files:a")
  const signature = before.sign("link", "download")

  const rotated = await ringOf(fresh, old)
  assert.equal(rotated.open(sealed, "answers:1"), "kept")
  assert.deepEqual(rotated.unwrapDataKey(wrapped, "files:a"), Buffer.alloc(32, 7))
  assert.equal(rotated.isSigned("link", signature, "download"), true)
  assert.equal(rotated.isCurrent(sealed), false)
  assert.equal(rotated.isCurrent(rotated.seal("x", "answers:1")), true)

  const without = await ringOf(fresh)
  assert.throws(() => without.open(sealed, "answers:1"), {
    name: "UnknownMasterKey",
    key_id: old.split(":")[0],
  })
  assert.equal(without.isSigned("link", signature, "download"), false)
})

test("a signature is valid only for its text and purpose, and only unmodified", () => {
  const signature = ring.sign("document_P1.1700000000", "download")
  assert.match(signature, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(ring.isSigned("document_P1.1700000000", signature, "download"), true)
  assert.equal(ring.isSigned("document_P2.1700000000", signature, "download"), false)
  assert.equal(ring.isSigned("document_P1.1700000000", signature, "cookie"), false)
  fc.assert(
    fc.property(
      fc.nat(42),
      fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_= é"),
      (at, character) => {
        const changed = signature.slice(0, at) + character + signature.slice(at + 1)
        assert.equal(ring.isSigned("document_P1.1700000000", changed, "download"), changed === signature)
      },
    ),
    { numRuns: 1000 },
  )
  for (const wrong of ["", signature.slice(1), `${signature}A`]) {
    assert.equal(ring.isSigned("document_P1.1700000000", wrong, "download"), false)
  }
})

test("the first start creates one key file, readable only by its owner, even if several processes start at once", async () => {
  const data_dir = await mkdtemp(join(folder, "first-"))
  const rings = await Promise.all(Array.from({ length: 8 }, () => openKeyRing({ data_dir })))
  const sealed = rings[0]?.seal("one key", "answers:1") ?? ""
  for (const one of rings) assert.equal(one.open(sealed, "answers:1"), "one key")
  assert.deepEqual(await readdir(data_dir), ["master.key"])
  assert.equal((await stat(keyFilePath(data_dir))).mode & 0o777, 0o600)
  assert.equal((await openKeyRing({ data_dir })).open(sealed, "answers:1"), "one key")

  await addMasterKey(keyFilePath(data_dir))
  const [opened] = rings
  const rotated = await openKeyRing({ data_dir })
  assert.equal(rotated.open(sealed, "answers:1"), "one key")
  assert.equal(rotated.isCurrent(sealed), true)
  const [first = "", second = ""] = rotated.key_ids
  rotated.useKey(second)
  assert.equal(rotated.isCurrent(sealed), false)
  const later = rotated.seal("two keys", "answers:1")
  assert.throws(() => rotated.useKey("unknown"), UnknownMasterKey)
  assert.equal(
    opened?.open(later, "answers:1"),
    "two keys",
    "a running process finds the new key in the file",
  )
  const aside = await removeMasterKey(keyFilePath(data_dir), first)
  assert.deepEqual((await openKeyRing({ data_dir })).key_ids, [second])
  assert.match(await readFile(aside ?? "", "utf8"), new RegExp(`^${first}:`))
  await rm(aside ?? "")
  assert.deepEqual(await readdir(data_dir), ["master.key"])
})

test("unusable master keys are refused with a sentence that does not reveal them", async () => {
  const short = Buffer.alloc(16, 1).toString("base64")
  for (const master_keys of [`a:${short}`, "nonsense", `a.b:${short}`, `${newMasterKey()},x`, ","]) {
    await assert.rejects(openKeyRing({ data_dir: folder, master_keys }), (error) => {
      assert(error instanceof BadMasterKeys)
      assert.doesNotMatch(error.message, literally(short))
      return true
    })
  }
  const another = newMasterKey()
  await assert.rejects(ringOf(another, another), BadMasterKeys)

  const data_dir = await mkdtemp(join(folder, "damaged-"))
  await writeFile(keyFilePath(data_dir), "")
  await assert.rejects(openKeyRing({ data_dir }), BadMasterKeys)
  assert.equal(await readFile(keyFilePath(data_dir), "utf8"), "", "a damaged key file is never replaced")
})

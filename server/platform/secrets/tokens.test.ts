import assert from "node:assert/strict"
import { test } from "node:test"
import { hashPassword, needsRehash, verifyPassword } from "./passwords.ts"
import {
  hashToken,
  link_key_characters,
  newDigitCode,
  newFirmToken,
  newLinkKey,
  newToken,
  placeOf,
} from "./tokens.ts"

test("tokens have at least 128 random bits and the documented characters", () => {
  const keys = Array.from({ length: 2000 }, () => newLinkKey(""))
  assert.equal(new Set(keys).size, keys.length)
  const seen = new Set(keys.join(""))
  assert.equal(seen.size, 36)
  for (const key of keys) assert.match(key, /^[a-z0-9]{26}$/)
  assert.equal(newLinkKey("0a1b2c3d4e").length, link_key_characters)
  assert(26 * Math.log2(36) >= 128)
  assert.match(newToken("fyr_"), /^fyr_[A-Za-z0-9]{32}$/)
  assert.match(newDigitCode(), /^[0-9]{6}$/)
  assert.equal(hashToken("abc").toString("hex").slice(0, 16), "ba7816bf8f01cfea")
})

test("every character of a key is equally likely", () => {
  const text = Array.from({ length: 20_000 }, () => newLinkKey("")).join("")
  const counts = Object.values(Object.groupBy(text, (character) => character)).map((all) => all?.length ?? 0)
  assert.ok(Math.max(...counts) < (1.06 * text.length) / 36, String(Math.max(...counts)))
})

test("a firm's tokens and the keys of its links begin with its place", () => {
  const place = "0a1b2c3d4e"
  for (const token of [
    newFirmToken(place, "foyer_"),
    newFirmToken(place, "test_"),
    newFirmToken(place),
    newLinkKey(place),
  ])
    assert.equal(placeOf(token), place, token)
  for (const text of ["", "foyer_", "foyer_short", "Zzzzzzzzzzzzzzz", `x${place}`])
    assert.equal(placeOf(text), "", text)
})

test("a password verifies only against its own hash, however the keyboard encodes it", async () => {
  const stored = await hashPassword("caf\u00e9 au lait")
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.equal(await verifyPassword("cafe\u0301 au lait", stored), true)
  assert.equal(await verifyPassword("cafe au lait", stored), false)
  assert.equal(needsRehash(stored), false)
  assert.equal(needsRehash(stored.replace("t=2", "t=3")), true)
})

test("a hash by the reference implementation verifies", async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`, from the test suite of the reference implementation.
  const stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
  assert.equal(await verifyPassword("password", stored), true)
  assert.equal(needsRehash(stored), true)
})

test("verifying takes as long for an unknown user as for a wrong password", async () => {
  const stored = await hashPassword("right")
  const timed = async (hash: string | null) => {
    const started = process.cpuUsage()
    for (let n = 0; n < 5; n++) assert.equal(await verifyPassword("wrong", hash), false)
    return process.cpuUsage(started).user
  }
  const [known, unknown] = [await timed(stored), await timed(null)]
  assert(unknown > known / 3, `unknown user ${unknown} µs, wrong password ${known} µs`)
})

test("a stored hash in another format throws, instead of counting as a wrong password", async () => {
  await assert.rejects(verifyPassword("x", "$2b$10$abcdefghijklmnopqrstuv"), /argon2id/)
})

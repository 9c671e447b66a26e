import assert from "node:assert/strict"
import { test } from "node:test"
import { findPasswordFault, type PasswordFault } from "./password-rules.ts"
import { passwordSentence } from "./password-sentences.ts"

const about = ["Eleanor Núñez", "eleanor@hartwell.example", "Hartwell & Pryce"]

test("common passwords are refused, also with letters replaced by digits and a year appended", async () => {
  const weak =
    `abcd1234 1q2w3e4r P@ssw0rd p@ssword1 passw0rd pa55word zaq12wsx abc12345 aa123456 q1w2e3r4 asdf1234
    1234qwer password1 Welcome2026! 12345678 qwertyuiop iloveyou1 letmein123 Summer2024 football1 trustno1 monkey123
    dragon123 1234567890 11111111 admin123 qwerty123 sunshine1`.split(/\s+/)
  for (const password of weak) {
    assert.ok(await findPasswordFault(password, []), password)
    // Padding them to the required length does not help.
    const longer = password.padEnd(10, "1")
    assert.equal(await findPasswordFault(longer, []), "common", longer)
  }
})

test("repetitions and runs of adjacent keys are refused", async () => {
  for (const password of [
    "aaaaaaaaaaaa",
    "qwertyqwerty",
    "0987654321",
    "abcdefghijkl",
    "poiuytrewq",
    "1qaz2wsx3edc",
  ])
    assert.equal(await findPasswordFault(password, []), "common", password)
})

test("the person's name, address and firm are refused, also with accents, substitutions and digits around them", async () => {
  for (const password of [
    "eleanor1990!",
    "Eleanor Nunez",
    "ELEANORNÚÑEZ1",
    "Hartwell&Pryce2026",
    "H4rtw3ll-Pryc3",
    "eleanor@hartwell.example",
    "hartwellpassword",
  ]) {
    assert.equal(await findPasswordFault(password, about), "personal", password)
  }
  assert.equal(await findPasswordFault("Quartz Orchard 88", about), undefined)
})

test("uncommon passwords are accepted, in any script and without rules about characters", async () => {
  for (const password of [
    "violet kettle harbor",
    "tres gatos sobre el tejado",
    "tiger8841902735",
    "xkq7vbnwp2",
    "紫色的水壶在港口等待着",
    `${"a".repeat(50)}harbor lantern`,
  ]) {
    assert.equal(await findPasswordFault(password, about), undefined, password)
  }
})

test("the hint states the required length, and long passwords are accepted", async () => {
  assert.equal(await findPasswordFault("", []), "missing")
  assert.equal(await findPasswordFault("k7-vq-mz2", []), "too_short")
  assert.equal(
    await findPasswordFault("ñ🙂".repeat(5), ["x"]),
    "common",
    "ten characters, whatever their bytes",
  )
  assert.equal(await findPasswordFault("violet kettle harbor ".repeat(10), []), "too_long")
})

test('every fault says what to do, in both languages, and none says "invalid"', () => {
  const faults: PasswordFault[] = ["missing", "too_short", "too_long", "common", "personal"]
  for (const fault of faults) {
    const [english, spanish] = [passwordSentence(fault, "en"), passwordSentence(fault, "es")]
    assert.notEqual(english, spanish)
    assert.doesNotMatch(english + spanish, /invalid|inválid/i)
  }
})

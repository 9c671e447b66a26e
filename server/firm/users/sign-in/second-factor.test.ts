import assert from "node:assert/strict"
import { test } from "node:test"
import { Secret, TOTP } from "otpauth"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaff, subjectsTo } from "../../../../test/harness/staff.ts"
import { Failure } from "../../../platform/errors.ts"
import { countRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts"
import { enableSecondFactor, newSecondFactor, removeSecondFactor, useSecondFactor } from "./second-factor.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

/** A user with an authenticator app, and its current code. */
async function newEnrolled() {
  const firm = await service.newFirm()
  const staff = await newStaff(firm)
  const secret = newSecondFactor()
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 })
  const code = () => app.generate({ timestamp: now.getTime() })
  const first = code()
  const codes = await firm.run(async (tx) => {
    assert.equal(await enableSecondFactor(tx, service.ring, staff.user_id, { secret, code: first }), true)
    return renewRecoveryCodes(tx, staff.user_id)
  })
  const use = (typed: string) => useSecondFactor(service, staff, typed)
  return { firm, staff, code, first, codes, use }
}

test("a code of another secret does not turn on two-factor authentication", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm)
  const isOn = await firm.run((tx) =>
    enableSecondFactor(tx, service.ring, user_id, { secret: newSecondFactor(), code: "000000" }),
  )
  assert.equal(isOn, false)
})

test("the code that turned it on works only once, and so does every other code", async () => {
  const { first, code, use } = await newEnrolled()
  assert.equal(await use(first), undefined)
  wait(30)
  const next = code()
  assert.equal(await use(next), "app")
  assert.equal(await use(next), undefined)
  assert.equal(await use(first), undefined, "nor an earlier one")
})

test("of two concurrent uses of one code, one succeeds", async () => {
  const { code, codes, use } = await newEnrolled()
  wait(30)
  for (const typed of [code(), codes[3] ?? ""]) {
    const used = await Promise.all([use(typed), use(typed), use(typed)])
    assert.equal(used.filter(Boolean).length, 1)
  }
})

test("a recovery code has at least 112 random bits, works once, however it is typed, and its use emails the owner", async () => {
  const { firm, staff, codes, use } = await newEnrolled()
  assert.equal(new Set(codes).size, 10)
  const alphabet = 31
  const [one = "", two = ""] = codes
  assert.ok(one.replace(/-/g, "").length * Math.log2(alphabet) >= 112)
  assert.equal(await use(one), "recovery_code")
  assert.equal(await use(one), undefined)
  assert.equal(await use(two.toUpperCase().replaceAll("-", " ")), "recovery_code")
  assert.equal(await firm.run((tx) => countRecoveryCodes(tx, staff.user_id)), 8)
  const told = (await subjectsTo(service, staff.email)).filter((subject) => /recovery code/.test(subject))
  assert.deepEqual(told, ["A recovery code was used", "A recovery code was used"])
})

test("new recovery codes replace all earlier ones", async () => {
  const { firm, staff, use, codes } = await newEnrolled()
  const [one = ""] = codes
  const fresh = await firm.run((tx) => renewRecoveryCodes(tx, staff.user_id))
  assert.equal(await firm.run((tx) => countRecoveryCodes(tx, staff.user_id)), 10)
  assert.equal(await use(one), undefined)
  assert.equal(await use(fresh[0] ?? ""), "recovery_code")
})

test("after wrong codes, even the right code has to wait", async () => {
  const { code, use } = await newEnrolled()
  wait(30)
  for (let time = 0; time < 8; time++) assert.equal(await use("no such code"), undefined)
  await assert.rejects(use(code()), (error) => error instanceof Failure && error.code === "too_many_attempts")
  wait(30)
  assert.equal(await use(code()), "app")
})

test("after turning it off, neither the app's codes nor recovery codes work", async () => {
  const { firm, staff, code, codes, use } = await newEnrolled()
  await firm.run((tx) => removeSecondFactor(tx, staff.user_id))
  wait(30)
  assert.equal(await use(code()), undefined)
  assert.equal(await use(codes[0] ?? ""), undefined)
})

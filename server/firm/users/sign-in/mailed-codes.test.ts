import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../../test/harness/collide.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { sql } from "../../../platform/db/sql.ts"
import { type CodeFor, createCode, findOpenCode, useCode } from "./mailed-codes.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

async function send(firm: TestFirm, code_for: CodeFor, email = "new@example.com"): Promise<string> {
  const sent = await firm.run((tx) => createCode(tx, service.ring, { ...code_for, email }))
  assert.equal(sent.kind, "new")
  return sent.kind === "new" ? sent.code : ""
}

async function newCodes() {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { invited: true })
  const code_for: CodeFor = { user_id, purpose: "new_email" }
  const use = async (typed: string, purpose: CodeFor["purpose"] = "new_email") =>
    (await firm.run((tx) => useCode(tx, service.ring, { user_id, purpose }, typed))).kind
  return { firm, code_for, use }
}

async function outcomeOf(firm: TestFirm, code_for: CodeFor & { email: string }): Promise<string> {
  const sent = await firm.run((tx) => createCode(tx, service.ring, code_for))
  return sent.kind === "too_many" ? `${sent.kind}: ${sent.wait}` : sent.kind
}

test("the newest code works once, for its purpose only, and returns the address it was sent to", async () => {
  const { firm, code_for, use } = await newCodes()
  const first = await send(firm, code_for, "first@example.com")
  assert.deepEqual(await firm.run((tx) => findOpenCode(tx, code_for)), { email: "first@example.com" })
  const second = await send(firm, code_for, "second@example.com")
  assert.equal(await use(second, "proof"), "over", "it proves nothing else")
  if (first !== second) assert.equal(await use(first), "wrong", "the address before is not confirmed by it")
  const used = await firm.call(useCode, service.ring, code_for, ` ${second.slice(0, 3)} ${second.slice(3)}`)
  assert.deepEqual(used, { kind: "right", email: "second@example.com" })
  assert.equal(await use(second), "over")
  assert.equal(await firm.run((tx) => findOpenCode(tx, code_for)), undefined)
})

test("a code ends after five wrong attempts or ten minutes, and the next one is sent at once", async () => {
  const { firm, code_for, use } = await newCodes()
  const guessed = await send(firm, code_for)
  const wrong = guessed === "000000" ? "000001" : "000000"
  for (let time = 0; time < 5; time++) assert.equal(await use(wrong), "wrong")
  assert.equal(await use(guessed), "exhausted")
  const late = await send(firm, code_for)
  wait(601)
  assert.equal(await use(late), "over")
  for (let time = 0; time < 5; time++) assert.equal(await use(late), "over")
})

test("a user who has used a code may get the next one at once", async () => {
  const { firm, code_for, use } = await newCodes()
  assert.equal(await use(await send(firm, code_for)), "right")
  assert.equal(await use(await send(firm, code_for)), "right")
})

test("the number of codes for each purpose is limited, and one address gets at most one per minute", async () => {
  const { firm, code_for } = await newCodes()
  const kind = (email: string) => outcomeOf(firm, { ...code_for, email })
  assert.equal(await kind("a@example.com"), "new")
  assert.equal(await kind("a@example.com"), "recent")
  for (const email of ["b@example.com", "c@example.com", "d@example.com", "e@example.com"])
    assert.equal(await kind(email), "new")
  assert.equal(await kind("f@example.com"), "too_many: hour")
  await send(firm, { ...code_for, purpose: "proof" })
  wait(3_601)
  assert.equal(await kind("f@example.com"), "new")
})

test("a user gets at most twelve codes a day, and the next one a day after the first", async () => {
  const { firm, code_for } = await newCodes()
  const kind = () => outcomeOf(firm, { ...code_for, email: "a@example.com" })
  const half_an_hour_s = 1_800
  for (let count = 1; count <= 12; count++) {
    assert.equal(await kind(), "new", `code ${count}`)
    wait(half_an_hour_s)
  }
  assert.equal(await kind(), "too_many: day")
  wait(24 * 3_600 - 12 * half_an_hour_s - 1)
  assert.equal(await kind(), "too_many: day")
  wait(1)
  assert.equal(await kind(), "new")
})

test("of simultaneous requests for a code, one is sent", async () => {
  const { firm, code_for } = await newCodes()
  const request = () =>
    firm.run((tx) => createCode(tx, service.ring, { ...code_for, email: "a@example.com" }))
  const user = sql`select from users where id = ${code_for.user_id}`
  const sent = await collide(service, user, [request, request, request])
  assert.deepEqual(sent.map(({ kind }) => kind).toSorted(), ["new", "recent", "recent"])
})

test("of simultaneous uses of a code, one succeeds", async () => {
  const { firm, code_for, use } = await newCodes()
  const code = await send(firm, code_for)
  const row = sql`select from mailed_codes where user_id = ${code_for.user_id}`
  const uses = await collide(service, row, [() => use(code), () => use(code)])
  assert.deepEqual(uses.toSorted(), ["over", "right"])
})

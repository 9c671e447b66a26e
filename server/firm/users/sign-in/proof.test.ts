import assert from "node:assert/strict"
import { AsyncLocalStorage, createHook } from "node:async_hooks"
import { argon2Sync, randomBytes } from "node:crypto"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaff, test_password } from "../../../../test/harness/staff.ts"
import { waitUntil } from "../../../../test/harness/wait-until.ts"
import { sql } from "../../../platform/db/sql.ts"
import { Failure } from "../../../platform/errors.ts"
import { hashPassword } from "../../../platform/secrets/passwords.ts"
import { changePassword, type Proof, provePassword, readSignIn } from "./proof.ts"
import { checkPassword } from "./sign-in.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

const isFailure = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

test("only the right password is a proof, and five wrong ones lock it for 15 minutes", async () => {
  const staff = await newStaff(await service.newFirm())
  for (let time = 0; time < 5; time++) assert.equal(await provePassword(service, staff, "not it"), undefined)
  await assert.rejects(provePassword(service, staff, test_password), isFailure("too_many_attempts"))
  now = new Date(now.getTime() + 15 * 60_000)
  assert.equal((await provePassword(service, staff, test_password))?.user_id, staff.user_id)
})

test("a proof becomes worthless when two-factor authentication is turned on after it", async () => {
  const firm = await service.newFirm()
  const staff = await newStaff(firm)
  const proof = (await provePassword(service, staff, test_password)) as Proof
  await firm.write(sql`update users set second_factor_sealed = 'x' where id = ${staff.user_id}`)
  await assert.rejects(firm.call(changePassword, proof, "hash"), isFailure("sign_in_changed"))
})

test("the next correct password replaces a hash with outdated costs, and a wrong password does not", async () => {
  const firm = await service.newFirm()
  const { user_id, ...staff } = await newStaff(firm)
  const nonce = randomBytes(16)
  const cost = { memory: 8_192, passes: 1, parallelism: 1 }
  const bytes = argon2Sync("argon2id", { message: test_password, nonce, tagLength: 32, ...cost })
  const [salt, hash] = [nonce, bytes].map((each) => each.toString("base64").replaceAll("=", ""))
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hash}`
  await firm.write(sql`update users set password_hash = ${old} where id = ${user_id}`)
  const stored = async () => (await firm.run((tx) => readSignIn(tx, user_id))).password_hash
  assert.equal(await provePassword(service, { ...staff, user_id }, "not it"), undefined)
  assert.equal(await stored(), old)
  const proof = await provePassword(service, { ...staff, user_id }, test_password)
  assert.match((await stored()) ?? "", /m=19456,t=2/)
  assert.equal(proof?.password_hash, await stored(), "the change that follows finds what was proven")
})

test("signing in runs the same transactions whether the address is known or not", async () => {
  const staff = await newStaff(await service.newFirm())
  const committed = async (email: string) => {
    let count = 0
    const db: typeof service.db = {
      ...service.db,
      forPlatform: (work) => {
        count += 1
        return service.db.forPlatform(work)
      },
      forFirm: (firm_id, work, actor) => {
        count += 1
        return service.db.forFirm(firm_id, work, actor)
      },
    }
    const source = { network: "192.0.2.1", browserOf: () => undefined }
    await checkPassword({ db, ring: service.ring }, { email, password: "not it", ...source })
    return count
  }
  assert.equal(await committed(staff.email), 1)
  assert.equal(await committed("nobody.at.all@example.com"), 1)
})

test("an address unknown, of one firm, and of two firms costs the same number of hashes", async () => {
  const [one, two] = [await service.newFirm(), await service.newFirm()]
  const staff = await newStaff(one)
  const of_two = await newStaff(one)
  await newStaff(two, { email: of_two.email })
  const source = { network: "192.0.2.7", browserOf: () => undefined }
  for (const email of ["nobody.here@example.com", staff.email, of_two.email])
    assert.equal(
      await hashesOf(() => checkPassword(service, { email, password: "not it", ...source })),
      2,
      email,
    )
})

/** How many hashes are derived by this work, and by nothing else in the process. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const own = new AsyncLocalStorage<{ hashes: number }>()
  const count = { hashes: 0 }
  const hook = createHook({
    init: (_, type) => {
      const store = own.getStore()
      if (store && type === "ARGON2REQUEST") store.hashes += 1
    },
  }).enable()
  await own.run(count, work)
  hook.disable()
  return count.hashes
}

test("a correct password signs in at every firm where it matches, and nowhere else", async () => {
  const [one, two] = [await service.newFirm("One"), await service.newFirm("Two")]
  const staff = await newStaff(one)
  await newStaff(two, { email: staff.email })
  const source = { network: "192.0.2.2", browserOf: () => undefined }
  const right = await checkPassword(service, { email: staff.email, password: test_password, ...source })
  assertEach(right.signed_in, ({ firm_name }) => firm_name, ["One", "Two"])
  const wrong = await checkPassword(service, { email: staff.email, password: "not it", ...source })
  assert.deepEqual([wrong.signed_in.length, wrong.refused.length], [0, 2])
})

test("no transaction is open while passwords wait to be verified", async () => {
  const firm = await service.newFirm()
  const staff = await Promise.all(Array.from({ length: 8 }, () => newStaff(firm)))
  const open = { begun: 0, ended: 0, answered: 0 }
  const counting =
    <Rest extends unknown[], T>(work: (...rest: Rest) => Promise<T>) =>
    async (...rest: Rest): Promise<T> => {
      open.begun += 1
      try {
        return await work(...rest)
      } finally {
        open.ended += 1
      }
    }
  const db = {
    ...service.db,
    forPlatform: counting(service.db.forPlatform),
    forFirm: counting(service.db.forFirm),
  } as typeof service.db
  // The others wait behind these.
  const before = Array.from({ length: 40 }, () => hashPassword("violet kettle harbor"))
  const proofs = staff.map(async (who) => {
    await provePassword({ db, ring: service.ring }, who, "not it")
    open.answered += 1
  })
  // Each one counts the attempt and reads the stored hash.
  await waitUntil(() => open.ended >= 2 * staff.length, "the attempts were not counted")
  assert.deepEqual(open, { begun: 2 * staff.length, ended: 2 * staff.length, answered: 0 })
  await Promise.all([...before, ...proofs])
})

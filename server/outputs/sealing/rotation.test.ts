import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterEach, beforeEach, test } from "node:test"
import { assertEach, assertNone } from "../../../test/harness/assert-each.ts"
import { type SealedEverything, sealEverything } from "../../../test/harness/sealed-everything.ts"
import { openTestService, type TestService } from "../../../test/harness/service.ts"
import { listAudit } from "../../firm/audit/listing.ts"
import { verifyAudit } from "../../firm/audit/verifying.ts"
import { saveAnswer } from "../../intake/answers/answers.ts"
import { listWithSensitivity } from "../../intake/answers/listing.ts"
import { closeMatter } from "../../intake/matters/lifecycle.ts"
import { compareSubmissions } from "../../intake/submissions/review/seen-changes.ts"
import { deleteMatter, restoreMatter } from "../../operations/deletions/deletions.ts"
import { rawSql, sql } from "../../platform/db/sql.ts"
import { reportKeys } from "../../platform/installation/following.ts"
import { listMasterKeys } from "../../platform/installation/master-key-states.ts"
import { type KeyRing, openKeyRing } from "../../platform/secrets/key-ring.ts"
import { keyFilePath, newMasterKey } from "../../platform/secrets/master-keys.ts"
import { registry } from "./registry.ts"
import { type RotationParts, retire, rotate } from "./rotation.ts"
import { countKeyUse, tryOpening } from "./usage.ts"

let service: TestService
let filled: SealedEverything
let said: string[]
beforeEach(async () => {
  service = await openTestService({ own_database: true })
  filled = await sealEverything(service)
  said = []
})
afterEach(async () => {
  await service.close()
})

const key_file = () => keyFilePath(service.config.data_dir)
const parts = (more: Partial<RotationParts> = {}): RotationParts => ({
  ...service,
  key_file: key_file(),
  say: (sentence) => said.push(sentence),
  timeout_ms: 0,
  ...more,
})
const uses = () => service.db.forPlatform(countKeyUse)
const keysInUse = async () => [...new Set((await uses()).map(({ key_id }) => key_id))]
const opening = (ring: KeyRing) => service.db.forPlatform((tx) => tryOpening(tx, ring))
/** The state that a newly started process would see. */
const newRing = () => openKeyRing({ data_dir: service.config.data_dir })

test("the rotation knows every column with sealed text, and this test tries each", async () => {
  const columns = await service.db.forPlatform((tx) =>
    tx.all<{ table: string; column: string }>(sql`
      select table_name as table, column_name as column from information_schema.columns c
        join pg_class t on t.oid = c.table_name::regclass and t.relkind = 'r'
       where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')
         and table_name not in ('master_keys', 'migrations')`),
  )
  const holding: string[] = []
  for (const { table, column } of columns) {
    const { count } = await service.db.forPlatform((tx) =>
      tx.one<{ count: number }>(
        rawSql(
          `select count(*) from ${table} where ${column}::text ~ 'v1[.][A-Za-z0-9_-]{1,32}[.][A-Za-z0-9_-]{38,}'`,
        ),
      ),
    )
    if (count > 0) holding.push(`${table}.${column}`)
  }
  const known = registry.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(holding.toSorted(), known.toSorted())
  const named = columns.filter(({ column }) => /_sealed$|^wrapped_key$/.test(column))
  assertNone(
    named.map(({ table, column }) => `${table}.${column}`),
    (name) => !known.includes(name),
  )
})

test("a rotation moves everything to a new key; the old one is retired, and everything decrypts without it", async () => {
  const [old = ""] = await keysInUse()
  const before = (await uses()).reduce((sum, { count }) => sum + count, 0)
  assert.deepEqual(await opening(service.ring), [])
  await assert.rejects(retire(parts(), old), /seals new data\. Run first: foyer master-key rotate/)

  const rotated = await rotate(parts())
  assert.ok(rotated)
  assert.deepEqual([rotated.older, rotated.left, rotated.still_used], [[old], [], []])
  assert.notEqual(rotated.key_id, old)
  assert.deepEqual(await keysInUse(), [rotated.key_id])
  assert.equal(
    (await uses()).reduce((sum, { count }) => sum + count, 0),
    before,
  )

  const aside = (await retire(parts(), old)) ?? ""
  assert.match(await readFile(aside, "utf8"), new RegExp(`^${old}:`))
  const ring = await newRing()
  assert.deepEqual(ring.key_ids, [rotated.key_id])
  assert.deepEqual(await opening(ring), [])
  await expectSameContent(ring)
  assertEach(await service.db.forPlatform(listMasterKeys), ({ state }) => state, ["retired", "seals"])
  assert.equal(await retire(parts(), old), undefined, "once more changes nothing")
  const { rows } = await filled.firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 200, offset: 0 }))
  assertEach(
    rows.filter(({ action }) => action.startsWith("master_key")),
    ({ action, label }) => [action, label],
    [
      ["master_key_retired", `${old} (by command)`],
      ["master_key_changed", `${rotated.key_id} (by command)`],
    ],
  )
  assert.equal((await filled.firm.run((tx) => verifyAudit(tx))).break, undefined)
})

/** Checks that sealed text is unchanged, the deleted matter can be restored, and acknowledgments still count. */
async function expectSameContent(ring: KeyRing): Promise<void> {
  const { firm, intake, deletion_id, mark } = filled
  const answers = await firm.run((tx) => listWithSensitivity(tx, ring, intake.matter_id))
  assert.ok(answers.some(({ value }) => value === "987-65-4321"))
  const differences = await firm.call(compareSubmissions, ring, intake.matter_id, { from: 1, until: 2 })
  assert.ok(differences[0]?.seen, "an acknowledged change is new again")
  assert.notEqual(differences[0]?.mark, mark)
  const restored = await firm.run((tx) => restoreMatter(tx, ring, deletion_id))
  const again = await firm.run((tx) => listWithSensitivity(tx, ring, restored))
  assert.ok(again.some(({ value }) => value === "123-45-6780"))
  const [change] = await firm.call(compareSubmissions, ring, restored, { from: 1, until: 2 })
  const marks = await firm.all<{ mark: string }>(
    sql`select mark from seen_changes where matter_id = ${restored}`,
  )
  assertEach(marks, ({ mark: signed }) => signed, [change?.mark])
  assert.deepEqual(await opening(ring), [])
}

test("a rotation killed at any point resumes in the next run with the same new key", async () => {
  const [old = ""] = await keysInUse()
  let pieces = 0
  const dying = (after_pieces: number) => () => {
    pieces += 1
    if (pieces > after_pieces) throw new Error("killed")
  }
  for (const after_pieces of [0, 3, 9]) {
    pieces = 0
    await assert.rejects(rotate(parts({ onPiece: dying(after_pieces) })), /killed/)
    assert.deepEqual(await opening(await newRing()), [], "something does not open in between")
    await assert.rejects(retire(parts(), old), new RegExp(`"${old}" is still needed: \\d+ in `))
  }
  assert.equal((await newRing()).key_ids.length, 2, "each run added a key")
  const rotated = await rotate(parts())
  assert.deepEqual(await keysInUse(), [rotated?.key_id])
  await retire(parts(), old)
  await expectSameContent(await newRing())
})

test("concurrent writes survive a rotation, whichever key they still use", async () => {
  const { firm, intake } = filled
  const [old = ""] = await keysInUse()
  const oldRing = await openKeyRing({ data_dir: service.config.data_dir })
  const write = (ring: KeyRing, value: string) =>
    firm.run((tx) =>
      saveAnswer(tx, ring, intake.matter_id, { question_id: intake.ids.ssn, about: intake.spouse, value }),
    )
  let written = 0
  // Between reading and writing each batch, an answer changes, alternately under the old and the new key.
  const rotated = await rotate(
    parts({
      onPiece: async () => {
        if (written >= 8) return
        written += 1
        await write(written % 2 ? oldRing : service.ring, `000-00-000${written}`)
      },
    }),
  )
  assert.equal(written, 8)
  assert.deepEqual(rotated?.still_used, [])
  const answers = await firm.run((tx) => listWithSensitivity(tx, service.ring, intake.matter_id))
  assert.ok(answers.some(({ value }) => value === "000-00-0008"))
  await retire(parts(), old)
  assert.deepEqual(await opening(await newRing()), [])
})

test("a matter deleted during a rotation can be restored without the old key", async () => {
  const { firm, intake } = filled
  const [old = ""] = await keysInUse()
  const die = () => {
    throw new Error("killed")
  }
  await assert.rejects(rotate(parts({ onPiece: die })), /killed/)
  const deletion_id = await firm.run(async (tx) => {
    await closeMatter(tx, intake.matter_id)
    return deleteMatter(tx, service.ring, { matter_id: intake.matter_id, reason: "Asked for." })
  })
  await rotate(parts())
  await retire(parts(), old)
  const ring = await newRing()
  const restored = await firm.run((tx) => restoreMatter(tx, ring, deletion_id))
  const answers = await firm.run((tx) => listWithSensitivity(tx, ring, restored))
  assert.ok(answers.some(({ value }) => value === "987-65-4321"))
  assert.deepEqual(await opening(ring), [])
})

test("a text that changed since it was read is not overwritten", async () => {
  const { firm, intake } = filled
  const { ring } = service
  const other = await openKeyRing({ data_dir: service.config.data_dir })
  let isChanged = false
  const db: typeof service.db = {
    ...service.db,
    forPlatform: async (work) => {
      const result = await service.db.forPlatform(work)
      const rows = Array.isArray(result) ? (result as { row?: { value_sealed?: string } }[]) : []
      if (!isChanged && rows.some(({ row }) => row?.value_sealed)) {
        isChanged = true
        await firm.run((tx) =>
          saveAnswer(tx, other, intake.matter_id, {
            question_id: intake.ids.ssn,
            about: intake.spouse,
            value: "111-11-1111",
          }),
        )
      }
      return result
    },
  }
  await rotate(parts({ db }))
  assert.ok(isChanged)
  const answers = await firm.run((tx) => listWithSensitivity(tx, ring, intake.matter_id))
  assert.ok(answers.some(({ value }) => value === "111-11-1111"))
})

test("the rotation does not switch while a running process lacks the new key, and no key is retired while a process encrypts with it", async () => {
  const [old = ""] = await keysInUse()
  const id = crypto.randomUUID()
  const elsewhere = (key_ids: string[], seals_with: string) =>
    service.db.forPlatform((tx) =>
      tx.run(sql`
        insert into processes (id, host, pid, key_ids, seals_with)
        values (${id}, 'node-b', 7, ${key_ids}, ${seals_with})
        on conflict (id) do update set key_ids = excluded.key_ids, seals_with = excluded.seals_with, seen_at = now()`),
    )
  await elsewhere([old], old)
  await assert.rejects(rotate(parts()), /These processes do not have the master key "\w+" yet: 7 on node-b\./)
  assert.deepEqual(await keysInUse(), [old])
  const [, fresh = ""] = (await newRing()).key_ids
  await elsewhere([old, fresh], old)
  await assert.rejects(rotate(parts()), /still seal with another key: 7 on node-b/)
  await elsewhere([old, fresh], fresh)
  assert.equal((await rotate(parts()))?.key_id, fresh)
  await elsewhere([old, fresh], old)
  await assert.rejects(retire(parts(), old), /still seal with this key: 7 on node-b/)
})

test("a running process reads the new key from the file, and encrypts with it once the database says so", async () => {
  const running = await newRing()
  const id = crypto.randomUUID()
  const report = () => service.db.forPlatform((tx) => reportKeys(tx, running, id))
  await report()
  const rotated = await rotate(parts({ onPiece: report }))
  assert.equal(running.current_key_id, rotated?.key_id)
  const [reported] = await service.db.forPlatform((tx) =>
    tx.all(sql`select key_ids, seals_with from processes where id = ${id}`),
  )
  assert.deepEqual(reported, { key_ids: running.key_ids, seals_with: rotated?.key_id })
})

test("the operator adds keys in the setting, and then everything is reencrypted with the newest", async () => {
  const own = await readFile(key_file(), "utf8")
  assert.equal(await rotate(parts({ key_file: undefined })), undefined)
  const fresh = newMasterKey()
  const master_keys = `${own.trim()},${fresh}`
  const ring = await openKeyRing({ data_dir: join(service.config.data_dir, "none"), master_keys })
  const rotated = await rotate(parts({ key_file: undefined, ring }))
  assert.equal(rotated?.key_id, fresh.split(":")[0])
  assert.deepEqual(await keysInUse(), [rotated?.key_id])
  const only = await openKeyRing({ data_dir: "", master_keys: fresh })
  assert.deepEqual(await opening(only), [])
})

test("values that do not decrypt are reported and left unchanged, and their key cannot be retired", async () => {
  const [old = ""] = await keysInUse()
  await service.db.forPlatform((tx) =>
    tx.run(
      sql`update mails set body_sealed = overlay(body_sealed placing 'AAAA' from 40) where id = (select max(id) from mails)`,
    ),
  )
  assert.match((await opening(service.ring))[0]?.column.table ?? "", /^mails$/)
  const rotated = await rotate(parts())
  assertEach(rotated?.left, ({ table, column }) => `${table}.${column}`, ["mails.body_sealed"])
  await assert.rejects(retire(parts(), old), /still needed: 1 in mails\.body_sealed/)
})

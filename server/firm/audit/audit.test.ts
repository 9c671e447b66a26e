import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { createOwnDatabase } from "../../../test/harness/own-database.ts"
import {
  openTestService,
  provideService,
  type TestFirm,
  type TestService,
} from "../../../test/harness/service.ts"
import { checkSystem } from "../../operations/system/checks.ts"
import { watchInstallation } from "../../operations/system/metrics.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import type { Logger } from "../../platform/log.ts"
import { recordAudit, recordSensitiveRead } from "./audit.ts"
import { auditText, beginning, type ChainedEntry, findBreak } from "./chain.ts"
import { listAudit } from "./listing.ts"
import { noteAuditHeads } from "./noting.ts"
import { verifyAuditLog, verifyAuditLogs } from "./verified-logs.ts"
import { verifyAudit } from "./verifying.ts"

const service = provideService()

const page = { page: 1, limit: 100, offset: 0 }

/** A firm whose log has five entries, and access to it as a database superuser. */
async function firmWithLog() {
  const firm = await service.newFirm()
  for (const label of ["one", "two", "three", "four", "five"]) {
    await firm.run((tx) => recordAudit(tx, "firm_changed", { label }))
  }
  const entries = (await firm.run((tx) => listAudit(tx, {}, page))).rows.toReversed()
  return { firm, entries, byForce: (work: (tx: Tx) => Promise<unknown>) => service.db.forPlatform(work) }
}

const verify = (firm: TestFirm) => firm.run((tx) => verifyAudit(tx))

test("an untouched log is intact, and every entry has its position", async () => {
  const { firm, entries } = await firmWithLog()
  const { head, break: found } = await verify(firm)
  assert.equal(found, undefined)
  assert.equal(head.position, 5)
  assertEach(entries, ({ position, label }) => [position, label], [
    [1, "one"],
    [2, "two"],
    [3, "three"],
    [4, "four"],
    [5, "five"],
  ])
})

test("an empty log is intact", async () => {
  assert.deepEqual(await verify(await service.newFirm()), { head: beginning, break: undefined })
})

for (const [column, value] of [
  ["action", sql`'key_revoked'`],
  ["label", sql`'three '`],
  ["user_id", sql`null`],
  ["matter_id", sql`${newId("matter")}`],
  ["record_id", sql`${newId("user")}`],
  ["occurred_at", sql`occurred_at - interval '1 microsecond'`],
] as const) {
  test(`an entry whose ${column} was changed is named`, async () => {
    const { firm, entries, byForce } = await firmWithLog()
    const change = {
      action: sql`update audit_entries set action = ${value}`,
      label: sql`update audit_entries set label = ${value}`,
      user_id: sql`update audit_entries set user_id = ${value}`,
      matter_id: sql`update audit_entries set matter_id = ${value}`,
      record_id: sql`update audit_entries set record_id = ${value}`,
      occurred_at: sql`update audit_entries set occurred_at = ${value}`,
    }[column]
    await byForce((tx) => tx.run(sql`${change} where firm_id = ${firm.firm_id} and id = ${entries[2]?.id}`))
    assert.deepEqual((await verify(firm)).break, { id: entries[2]?.id, position: 3, kind: "changed" })
  })
}

test("a removed entry leaves a gap, and the result names the entry after it", async () => {
  const { firm, entries, byForce } = await firmWithLog()
  await byForce((tx) =>
    tx.run(sql`delete from audit_entries where firm_id = ${firm.firm_id} and id = ${entries[1]?.id}`),
  )
  assert.deepEqual((await verify(firm)).break, { id: entries[2]?.id, position: 2, kind: "removed" })
})

test("entries truncated from the end are detected", async () => {
  const { firm, entries, byForce } = await firmWithLog()
  await byForce((tx) =>
    tx.run(sql`delete from audit_entries where firm_id = ${firm.firm_id} and id = ${entries[4]?.id}`),
  )
  assert.deepEqual((await verify(firm)).break, { id: null, position: 5, kind: "removed" })
})

test("a log truncated together with its head is detected by comparing with an earlier head", async () => {
  const { firm, entries, byForce } = await firmWithLog()
  const seen = (await verify(firm)).head
  await isTruncated(firm, entries[4]?.id, entries[3]?.id, byForce)
  assert.equal((await verify(firm)).break, undefined)
  const against = await firm.run((tx) => verifyAudit(tx, seen))
  assert.deepEqual(against.break, { id: null, position: 5, kind: "removed" })
})

/** Removes the last entry and makes the previous one the head. */
async function isTruncated(
  { firm_id }: TestFirm,
  last: string | undefined,
  before: string | undefined,
  byForce: (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  await byForce(async (tx) => {
    await tx.run(sql`delete from audit_entries where firm_id = ${firm_id} and id = ${last}`)
    await tx.run(sql`
      update audit_heads h set position = e.position, hash = e.hash from audit_entries e
       where h.firm_id = ${firm_id} and e.firm_id = h.firm_id and e.id = ${before}`)
  })
}

test("comparing with the head in the program's log detects truncation of entries and head", async () => {
  const { firm, entries, byForce } = await firmWithLog()
  const noted: { firm_id: string; head: string }[] = []
  const log = { info: (fields: { firm_id: string; head: string }) => void noted.push(fields) }
  await noteAuditHeads({ db: service.db, log: log as unknown as Logger })
  const head = noted.find(({ firm_id }) => firm_id === firm.firm_id)?.head ?? ""
  const [position = "", hash = ""] = head.split(":")
  await isTruncated(firm, entries[4]?.id, entries[3]?.id, byForce)
  assert.equal((await verify(firm)).break, undefined)
  const against = await firm.run((tx) => verifyAudit(tx, { position: Number(position), hash }))
  assert.deepEqual(against.break, { id: null, position: 5, kind: "removed" })
})

test("after the head was set back, recording fails with a sentence that says so", async () => {
  const { firm, entries, byForce } = await firmWithLog()
  await byForce((tx) =>
    tx.run(sql`
      update audit_heads h set position = e.position, hash = e.hash from audit_entries e
       where h.firm_id = ${firm.firm_id} and e.firm_id = h.firm_id and e.id = ${entries[3]?.id}`),
  )
  await assert.rejects(
    firm.call(recordAudit, "firm_changed"),
    (error: unknown) =>
      error instanceof Failure &&
      error.code === "audit_log_damaged" &&
      /foyer audit verify/.test(error.message),
  )
})

test("the weekly verification records and logs what it found, also for a log whose head was removed", async () => {
  const own = await createOwnDatabase()
  const alone = await openTestService({ database_url: own.url })
  try {
    const [intact, changed, headless] = [await alone.newFirm(), await alone.newFirm(), await alone.newFirm()]
    for (const firm of [intact, changed, headless])
      await firm.run((tx) => recordAudit(tx, "firm_changed", { label: "one" }))
    await alone.db.forPlatform(async (tx) => {
      await tx.run(
        sql`update audit_entries set label = 'two' where firm_id = ${changed.firm_id} and position = 1`,
      )
      await tx.run(sql`delete from audit_heads where firm_id = ${headless.firm_id}`)
    })
    const logged: unknown[] = []
    const log = { error: (fields: unknown) => logged.push(fields) } as Pick<Logger, "error">
    await verifyAuditLogs({ db: alone.db, log })
    assert.deepEqual(
      logged.map((fields) => (fields as { firm_id: string }).firm_id).toSorted(),
      [changed.firm_id, headless.firm_id].toSorted(),
    )
    const [finding] = await findAuditLogs(alone)
    assert.equal(finding?.ok, false)
    for (const firm of [changed, headless]) assert.ok(finding?.sentence.includes(firm.firm_id))
    assert.match(finding?.sentence ?? "", /entry 1 \(audit_\w+\) was changed/)
    assert.match(await watchInstallation(alone).metrics(), /foyer_audit_logs_broken 2/)
    await alone.db.forPlatform((tx) =>
      tx.run(sql`update audit_entries set label = 'one' where firm_id = ${changed.firm_id} and position = 1`),
    )
    assert.equal((await verifyAuditLog(alone.db, changed.firm_id)).break, undefined)
    assert.ok(!(await findAuditLogs(alone))[0]?.sentence.includes(changed.firm_id))
  } finally {
    await alone.close()
    await own.drop()
  }
})

test("a log that cannot be verified stops no other, and one not verified for two weeks is reported", async () => {
  let now = new Date()
  const alone = await openTestService({ own_database: true, clock: () => now })
  try {
    const failing = await alone.newFirm()
    await alone.newFirm()
    await alone.db.forPlatform((tx) =>
      tx.run(sql`update firms set created_at = created_at - interval '1 year'`),
    )
    assert.equal((await findAuditLogs(alone))[0]?.ok, true)
    const forFirm: Database["forFirm"] = (firm_id, ...rest) =>
      firm_id === failing.firm_id ? Promise.reject(new Error("broken")) : alone.db.forFirm(firm_id, ...rest)
    const verify = () => verifyAuditLogs({ db: { ...alone.db, forFirm }, log: { error: () => undefined } })
    await verify()
    assert.match((await findAuditLogs(alone))[0]?.sentence ?? "", /^1 log verified/)
    now = new Date(now.getTime() + 14 * 24 * 3_600_000)
    assert.equal((await findAuditLogs(alone))[0]?.ok, true)
    now = new Date(now.getTime() + 2 * 24 * 3_600_000)
    await verify()
    const [late] = await findAuditLogs(alone)
    assert.equal(late?.ok, false)
    assert.match(late?.sentence ?? "", /not verified for more than 15 days/)
    await verifyAuditLogs({ db: alone.db, log: { error: () => undefined } })
    assert.equal((await findAuditLogs(alone))[0]?.ok, true)
  } finally {
    await alone.close()
  }
})

const findAuditLogs = async (parts: TestService) =>
  (await checkSystem(parts, { shows_paths: true })).filter(({ topic }) => topic === "Audit logs")

test("an inserted entry without a position is reported", async () => {
  const { firm, byForce } = await firmWithLog()
  const id = newId("audit")
  await byForce(async (tx) => {
    await tx.run(sql`
      insert into audit_entries (firm_id, id, action, occurred_at)
      values (${firm.firm_id}, ${id}, 'forged', ${tx.now})`)
    await tx.run(sql`set constraints all immediate`)
    await tx.run(sql`
      update audit_entries set position = null, hash = null where firm_id = ${firm.firm_id} and id = ${id}`)
    await tx.run(sql`
      update audit_heads h set position = e.position, hash = e.hash from audit_entries e
       where h.firm_id = ${firm.firm_id} and e.firm_id = h.firm_id and e.position = 5`)
  })
  assert.deepEqual((await verify(firm)).break, { id, position: 0, kind: "inserted" })
})

test("a rewritten entry with a correct hash of its own breaks the chain after it", async () => {
  const { firm, entries, byForce } = await firmWithLog()
  await byForce((tx) =>
    tx.run(sql`
      update audit_entries set hash = sha256(convert_to(replace(audit_text(audit_entries.*), 'two', 'TWO'), 'UTF8')), label = 'TWO'
       where firm_id = ${firm.firm_id} and id = ${entries[1]?.id}`),
  )
  assert.deepEqual((await verify(firm)).break, { id: entries[2]?.id, position: 3, kind: "inserted" })
})

test("concurrent writers produce one chain", async () => {
  const firm = await service.newFirm()
  const reads = [newId("answer"), newId("answer"), newId("answer")]
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      firm.run(async (tx) => {
        await recordAudit(tx, "firm_changed", { label: `${index}` })
        if (index % 2 === 0) await recordSensitiveRead(tx, newId("matter"), reads)
      }),
    ),
  )
  const { head, break: found } = await verify(firm)
  assert.equal(found, undefined)
  assert.equal(head.position, 40 + 20 * reads.length)
})

test("a rolled-back transaction leaves neither an entry nor a gap", async () => {
  const { firm } = await firmWithLog()
  await assert.rejects(
    firm.run(async (tx) => {
      await recordAudit(tx, "firm_changed", { label: "never" })
      throw new Error("no")
    }),
    /no/,
  )
  await firm.run((tx) => recordAudit(tx, "firm_changed", { label: "six" }))
  assert.deepEqual(await verify(firm).then(({ head, break: found }) => [head.position, found]), [
    6,
    undefined,
  ])
})

test("a firm's transactions cannot change or remove an entry, or move the head", async () => {
  const { firm } = await firmWithLog()
  for (const statement of [
    sql`update audit_entries set label = ''`,
    sql`delete from audit_entries`,
    sql`update audit_heads set position = 0`,
    sql`delete from audit_heads`,
  ]) {
    await assert.rejects(firm.write(statement), /permission denied/)
  }
})

test("the database and the verifier serialize every entry identically", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((label) => !label.includes("\0"))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        text,
        fc.string({ maxLength: 40 }).filter((s) => !s.includes("\0")),
      ),
      async (label) => {
        const firm = await service.newFirm()
        await firm.run((tx) => recordAudit(tx, "firm_changed", { label }))
        assert.equal((await verify(firm)).break, undefined)
      },
    ),
    { numRuns: 25, examples: [['quote " slash \\ / < \u0001 \u007f \u2028 é 😀']] },
  )
})

test("in memory, the first of several breaks is reported", () => {
  const chain = Array.from({ length: 4 }, (_, index) => entryAt(index + 1))
  assert.equal(findBreak(chain)?.kind, "changed")
  assert.match(auditText(entryAt(1)), /^\{"action":"a","firm_id":"firm_1","id":"audit_1","label":""/)
})

function entryAt(position: number): ChainedEntry {
  return {
    action: "a",
    firm_id: "firm_1",
    id: `audit_${position}`,
    label: "",
    matter_id: null,
    occurred_at: "2026-03-02T09:30:00.000000Z",
    position,
    previous_hash: beginning.hash,
    hash: beginning.hash,
    record_id: null,
    user_id: null,
  }
}

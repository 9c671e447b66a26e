import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { sql } from "../../../platform/db/sql.ts"
import { lockForEditing } from "../editing.ts"
import { type ChangeRow, type Edit, type Json, latestChanges, recordChanges } from "./changes.ts"
import { readRevisions } from "./revisions.ts"

const { firm } = provideServiceAndFirm()

/** A record in memory only: this file tests `changes` alone. */
async function newRecord() {
  const intake = await newIntake(firm, { couple: false })
  const values: Record<string, Json> = {}
  const save = (by: "client" | "staff", ...edits: Edit[]) =>
    firm.run(
      async (tx) => {
        await lockForEditing(tx, intake.matter_id)
        const { accepted, ...result } = await recordChanges(tx, intake.matter_id, intake.child, values, edits)
        Object.assign(values, accepted)
        return result
      },
      by === "client" ? intake.client : firm.admin,
    )
  return { intake, values, save }
}

test("a field's first value is its first revision, and saving the same value again changes nothing", async () => {
  const { intake, values, save } = await newRecord()
  assert.deepEqual(await save("client", { field: "city", value: "Salem", seen: 0 }), {
    saved: { city: 1 },
    conflicts: [],
  })
  assert.deepEqual(await save("client", { field: "city", value: "Salem", seen: 0 }), {
    saved: { city: 1 },
    conflicts: [],
  })
  assert.equal(values.city, "Salem")
  assert.equal((await changesOf(intake)).length, 1)
})

test("changes to different fields are both saved", async () => {
  const { values, save } = await newRecord()
  await save("client", { field: "city", value: "Salem" }, { field: "state", value: "OR" })
  const [mine, theirs] = await Promise.all([
    save("client", { field: "city", value: "Eugene", seen: 1 }, { field: "state", value: "OR", seen: 1 }),
    save("staff", { field: "city", value: "Salem", seen: 1 }, { field: "state", value: "WA", seen: 1 }),
  ])
  assert.deepEqual([mine.conflicts, theirs.conflicts], [[], []])
  assert.deepEqual(values, { city: "Eugene", state: "WA" })
})

test("two people who change the same field see both values and overwrite nothing", async () => {
  const { values, save } = await newRecord()
  await save("client", { field: "city", value: "Salem" })
  await save("client", { field: "city", value: "Eugene", seen: 1 })
  const late = await save("staff", { field: "city", value: "Bend", seen: 1 })
  assert.equal(values.city, "Eugene")
  assert.deepEqual(late.saved, {})
  const [conflict] = late.conflicts
  assert.deepEqual(
    { ...conflict, changed_at: null },
    {
      field: "city",
      yours: "Bend",
      theirs: "Eugene",
      revision: 2,
      changed_by: "Ada Smith",
      is_by_staff: false,
      is_own: false,
      changed_at: null,
    },
  )
  assert(conflict?.changed_at instanceof Date)
  assert.deepEqual(await save("staff", { field: "city", value: "Bend", seen: conflict.revision }), {
    saved: { city: 3 },
    conflicts: [],
  })
})

test("a value stored before any change was recorded counts as seen at revision 0", async () => {
  const { values, save } = await newRecord()
  values.city = "Salem"
  await save("staff", { field: "city", value: "Eugene" })
  const untouched = await save("client", { field: "city", value: "Salem", seen: 0 })
  assert.deepEqual(untouched, { saved: {}, conflicts: [] })
  const touched = await save("client", { field: "city", value: "Bend", seen: 0 })
  assert.equal(touched.conflicts.length, 1)
  assert.equal(values.city, "Eugene")
})

test("empty text, null and an empty list count as no value; false and zero count as values", async () => {
  const { intake, save } = await newRecord()
  for (const value of ["", null, []]) await save("client", { field: "a", value, seen: 0 })
  assert.equal((await changesOf(intake)).length, 0)
  const something = await save("client", { field: "b", value: false }, { field: "c", value: 0 })
  assert.deepEqual(something.saved, { b: 1, c: 1 })
})

test("the history shows who gave which value, newest first, and pages get the current revisions", async () => {
  const { intake, save } = await newRecord()
  await save("client", { field: "city", value: { b: 1, a: [1] } })
  await save("client", { field: "city", value: { a: [1], b: 1 }, seen: 0 })
  await save("staff", { field: "city", value: "Eugene" })
  assert.deepEqual(
    (await changesOf(intake)).map(({ revision, value, changed_by_name }) => [
      revision,
      value,
      changed_by_name,
    ]),
    [
      [2, "Eugene", "Ada Admin"],
      [1, { a: [1], b: 1 }, "Ada Smith"],
    ],
  )
  assert.deepEqual(await firm.run((tx) => readRevisions(tx, intake.matter_id)), {
    [intake.child]: { city: 2 },
  })
})

function changesOf(intake: SampleIntake) {
  return firm.all<ChangeRow>(latestChanges(intake.matter_id, 100))
}

test("PostgreSQL reuses the plans of the statements that save a field", async () => {
  const { intake } = await newRecord()
  const planned = await firm.run(async (tx) => {
    for (let saves = 1; saves <= 10; saves++) {
      const edit = { field: "city", value: `Salem ${saves}`, seen: saves - 1 }
      await recordChanges(tx, intake.matter_id, intake.child, {}, [edit])
    }
    // PostgreSQL plans a statement for its values five times before it keeps a generic plan, unless specific values
    // look cheaper.
    return tx.all(sql`
      select statement from pg_prepared_statements where custom_plans > 5 and statement ~ '\\mchanges\\M'`)
  })
  assert.deepEqual(planned, [])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { sql } from "../../../platform/db/sql.ts"
import { assignMatter } from "../assignment.ts"
import { getMatterRow } from "../matter-row.ts"
import { listAdmitted, restrictMatter } from "./access-list.ts"

const { firm } = provideServiceAndFirm()

async function newCase() {
  const { matter_id } = await newIntake(firm)
  const { user_id: assignee } = await newStaff(firm)
  const { user_id: other } = await newStaff(firm)
  await firm.run((tx) => assignMatter(tx, matter_id, assignee))
  const restrict = (...ids: string[]) => firm.run((tx) => restrictMatter(tx, matter_id, ids))
  const admitted = () =>
    firm.run(async (tx) => (await listAdmitted(tx, matter_id)).map(({ id }) => id).toSorted())
  const isRestricted = () => firm.run(async (tx) => (await getMatterRow(tx, matter_id)).is_restricted)
  const admin = firm.admin.user_id
  return { matter_id, assignee, other, admin, restrict, admitted, isRestricted }
}

test("no list locks the assignee out, and a matter without one may be restricted to anyone", async () => {
  const { matter_id, assignee, other, admin, restrict, admitted } = await newCase()
  await assert.rejects(restrict(admin, other), {
    errors: [
      {
        param: "people",
        code: "unknown_value",
        message: "Keep the assignee on the list, or assign the matter to someone else first.",
      },
    ],
  })
  assert.deepEqual(await admitted(), [])
  await restrict(admin, assignee)
  assert.deepEqual(await admitted(), [admin, assignee].toSorted())
  await firm.run((tx) => assignMatter(tx, matter_id, null))
  await restrict(admin, other)
  assert.deepEqual(await admitted(), [admin, other].toSorted())
})

test("a list names only active staff, and an empty one opens the matter to all", async () => {
  const { assignee, other, admin, restrict, admitted, isRestricted } = await newCase()
  await restrict(admin, assignee, assignee)
  assert.equal(await isRestricted(), true)
  await firm.write(sql`update users set deactivated_at = now() where id = ${other}`)
  const client = await firm.one<{ id: string }>(sql`select id from users where is_client_user limit 1`)
  for (const id of [other, client.id, "user_none"])
    await assert.rejects(restrict(admin, assignee, id), { kind: "bad_request" })
  assert.deepEqual(await admitted(), [admin, assignee].toSorted())
  await restrict()
  assert.deepEqual([await isRestricted(), await admitted()], [false, []])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake, sampleDefinition } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { saveAnswer } from "../answers/answers.ts"
import { listAssignedRoles } from "./assigned-roles.ts"
import type { RoleChoice } from "./assignment-rules.ts"
import { assignRole } from "./roles.ts"

const { service, firm } = provideServiceAndFirm()

const assign = (intake: SampleIntake, choice: RoleChoice) =>
  firm.run((tx) => assignRole(tx, intake.matter_id, choice))
const rolesOf = async (intake: SampleIntake) => {
  const { status, body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/roles`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ["matter", "roles"])
  assert.equal(body.matter, intake.matter_id)
  return body.roles
}

test("empty levels are left out, and positions have no gaps", async () => {
  const intake = await newIntake(firm, { couple: false })
  await assign(intake, { role_id: intake.ids.executor, levels: [[], [intake.child], []] })
  const [role] = await rolesOf(intake)
  assertEach(role.assignments, (level: { position: number }) => level.position, [1])
})

test("inactive and hidden roles are left out, and return with their people", async () => {
  const intake = await newIntake(firm, { couple: false })
  const { ids, matter_id, child } = intake
  const wishes = (value: string | null) =>
    firm.run((tx) => saveAnswer(tx, service.ring, matter_id, { question_id: ids.children_wishes, value }))
  await assign(intake, { role_id: ids.guardian, levels: [[child]] })
  assertEach(await rolesOf(intake), (role: { id: string }) => role.id, [ids.executor])
  await wishes("Stay together")
  const shown = await rolesOf(intake)
  assertEach(shown, (role: { id: string }) => role.id, [ids.executor, ids.guardian])
  assert.equal(shown[1].assignments[0].display_name, "Cleo Smith")
  await wishes(null)
  assert.equal((await rolesOf(intake)).length, 1)
})

test("every fault of an assignment is named at once, and nothing is stored", async () => {
  const intake = await newIntake(firm)
  const { ids, child, other_child } = intake
  const stranger = (await newIntake(firm)).child
  const codesOf = async (choice: RoleChoice) => {
    const failure = await assign(intake, choice).catch((error: unknown) => error)
    assert(failure instanceof Failure && failure.kind === "bad_request", String(failure))
    return failure.errors?.map(({ param, code }) => `${param} ${code}`)
  }
  assert.deepEqual(await codesOf({ role_id: newId("role"), levels: [] }), ["role_id unknown_value"])
  assert.deepEqual(await codesOf({ role_id: ids.retired_role, levels: [] }), ["role_id unknown_value"])
  assert.deepEqual(
    await codesOf({ role_id: ids.executor, levels: [[child], [child], [stranger], [other_child]] }),
    ["focus_contact_id required", "levels too_many", "levels person_unknown", "levels person_twice"],
  )
  assert.deepEqual(
    await codesOf({ role_id: ids.guardian, focus_contact_id: child, levels: [[child, other_child]] }),
    ["focus_contact_id unknown_value", "levels one_person_only"],
  )
  for (const role of await rolesOf(intake)) assert.deepEqual(role.assignments, [])
})

test("two people who choose differently for one role see both choices", async () => {
  const intake = await newIntake(firm, { couple: false })
  const { ids, child, other_child } = intake
  await assign(intake, { role_id: ids.executor, levels: [[child]], seen: 0 })
  const late = await assign(intake, { role_id: ids.executor, levels: [[other_child]], seen: 0 })
  assert.deepEqual(late.conflicts[0]?.theirs, [[child]])
  const assigned = await assign(intake, { role_id: ids.executor, levels: [[other_child]], seen: 1 })
  assert.deepEqual([Object.values(assigned.saved), assigned.conflicts], [[2], []])
  assert.equal((await rolesOf(intake))[0].assignments[0].display_name, "Dan Smith")
})

test("the roles of a person are named after the matter’s client, without those no longer asked about", async () => {
  const intake = await newIntake(firm, {
    define: (ids) =>
      JSON.parse(JSON.stringify(sampleDefinition(ids)).replace('"Executor"', '"Executor for {name}"')),
  })
  const { ids, main, child, other_child, matter_id } = intake
  await assign(intake, { role_id: ids.executor, focus_contact_id: main, levels: [[child]] })
  await firm.write(sql`
      insert into role_assignments (matter_id, role_id, level, place, contact_id)
      select ${matter_id}, ${ids.retired_role}, 1, 0, unnest(${[child, other_child]}::text[])`)
  const roles = await firm.call(listAssignedRoles, [child, other_child])
  assert.deepEqual([roles.get(child), roles.get(other_child)], [["Executor for Ada"], []])
})

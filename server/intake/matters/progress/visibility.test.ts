import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { changeBeneficiaries } from "../../assets/beneficiaries.ts"
import { addAsset } from "../../assets/editing.ts"
import { addContact, changeContact } from "../../contacts/editing.ts"
import { changeMatterFacts } from "../../contacts/facts.ts"
import { readVisibility } from "./visibility.ts"

const service = provideService({ clock: () => new Date("2026-03-02T12:00:00Z") })

test("birth dates show whether a child is under 18 once all have one, and one minor is enough", async () => {
  const { firm, matter_id, child, other_child } = await newFirmWithIntake(service)
  const born = (id: string, value: string | null) =>
    firm.run((tx) => changeContact(tx, id, [{ field: "date_of_birth", value }]))
  const current = async () => (await firm.run((tx) => readVisibility(tx, matter_id))).facts.has_minor_children
  const expected = (value: number) =>
    firm.run((tx) => changeMatterFacts(tx, matter_id, [{ field: "number_of_children", value }]))

  await born(child, null)
  await born(other_child, null)
  await expected(2)
  assert.equal(await current(), null)
  await born(child, "2008-03-02")
  assert.equal(await current(), null, "the other may be a minor")
  await born(other_child, "1999-01-01")
  assert.equal(await current(), false, "18 on the day the matter was opened")
  await expected(3)
  assert.equal(await current(), null, "a third child is not listed yet")
  await born(child, "2008-03-03")
  assert.equal(await current(), true)
  await firm.run((tx) => changeContact(tx, child, [{ field: "date_of_death", value: "2020-01-01" }]))
  assert.equal(await current(), null, "a deceased child is not a minor")
  const deceased = { relationship_type: "2DCHD", first_name: "Lea", date_of_birth: "2020-05-05" }
  await firm.run((tx) => addContact(tx, matter_id, deceased))
  assert.equal(await current(), false)
})

test("assets are summarized by category, including joint ownership and assets left to a minor, by the birth dates of the living", async () => {
  const { firm, matter_id, child, other_child, ids } = await newFirmWithIntake(service)
  const current = async () => (await firm.run((tx) => readVisibility(tx, matter_id))).facts.assets
  assert.deepEqual(await current(), [])
  const policy = await firm.run(async (tx) => {
    await addAsset(tx, matter_id, { for_fin_category: ids.home, owner_type: "main" })
    await addAsset(tx, matter_id, { for_fin_category: ids.home, owner_type: "joint" })
    return addAsset(tx, matter_id, { for_fin_category: ids.insurance, owner_type: "main" })
  })
  const minors = async () =>
    (await current()).find(({ category }) => category === ids.insurance)?.has_minor_beneficiaries
  assert.equal((await current()).find(({ category }) => category === ids.home)?.is_joint, true)
  assert.equal(await minors(), false, "no one receives it")
  const born = (id: string, value: string | null) =>
    firm.run((tx) => changeContact(tx, id, [{ field: "date_of_birth", value }]))
  await born(child, null)
  await born(other_child, "1999-01-01")
  const rows = [child, other_child].map((contact_id) => ({
    contact_id,
    level: "primary" as const,
    share: "50",
  }))
  await firm.run((tx) => changeBeneficiaries(tx, policy, rows))
  assert.equal(await minors(), null)
  await born(child, "2008-03-02")
  assert.equal(await minors(), false, "18 on the day the matter was opened")
  await born(child, "2008-03-03")
  assert.equal(await minors(), true)
  await firm.run((tx) => changeContact(tx, child, [{ field: "date_of_death", value: "2020-01-01" }]))
  assert.equal(await minors(), false, "a deceased beneficiary is not a minor")
})

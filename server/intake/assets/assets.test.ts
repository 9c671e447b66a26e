import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { newIntake, type SampleIntake } from "../../../test/harness/sample-intake.ts"
import { provideServiceAndFirm } from "../../../test/harness/service.ts"
import { Failure } from "../../platform/errors.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { getAsset, listAssetRecords, netWorth } from "./assets.ts"
import { changeBeneficiaries } from "./beneficiaries.ts"
import { addAsset, changeAsset, type NewAsset, removeAsset } from "./editing.ts"

const { firm } = provideServiceAndFirm()

const add = (intake: SampleIntake, asset: NewAsset) => firm.run((tx) => addAsset(tx, intake.matter_id, asset))
const assetsOf = async (intake: SampleIntake) => {
  const { status, body } = await firm.request("GET", `/v1/matters/${intake.matter_id}/assets`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ["matter", "assets"])
  return body.assets
}
const codesOf = async (work: Promise<unknown>) => {
  const failure = await work.catch((error: unknown) => error)
  assert(failure instanceof Failure && failure.kind === "bad_request", String(failure))
  return failure.errors?.map(({ param, code }) => `${param} ${code}`)
}

test("the answer to an additional field can be changed and removed, and the other answers stay", async () => {
  const intake = await newIntake(firm)
  const { home, insured, purchased } = intake.ids
  const id = await add(intake, {
    for_fin_category: home,
    fields: { [insured]: "yes", [purchased]: "2001-02-03" },
  })
  const answersAfter = async (value: string | null) => {
    await firm.run((tx) => changeAsset(tx, id, [{ field: insured, value }]))
    const [asset] = await assetsOf(intake)
    return asset.additional_fields.map(({ answer }: { answer: string }) => answer)
  }
  assert.deepEqual(await answersAfter("no"), ["2001-02-03", "No"])
  assert.deepEqual(await answersAfter(null), ["2001-02-03", ""])
})

test("values the category does not ask for are null or zero, and owners are named after the clients", async () => {
  const intake = await newIntake(firm)
  for (const owner_type of ["main", "partner", "", "other"] as const) {
    await add(intake, {
      for_fin_category: intake.ids.insurance,
      owner_type,
      owner_value: "Smith Family Trust",
    })
  }
  const assets = await assetsOf(intake)
  assertEach(assets, (asset: { owner_value: string }) => asset.owner_value, [
    "Ada Smith",
    "Ben Smith",
    "",
    "Smith Family Trust",
  ])
  const [first] = assets
  assert.deepEqual(
    [first.debit_label, first.credit_value, first.debit_value, first.net_value, first.beneficiaries],
    [null, "0.00", "0.00", "0.00", []],
  )
})

test("money stays exact for any amount", async () => {
  const intake = await newIntake(firm)
  const cents = fc.bigInt({ min: 0n, max: 10n ** 17n })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 4 }), async (pairs) => {
      const ids = await Promise.all(
        pairs.map(([credit, debit]) =>
          add(intake, {
            for_fin_category: intake.ids.home,
            credit_value: decimal(credit),
            debit_value: decimal(debit),
          }),
        ),
      )
      const byId = new Map((await assetsOf(intake)).map((asset: { id: string }) => [asset.id, asset]))
      pairs.forEach(([credit, debit], index) => {
        const asset = byId.get(ids[index]) as { credit_value: string; net_value: string }
        assert.equal(asset.credit_value, decimal(credit))
        assert.equal(asset.net_value, decimal(credit - debit))
      })
      const sum = (which: 0 | 1) => pairs.reduce((total, pair) => total + pair[which], 0n)
      const [records, visibility] = await firm.run((tx) =>
        Promise.all([listAssetRecords(tx, intake.matter_id), readVisibility(tx, intake.matter_id)]),
      )
      assert.deepEqual(netWorth(records, visibility), {
        credit_total: decimal(sum(0)),
        debit_total: decimal(sum(1)),
        net_total: decimal(sum(0) - sum(1)),
      })
      for (const id of ids) await firm.run((tx) => removeAsset(tx, id))
    }),
    { numRuns: 8 },
  )
})

function decimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0")
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

test("every fault of an asset is named at once", async () => {
  const intake = await newIntake(firm)
  const { ids } = intake
  assert.deepEqual(await codesOf(add(intake, { for_fin_category: ids.executor })), [
    "for_fin_category unknown_value",
  ])
  const faulty = {
    for_fin_category: ids.insurance,
    credit_value: "12.345",
    debit_value: "1",
    fields: { [ids.insured]: "yes" },
  }
  assert.deepEqual(await codesOf(add(intake, faulty)), [
    "credit_value money_has_fraction_of_cent",
    "debit_value unknown_field",
    `${ids.insured} unknown_field`,
  ])
  assert.deepEqual(
    await codesOf(
      add(intake, {
        for_fin_category: ids.home,
        debit_value: "-5",
        fields: { [ids.purchased]: "2026-02-30" },
      }),
    ),
    ["debit_value money_too_small", `${ids.purchased} date_does_not_exist`],
  )
  assert.deepEqual(await assetsOf(intake), [])
})

test("edits of an asset name the revision they saw, and a conflict shows both values", async () => {
  const intake = await newIntake(firm)
  const { ids } = intake
  const id = await add(intake, { for_fin_category: ids.home, credit_value: "100" })
  const change = (...edits: Parameters<typeof changeAsset>[2]) => firm.run((tx) => changeAsset(tx, id, edits))
  assert.deepEqual(await change({ field: "credit_value", value: "$100.00", seen: 1 }), {
    saved: { credit_value: 1 },
    conflicts: [],
  })
  await change(
    { field: "credit_value", value: "200", seen: 1 },
    { field: ids.purchased, value: "2001-02-03", seen: 0 },
  )
  const late = await change(
    { field: "credit_value", value: "300", seen: 1 },
    { field: ids.insured, value: "no", seen: 0 },
  )
  assert.deepEqual(late.saved, { [ids.insured]: 1 })
  assert.equal(late.conflicts[0]?.theirs, "200.00")
  const stored = await firm.run((tx) => getAsset(tx, id))
  assert.deepEqual(
    [stored.credit_value, stored.fields],
    ["200.00", { [ids.purchased]: "2001-02-03", [ids.insured]: "no" }],
  )
  await change({ field: "credit_value", value: "", seen: 2 })
  assert.equal((await firm.run((tx) => getAsset(tx, id))).credit_value, null)
})

test("beneficiaries keep their order and exact shares, and the totals are returned", async () => {
  const intake = await newIntake(firm)
  const { ids, spouse, child, other_child } = intake
  const id = await add(intake, { for_fin_category: ids.insurance })
  const result = await firm.run((tx) =>
    changeBeneficiaries(tx, id, [
      { contact_id: other_child, level: "contingent", share: "33.33" },
      { contact_id: spouse, level: "primary", share: "100" },
      { contact_id: child, level: "contingent", share: "66.67" },
    ]),
  )
  assert.deepEqual([result.primary_total, result.contingent_total], ["100.00", "100.00"])
  const [asset] = await assetsOf(intake)
  assert.deepEqual(asset.beneficiaries, [
    { contact: spouse, share: "100.00", level: "primary" },
    { contact: other_child, share: "33.33", level: "contingent" },
    { contact: child, share: "66.67", level: "contingent" },
  ])
  const again = await firm.run((tx) =>
    changeBeneficiaries(tx, id, [{ contact_id: spouse, level: "primary", share: "50.5" }], 1),
  )
  assert.deepEqual([again.primary_total, again.contingent_total], ["50.50", "0.00"])
})

test("impossible beneficiaries are refused, each with its position", async () => {
  const intake = await newIntake(firm)
  const stranger = (await newIntake(firm)).child
  const { ids, child } = intake
  const insurance = await add(intake, { for_fin_category: ids.insurance })
  const home = await add(intake, { for_fin_category: ids.home })
  const set = (id: string, ...rows: Parameters<typeof changeBeneficiaries>[2]) =>
    codesOf(firm.run((tx) => changeBeneficiaries(tx, id, rows)))
  assert.deepEqual(await set(home, { contact_id: child, level: "primary", share: "100" }), [
    "beneficiaries unknown_field",
  ])
  assert.deepEqual(
    await set(
      insurance,
      { contact_id: child, level: "primary", share: "33.333" },
      { contact_id: child, level: "primary", share: "101" },
      { contact_id: stranger, level: "contingent", share: "-1" },
    ),
    [
      "beneficiaries.0.share share_unreadable",
      "beneficiaries.1.share share_unreadable",
      "beneficiaries.1.contact_id person_twice",
      "beneficiaries.2.share share_unreadable",
      "beneficiaries.2.contact_id person_unknown",
    ],
  )
})

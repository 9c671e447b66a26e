import assert from "node:assert/strict"
import { test } from "node:test"
import type { AdditionalField, Category } from "../../definition/definition.ts"
import { displayMoney } from "../../definition/values/amounts.ts"
import { moneyText } from "./console/money.ts"
import { describeAsset, describeFieldAnswer } from "./described.ts"
import type { OwnedAsset } from "./schema.ts"

const both = (en: string, es: string) => ({ en, es })
const field = (more: Pick<AdditionalField, "type"> & Partial<AdditionalField>): AdditionalField => ({
  id: "field_0192F0C47B3A7C11A0B1C2D3E4F50607",
  prompt: both("Further", "Además"),
  ...more,
})

test("the additional answers of an asset are described in the reader's language and the page's style", () => {
  const spanish = { language: "es", money: displayMoney } as const
  const staff = { language: "en", money: moneyText } as const
  const kind = field({
    type: "choice",
    options: [{ value: "rented", label: both("Rented out", "Alquilada") }],
    former_options: [{ value: "leased", label: both("Leased", "Arrendada") }],
  })
  const cases: [AdditionalField, string, string, string][] = [
    [field({ type: "yes_no" }), "Yes", "Sí", "Yes"],
    [field({ type: "yes_no" }), "No", "No", "No"],
    [kind, "Rented out", "Alquilada", "Rented out"],
    [kind, "Leased (no longer offered)", "Arrendada (ya no se ofrece)", "Leased (no longer offered)"],
    [kind, "Something older", "Something older", "Something older"],
    [field({ type: "number" }), "1250", "1,250", "1,250"],
    [field({ type: "money" }), "1250.00", "$1,250.00", "$1,250"],
    [field({ type: "date" }), "2019-03-04", "4 de marzo de 2019", "March 4, 2019"],
    [field({ type: "text" }), "Jane’s", "Jane’s", "Jane’s"],
    [field({ type: "money" }), "", "", ""],
  ]
  for (const [of, answer, es, en] of cases) {
    assert.equal(describeFieldAnswer(of, answer, spanish), es)
    assert.equal(describeFieldAnswer(of, answer, staff), en)
  }
})

test("an asset's owner and amounts are labeled by its category, else by itself, else plainly", () => {
  const amounts = {
    owner_value: "Ada",
    credit_value: "1000.00",
    debit_value: "0.00",
    additional_fields: [],
    owners: [],
  }
  const unlabeled = {
    ...amounts,
    owner_label: "",
    credit_label: "",
    debit_label: "",
  } as unknown as OwnedAsset
  const own = {
    ...unlabeled,
    owner_label: "Titled to",
    credit_label: "Worth",
    debit_label: "Mortgage",
  } as OwnedAsset
  const category = {
    ...{ owner_label: "Whose?", credit_label: "How much?", debit_label: "Owing?", additional_fields: [] },
    ...{ ask_credit_value: false, ask_debit_value: true },
  } as unknown as Category
  const show = (asset: OwnedAsset, of?: Category) =>
    describeAsset(asset, of, { language: "en", money: moneyText }).map(
      ({ label, value }) => `${label}: ${value}`,
    )
  assert.deepEqual(show(unlabeled), ["Owner: Ada", "Value: $1,000", "Owed: "])
  assert.deepEqual(show(own), ["Titled to: Ada", "Worth: $1,000", "Mortgage: "])
  assert.deepEqual(show(own, category), ["Whose?: Ada", "How much?: ", "Owing?: "])
})

import assert from "node:assert/strict"
import { test } from "node:test"
import type { AdditionalField } from "../../definition/definition.ts"
import { displayMoney } from "../../definition/values/amounts.ts"
import { moneyText } from "./console/money.ts"
import { describeFieldAnswer } from "./described.ts"

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

import assert from "node:assert/strict"
import { test } from "node:test"
import { category, choices, field, t } from "../../../../../test/harness/definition-parts.ts"
import type { Definition } from "../../../../definition/definition.ts"
import { describeAssetValue } from "./describe-change.ts"

const definition: Definition = {
  sections: [
    {
      kind: "assets",
      id: "assets",
      title: t("What you own", "Lo que tiene"),
      show_net_worth: true,
      categories: [
        category("plans", t("Retirement accounts", "Cuentas de retiro"), "A030", t("Plan", "Plan"), {
          additional_fields: [
            field("plan", "choice", t("Kind of plan", "Clase"), choices(["roth", "Roth IRA", "Roth IRA"])),
            field("since", "date", t("Since", "Desde")),
            field("cost", "money", t("What did it cost?", "¿Cuánto costó?")),
            field("joint", "yes_no", t("Joint?", "¿Conjunta?")),
          ],
        }),
      ],
    },
  ],
}

test("staff read the amounts, choices, dates, category and shares of an asset as formatted text", () => {
  const people = { contact_a: "Ada Ruiz", contact_b: "Ben Ruiz" }
  const describe = (name: string, value: Parameters<typeof describeAssetValue>[1]) =>
    describeAssetValue(name, value, definition, people)
  assert.equal(describe("credit_value", "58750.00"), "$58,750")
  assert.equal(describe("debit_value", "408911.02"), "$408,911.02")
  assert.equal(describe("for_fin_category", "plans"), "Retirement accounts")
  assert.equal(describe("plan", "roth"), "Roth IRA")
  assert.equal(describe("since", "2016-04-15"), "April 15, 2016")
  assert.equal(describe("cost", "640000.00"), "$640,000")
  assert.equal(describe("joint", "no"), "No")
  const shares = [
    { contact: "contact_a", share: "75.00", level: "primary" },
    { contact: "contact_b", share: "25.00", level: "primary" },
    { contact: "contact_b", share: "100.00", level: "contingent" },
  ]
  assert.equal(describe("beneficiaries", shares), "Ada Ruiz 75%, Ben Ruiz 25%, else Ben Ruiz 100%")
  assert.equal(describe("beneficiaries", []), undefined)
  assert.equal(describe("credit_value", null), undefined)
})

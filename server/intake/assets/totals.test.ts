import assert from "node:assert/strict"
import { test } from "node:test"
import type { Asset } from "./schema.ts"
import { inCents, inheritancesOf, percent, totalOf } from "./totals.ts"

const asset = (what: string, net_value: string, beneficiaries: Asset["beneficiaries"] = null): Asset => ({
  id: what,
  for_matter: "",
  for_fin_category: "",
  general_category: { id: "A017", label: "Real Estate" },
  identifier_label: "Description",
  identifier_value: what,
  owner_label: "",
  owner_value: "",
  credit_label: "",
  credit_value: net_value,
  debit_label: null,
  debit_value: "0.00",
  net_value,
  additional_fields: [],
  beneficiaries,
})
const given = (contact: string, share: string, level: "primary" | "contingent" = "primary") => ({
  contact,
  share,
  level,
})

test("half a cent and more is rounded away from zero, less is dropped", () => {
  const hundredths_of_a_cent: [bigint, string][] = [
    [0n, "0.00"],
    [4_999n, "0.00"],
    [5_000n, "0.01"],
    [14_999n, "0.01"],
    [15_000n, "0.02"],
    [-4_999n, "0.00"],
    [-5_000n, "-0.01"],
    [-1_234_565_000n, "-1234.57"],
    [90_071_992_547_409_930_000n, "90071992547409.93"],
  ]
  for (const [amount, shown] of hundredths_of_a_cent) assert.equal(inCents(amount), shown, String(amount))
})

test("who gets what adds exact shares per person, and rounds the sum once", () => {
  const inheritances = inheritancesOf([
    asset("House", "0.01", [given("cleo", "50.00"), given("dan", "33.33"), given("eve", "16.67")]),
    asset("Cabin", "0.01", [given("dan", "16.67"), given("cleo", "100.00", "contingent")]),
    asset("Boat", "-0.01", [given("eve", "66.67")]),
    asset("Car", "9.99"),
  ])
  assert.deepEqual(
    inheritances.map(({ contact, amount, from, instead }) => [
      contact,
      inCents(amount),
      from.map(({ what, share }) => `${percent(share)} ${what}`),
      instead.map(({ what, share }) => `${percent(share)} ${what}`),
    ]),
    [
      ["cleo", "0.01", ["50% House"], ["100% Cabin"]],
      ["dan", "0.01", ["33.33% House", "16.67% Cabin"], []],
      ["eve", "-0.01", ["16.67% House", "66.67% Boat"], []],
    ],
  )
})

test("totals of a snapshot are exact for sums no floating-point number holds", () => {
  const total = totalOf([asset("A", "90071992547409.93"), asset("B", "0.01"), asset("C", "-0.07")])
  assert.deepEqual(total, {
    credit_total: "90071992547409.87",
    debit_total: "0.00",
    net_total: "90071992547409.87",
  })
})

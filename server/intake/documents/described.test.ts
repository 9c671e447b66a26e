import assert from "node:assert/strict"
import { test } from "node:test"
import { type FinancialFile, purposeOf } from "./described.ts"

test("an asset's file is named by its kind and the asset, and by its kind alone while the asset has no name", () => {
  const file = (description: string) =>
    ({ fin_category: { label: "Homes" }, fin_item: { description } }) as FinancialFile
  assert.equal(purposeOf(file("Lake house")), "Homes, Lake house")
  assert.equal(purposeOf(file("")), "Homes")
})

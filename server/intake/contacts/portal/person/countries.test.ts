import assert from "node:assert/strict"
import { test } from "node:test"
import { countryCodes } from "../../../../definition/addresses/countries.ts"
import { countryOptions } from "./countries.ts"

test("every country can be chosen once, the United States first and the others by their names in the language", () => {
  for (const [lang, second] of [
    ["en", "Afghanistan"],
    ["es", "Afganistán"],
  ] as const) {
    const [first, ...others] = countryOptions(lang)
    assert.equal(first?.value, "US")
    assert.equal(others[0]?.label, second)
    assert.deepEqual(["US", ...others.map(({ value }) => value)].toSorted(), countryCodes.toSorted())
    const labels = others.map(({ label }) => label)
    assert.deepEqual(labels, labels.toSorted(new Intl.Collator(lang).compare))
  }
})

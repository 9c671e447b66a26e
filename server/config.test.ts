import assert from "node:assert/strict"
import { test } from "node:test"
import { readConfig } from "./config.ts"

test("a misspelled setting is refused with the name that was meant, and never with its value", () => {
  assert.throws(
    () => readConfig({ FOYER_S3_BUKET: "families" }),
    (error: Error) =>
      /FOYER_S3_BUKET is no setting\. Did you mean FOYER_S3_BUCKET\?/.test(error.message) &&
      !/families/.test(error.message),
  )
  assert.throws(
    () => readConfig({ FOYER_LAWYERS: "7" }),
    /FOYER_LAWYERS is no setting\. See docs\/configuration\.md/,
  )
})

test("other programs' variables, and those the documentation asks for, are left alone", () => {
  const environment = { PATH: "/bin", FOYER_KEY: "foyer_…", FOYER_RANDOM_RUNS: "25", FOYERS: "two" }
  assert.equal(readConfig(environment).port, 8080)
})

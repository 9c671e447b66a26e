import assert from "node:assert/strict"
import { test } from "node:test"
import { findNearestName } from "./nearest-name.ts"

const known = ["FOYER_S3_BUCKET", "FOYER_SMTP_URL", "FOYER_DATABASE_CONNECTIONS", "FOYER_DATA"]

test("a misspelled name finds the one that was meant", () => {
  assert.equal(findNearestName("FOYER_S3_BUKET", known), "FOYER_S3_BUCKET")
  assert.equal(findNearestName("FOYER_STMP_URL", known), "FOYER_SMTP_URL")
  assert.equal(findNearestName("foyer_database_conections", known), "FOYER_DATABASE_CONNECTIONS")
  assert.equal(findNearestName("FOYER_DATABSE_CONECTION", known), "FOYER_DATABASE_CONNECTIONS")
})

test("a name unlike any other finds none", () => {
  assert.equal(findNearestName("FOYER_COLOR_OF_BUTTONS", known), undefined)
  assert.equal(findNearestName("x".repeat(5_000), known), undefined)
  assert.equal(findNearestName("FOYER_DATA", []), undefined)
})

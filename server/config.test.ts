import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
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

test("other programs' variables, and those the documentation has developers set, are left alone", () => {
  const guides = readdirSync("docs/guides").map((name) => `docs/guides/${name}`)
  const pages = [
    ...guides,
    "sdk/typescript/README.md",
    "server/sites/reference/quick-start.tsx",
    "CONTRIBUTING.md",
  ]
  const named = pages
    .filter((path) => /\.\w+$/.test(path) && !path.includes("recipes"))
    .flatMap((path) => readFileSync(path, "utf8").match(/\bFOYER_[A-Z_]+\b/g) ?? [])
  assert.ok(named.includes("FOYER_URL") && named.includes("FOYER_KEY"))
  const set = Object.fromEntries(named.map((name) => [name, "anything"]))
  const environment = { PATH: "/bin", FOYERS: "two", ...set }
  assert.equal(readConfig(environment).port, 8080)
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import type { PersonRecord } from "../people.ts"
import type { FoundEntry } from "../search.ts"
import { peopleOf, recordsOf, withEntries } from "./entries.ts"

const entry = (own: Partial<FoundEntry>) =>
  ({
    ...{
      kind: "name",
      text: "Ada Lovelace",
      matter_id: "m1",
      matter_name: "Lovelace",
      matter_state: "started",
    },
    ...{ contact_id: "c1", full_name: "Ada Lovelace", relationship_type: "child", is_partial: false },
    ...own,
  }) as FoundEntry

const detailOf = (own: Partial<FoundEntry>) => peopleOf([entry(own)], [], 5).results[0]?.detail

test("a person's result says how they were found, unless it was by their name", () => {
  assert.equal(detailOf({}), "child in Lovelace")
  assert.equal(detailOf({ kind: "email", text: "ada@example.com" }), "ada@example.com · child in Lovelace")
  assert.equal(detailOf({ kind: "preferred_name", text: "Addy" }), "Called Addy · child in Lovelace")
  assert.equal(
    detailOf({ kind: "also_known_as", text: "A. King" }),
    "Also known as A. King · child in Lovelace",
  )
  assert.equal(detailOf({ kind: "preferred_name", text: "Ada Lovelace" }), "child in Lovelace")
  assert.equal(peopleOf([entry({ full_name: "", text: "Addy" })], [], 5).results[0]?.text, "Addy")
})

test("a person appears once, by the best match, and only as many as asked for", () => {
  const found = [entry({ kind: "email", text: "ada@example.com" }), entry({}), entry({ contact_id: "c2" })]
  assertEach(peopleOf(found, [], 5).results, ({ href }) => href, ["/console/people/c1", "/console/people/c2"])
  assert.match(peopleOf(found, [], 5).results[0]?.detail ?? "", /^ada@example/)
  assert.equal(peopleOf(found, [], 1).results.length, 1)
})

test("a person of many matters is said to be in the first three, and in how many more", () => {
  const records = ["Trust", "Will", "Probate", "Tax", "Deed"].map(
    (matter_name) =>
      ({ contact_id: "c1", person_id: "p1", matter_name, relationship_type: "child" }) as PersonRecord,
  )
  const said = (count: number) => peopleOf([entry({})], records.slice(0, count), 5).results[0]?.detail
  assert.equal(said(3), "child in Trust, child in Will, child in Probate")
  assert.equal(said(5), "child in Trust, child in Will, child in Probate, 2 more")
})

test("only assets, files and events are records, and a matter found twice appears once, by its file number first", () => {
  const asset = entry({ kind: "asset", text: "House" })
  const records = recordsOf([entry({}), asset, asset], 1).results
  assertEach(records, ({ href, detail }) => [href, detail], [
    ["/console/matters/m1/review#assets", "Asset in Lovelace"],
  ])
  const named = entry({ kind: "matter", matter_id: "m2" })
  const numbered = entry({ kind: "file_number", text: "2026-7" })
  const { results } = withEntries({ title: "Matters", results: [] }, [named, numbered, named], 5)
  assertEach(results, ({ href, detail }) => [href, detail], [
    ["/console/matters/m1", "2026-7, In progress"],
    ["/console/matters/m2", "In progress"],
  ])
})

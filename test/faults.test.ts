// The short forms of `npm run faults`, through the same door.
import assert from "node:assert/strict"
import { test } from "node:test"
import { killUnderWriters } from "./faults/kills.ts"

test("what was acknowledged outlives a killed server and a killed database, and no event happens twice", async () => {
  const { faults, counts } = await killUnderWriters({ server_kills: 2, database_kills: 1, least_writes: 300 })
  assert.deepEqual(faults, [])
  assert.ok(Number(counts.submissions) > 0 && Number(counts.files) > 0 && Number(counts["broken off"]) > 0)
})

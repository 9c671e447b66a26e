// The short forms of `npm run faults`, through the same door. Whether anything is lost is asked here; how long it takes
// only there, as is everything that takes many rounds: 50 and 20 kills under 20,000 writes, a hang of 25 seconds, ten
// restarts at 50 requests a second, a real full disk.
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { test } from "node:test"
import { killUnderWriters } from "./faults/kills.ts"
import { runs } from "./faults/runs.ts"

/** Where the short form of each run is. Those in one process cost a tenth of the others. */
const short_forms: Record<string, string> = {
  kills: "test/faults.test.ts",
  hang: "server/platform/db/hanging.test.ts",
  drain: "server/platform/http/graceful-end.test.ts",
  disk: "server/platform/db/database-faults.test.ts",
  pooler: "server/platform/db/pooler.test.ts",
  nodes: "server/portal/documents/resumable-nodes.test.ts",
  backup: "server/backups/backups.test.ts",
}

test("what was acknowledged outlives a killed server and a killed database, and no event happens twice", async () => {
  const { lost, wrong, figures } = await killUnderWriters({
    server_kills: 1,
    database_kills: 1,
    least_writes: 100,
  })
  assert.deepEqual([...lost, ...wrong], [])
  assert.ok(Number(figures.submissions) > 0 && Number(figures.files) > 0 && Number(figures["broken off"]) > 0)
})

test("every run of npm run faults has a short form among the tests", () => {
  assert.deepEqual(Object.keys(short_forms).sort(), Object.keys(runs).sort())
  for (const file of Object.values(short_forms)) assert.ok(existsSync(file), file)
})

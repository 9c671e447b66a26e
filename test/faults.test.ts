// Short versions of `npm run faults`, through the same API. They check that nothing is lost; only the full runs check
// how long it takes, and repeat it: 50 and 20 kills under 20,000 writes, a hang of 25 seconds, ten restarts at 50
// requests a second, a real full disk.
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { test } from "node:test"
import { killUnderWriters } from "./faults/kills.ts"
import { runs } from "./faults/runs.ts"

/** The short version of each run. Those in one process cost a tenth of the others. */
const short_forms: Record<string, string> = {
  kills: "test/faults.test.ts",
  hang: "server/platform/db/connections/hanging.test.ts",
  drain: "server/platform/http/graceful-shutdown.test.ts",
  disk: "server/platform/db/database-faults.test.ts",
  pooler: "server/platform/db/connections/pooler.test.ts",
  nodes: "server/intake/documents/portal/uploads/resumable-nodes.test.ts",
  memory: "server/platform/http/responses/response-cache.test.ts",
  stops: "server/platform/http/graceful-shutdown.test.ts",
  stock: "server/commands/doctor.test.ts",
  sessions: "server/firm/access/sessions.test.ts",
  upgrade: "test/release/package.test.ts",
  walk: "test/release/package.test.ts",
  files: "test/hostile-files.test.ts",
  backup: "server/operations/backups/backups.test.ts",
}

test("acknowledged writes survive a killed server and a killed database, and no event is duplicated", async () => {
  const { lost, wrong, figures } = await killUnderWriters({
    server_kills: 1,
    database_kills: 1,
    least_writes: 100,
  })
  assert.deepEqual([...lost, ...wrong], [])
  assert.ok(Number(figures.submissions) > 0 && Number(figures.files) > 0 && Number(figures["broken off"]) > 0)
})

test("every run of npm run faults has a short version among the tests", () => {
  assert.deepEqual(Object.keys(short_forms).sort(), Object.keys(runs).sort())
  for (const file of Object.values(short_forms)) assert.ok(existsSync(file), file)
})

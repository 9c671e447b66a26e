import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"

const service = provideService({ own_database: true })

/** Runs a statement as the database owner; the service's own role may not. */
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.database_url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

test("a page that fails shows its request id and hides the cause; a missing page shows no id", async () => {
  const send = await newStaffBrowser(service, await service.newFirm())
  await asOwner("alter table conflict_checks rename to conflict_checks_away")
  const ids = []
  for (const _ of [1, 2]) {
    const { status, text } = await send("GET", "/console/conflicts")
    assert.equal(status, 500)
    assert.match(text, /<h1>Something went wrong<\/h1>/)
    assert.doesNotMatch(text, /conflict_checks/)
    ids.push(/Request ([0-9a-f-]{36})</.exec(text)?.[1])
  }
  assert.ok(ids[0] && ids[1] && ids[0] !== ids[1], String(ids))
  const missing = await send("GET", "/console/nothing")
  assert.equal(missing.status, 404)
  assert.doesNotMatch(missing.text, /Request [0-9a-f-]{36}/)
})

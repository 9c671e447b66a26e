// What users of each release have today goes on working: the demo as that release left it, brought to these tables. A
// restore creates the release's own tables, compares every row, and then applies the later migrations to them.
import assert from "node:assert/strict"
import { globSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { basename, join } from "node:path"
import { test } from "node:test"
import { loadDemo } from "../../demo/load.ts"
import type { Clock } from "../../server/platform/clock.ts"
import { verifyFiles } from "../../server/platform/files/verifying.ts"
import { asOwner, migrations, newFolder, newTarget, restore } from "../harness/backup-targets.ts"
import { openTestService } from "../harness/service.ts"
import { differences, type Responses, readResponses, unpackDemo } from "./saved-demo.ts"

/** What is saved must not depend on the day it is tested. */
const inAYear: Clock = () => new Date(Date.now() + 365 * 86_400_000)
const saved = globSync(join(import.meta.dirname, "*.tar.br"))

for (const file of saved)
  test(`the demo of ${basename(file, ".tar.br")} is migrated from its backup, and the API says of it what it said`, async (t) => {
    const folder = join(await newFolder(t), "backup")
    const before = unpackDemo(file, folder)
    const { url, data_dir, files } = await newTarget(t)
    await restore(folder, { url, data_dir, files })
    const service = await openTestService({ database_url: url, data_dir, clock: inAYear }, t)
    assert.equal((await verifyFiles(service)).faults, 0)
    const known = (await readdir(migrations)).filter((name) => name.endsWith(".sql"))
    assert.equal(await asOwner(url, "select count(*)::int from migrations"), known.length)
    const { api_token } = await loadDemo(service)
    const now = await readResponses(service.app, api_token)
    assert.deepEqual(differences(withoutLaterSubmissions(before), now), [])
  })

/** Release 1.0.0 listed all submissions in the record of a past one; today it has only those made until then. */
function withoutLaterSubmissions(before: Responses): Responses {
  const past = Object.entries(before).filter(([url]) => url.endsWith("/record?submission=1"))
  const shortened = past.map(([url, body]) => {
    const { submissions, ...rest } = body as { submissions?: { number: number }[] }
    return [
      url,
      { ...rest, ...(submissions && { submissions: submissions.filter(({ number }) => number === 1) }) },
    ]
  })
  return { ...before, ...Object.fromEntries(shortened) }
}

test("a lost or changed value is detected, and a new field is none", () => {
  const before = { results: [{ id: "a", people: [1, 2], note: null }] }
  const change = (one: object) => ({ results: [{ ...before.results[0], ...one }] })
  assert.deepEqual(differences(before, change({ file_number: "7" })), [])
  assert.deepEqual(differences(before, change({ people: [1] })), ["/results/0/people: 2 are now 1"])
  assert.deepEqual(differences(before, change({ people: [1, 3] })), ["/results/0/people/1: 2 is now 3"])
  assert.deepEqual(differences(before, change({ note: undefined })), [
    "/results/0/note: null is now undefined",
  ])
  assert.deepEqual(differences(before, { results: [] }), ["/results: 1 are now 0"])
})

import assert from "node:assert/strict"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import pg from "pg"
import { runFoyer } from "../../test/harness/foyer-program.ts"
import { createEmptyDatabase } from "../../test/harness/own-database.ts"
import { provideService } from "../../test/harness/service.ts"
import { createEndpoint } from "../outputs/webhooks/endpoints.ts"
import { sql } from "../platform/db/sql.ts"

const service = provideService({ own_database: true })

const doctor = async () => {
  const { code, stdout, stderr } = await runFoyer(["doctor"], {
    NODE_ENV: "production",
    DATABASE_URL: service.database_url,
    FOYER_DATA: service.config.data_dir,
  })
  assert.equal(stderr, "")
  return { code, lines: stdout.trim().split("\n") }
}
const marked = ({ lines }: { lines: string[] }, label: string) =>
  lines.filter((line) => line.startsWith(label)).map((line) => /\s+(.*?):/.exec(line)?.[1])

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: service.database_url })
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}

test("only what is broken or needs attention shows in the exit code, and a check that fails hides no other", async () => {
  const fresh = await doctor()
  assert.equal(fresh.code, 0, fresh.lines.join("\n"))
  assert.deepEqual(marked(fresh, "todo"), ["Address", "Background work", "Backup", "Mail"])
  assert.deepEqual([marked(fresh, "warning"), marked(fresh, "BROKEN")], [[], []])

  const firm = await service.newFirm()
  await firm.run(async (tx) => {
    const { id } = await createEndpoint(tx, service.ring, {
      url: "https://example.com/",
      event_types: ["intakeform.submitted"],
      description: "",
      headers: [],
    })
    await tx.run(sql`update webhook_endpoints set disabled_at = ${tx.now} where id = ${id}`)
  })
  const warned = await doctor()
  assert.deepEqual([warned.code, marked(warned, "warning")], [1, ["Webhooks"]], warned.lines.join("\n"))

  await asOwner("alter function last_work() rename to last_work_of_old")
  const broken = await doctor()
  assert.equal(broken.code, 2)
  assert.deepEqual(marked(broken, "BROKEN"), ["Background work"])
  assert.match(broken.lines.join("\n"), /BROKEN {3}Background work: This check could not run: .*last_work/)
  assert.ok(broken.lines.length >= fresh.lines.length)
  await asOwner("alter function last_work_of_old() rename to last_work")
})

test("doctor and backup take a database that is not migrated as it is; other commands ask to migrate it", async () => {
  await asOwner("delete from migrations where name = (select max(name) from migrations)")
  const { code, lines } = await doctor()
  assert.equal(code, 2)
  assert.match(lines.join("\n"), /BROKEN {3}Tables: 1 migrations are not applied: run foyer migrate/)
  const settings = { DATABASE_URL: service.database_url, FOYER_DATA: service.config.data_dir }
  const listed = await runFoyer(["firm", "list"], settings)
  assert.deepEqual([listed.code, /Run foyer migrate/.test(listed.stderr)], [1, true], listed.stderr)
})

test("commands that work on an installation never create one", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-empty-"))
  const empty = await createEmptyDatabase()
  t.after(() => empty.drop())
  t.after(() => rm(folder, { recursive: true }))
  const commands = [
    ["doctor"],
    ["verify"],
    ["sweep"],
    ["backup", join(folder, "backup")],
    ["audit", "verify"],
    ["firm", "list"],
    ["firm", "suspend", "firm_X"],
    ["master-key", "status"],
    ["master-key", "rotate"],
    ["staff", "invite", "ada@example.com", "--firm", "firm_X"],
    ["key", "create", "Key", "--firm", "firm_X"],
  ]
  // All find it out in one place: of an empty database, two show it.
  for (const [DATABASE_URL, some] of [
    ["", commands],
    [empty.url, commands.filter(([name]) => name === "doctor" || name === "sweep")],
  ] as const) {
    const results = await Promise.all(
      some.map((words) => runFoyer(words, { DATABASE_URL, FOYER_DATA: join(folder, "data") })),
    )
    for (const [index, { code, stdout, stderr }] of results.entries()) {
      const name = some[index]?.join(" ")
      assert.equal(code, name === "doctor" ? 2 : 1, `${name}: ${stdout}${stderr}`)
      assert.match(stdout + stderr, /There is no Foyer installation yet .* foyer firm create/, name)
    }
    assert.deepEqual(await readdir(folder), [])
  }
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { runFoyer } from "../../test/harness/foyer-program.ts"
import { provideService } from "../../test/harness/service.ts"
import { recordAudit } from "../firm/audit/audit.ts"
import { sql } from "../platform/db/sql.ts"

const service = provideService({ own_database: true })

async function verify(...words: string[]): Promise<{ code: number; printed: string }> {
  const { data_dir } = service.config
  const settings = { DATABASE_URL: service.database_url, FOYER_DATA: data_dir }
  const { code, stdout, stderr } = await runFoyer(["audit", "verify", ...words], settings)
  return { code, printed: code === 0 ? stdout : stdout + stderr }
}

test("the command names the changed entry and its firm, and reports the other firms as intact", async () => {
  const [broken, whole] = [await service.newFirm("Hartwell & Pryce"), await service.newFirm("Northgate Tax")]
  for (const firm of [broken, whole])
    await firm.run((tx) => recordAudit(tx, "firm_changed", { label: "one" }))
  const before = await verify()
  assert.equal(before.code, 0, before.printed)
  const end = /log head: (\S+)/.exec((await verify("--firm", broken.firm_id)).printed)?.[1] ?? ""
  assert.equal((await verify("--firm", broken.firm_id, "--seen", end)).code, 0)

  const { id } = await service.db.forPlatform((tx) =>
    tx.one<{ id: string }>(sql`
      update audit_entries set label = 'two' where firm_id = ${broken.firm_id} returning id`),
  )
  const { code, printed } = await verify()
  assert.equal(code, 1)
  assert.match(printed, new RegExp(`BROKEN {2}${broken.firm_id} .*entry 1 \\(${id}\\) was changed`))
  assert.match(printed, new RegExp(`ok {6}${whole.firm_id} .*1 entries, all intact`))
  assert.equal((await verify("--firm", whole.firm_id)).code, 0)
  assert.match((await verify("--seen", end)).printed, /name the firm with --firm/)
})

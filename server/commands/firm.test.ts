import assert from "node:assert/strict"
import { test } from "node:test"
import { runFoyer } from "../../test/harness/foyer-program.ts"
import { newIntake } from "../../test/harness/sample-intake.ts"
import { provideService } from "../../test/harness/service.ts"
import { closeMatter } from "../intake/matters/lifecycle.ts"
import { deleteMatter } from "../operations/deletions/deletions.ts"
import { deleteFirm } from "../operations/test-firms/deletion.ts"
import { sql } from "../platform/db/sql.ts"

const service = provideService({ own_database: true })

const countFirms = () =>
  service.db.forPlatform((tx) => tx.one<{ count: number }>(sql`select count(*)::integer from firms`))

test("a firm whose first admin has no valid address is not created", async () => {
  const { code, stderr } = await runFoyer(["firm", "create", "Hartwell", "--admin", "you@"], {
    DATABASE_URL: service.database_url,
    FOYER_DATA: service.config.data_dir,
  })
  assert.equal(code, 1)
  assert.match(stderr, /Email address/)
  assert.deepEqual(await countFirms(), { count: 0 })
})

test("a firm that never had a matter can be deleted, and one that had cannot", async () => {
  const [empty, real] = [await service.newFirm(), await service.newFirm()]
  const { matter_id } = await newIntake(real)
  await real.run((tx) => closeMatter(tx, matter_id))
  await real.run((tx) => deleteMatter(tx, service.ring, { matter_id, reason: "Test" }))
  await assert.rejects(deleteFirm(service, real.firm_id), { code: "not_a_test" })
  await deleteFirm(service, empty.firm_id)
  assert.deepEqual(await countFirms(), { count: 1 })
})

import assert from "node:assert/strict"
import { test } from "node:test"
import { runFoyer } from "../../test/harness/foyer-program.ts"
import { newFirmWithIntake } from "../../test/harness/sample-intake.ts"
import { upload } from "../../test/harness/sample-uploads.ts"
import { provideService } from "../../test/harness/service.ts"
import { fileKeyOf } from "../intake/documents/uploads/uploads.ts"
import { sql } from "../platform/db/sql.ts"
import { trashFile } from "../platform/files/stored-files.ts"

const service = provideService({ own_database: true })

async function foyer(...words: string[]): Promise<{ code: number; printed: string }> {
  const settings = { DATABASE_URL: service.database_url, FOYER_DATA: service.config.data_dir }
  const { code, stdout, stderr } = await runFoyer(words, settings)
  return { code, printed: code === 0 ? stdout : stdout + stderr }
}

test("the command lists missing files, with their names only if requested, and exits with 1", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const target = { request_id: intake.ids.statements }
  const { document_id } = await upload(service, intake, target, "Aunt Mae’s will.txt", "All to the cats")
  await upload(service, intake, target, "Notes.txt", "Notes")
  assert.deepEqual(await foyer("verify"), {
    code: 0,
    printed:
      "2 files read, 20 bytes: all intact.\nNothing else is in the store; 0 files wait in the trash.\n",
  })
  await service.files.remove(fileKeyOf(firm.firm_id, document_id))
  const plain = await foyer("verify")
  assert.equal(plain.code, 1)
  assert.match(
    plain.printed,
    new RegExp(`MISSING +document ${document_id} of ${intake.matter_id} in ${firm.firm_id}`),
  )
  assert.doesNotMatch(plain.printed, /Mae/)
  assert.match((await foyer("verify", "--names")).printed, /“Aunt Mae’s will\.txt”/)
  const lines = (await foyer("verify", "--json")).printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    [lines[0].fault, lines[0].record_id, lines[0].filename],
    ["missing", document_id, undefined],
  )
  assert.deepEqual([lines[1].files, lines[1].faults, lines[1].unannounced], [2, 1, 0])
})

test("a sweep that would move too much is refused, unless the operator raises the limit", async () => {
  const firm = await service.newFirm()
  await firm.run((tx) =>
    tx.run(sql`
      insert into stored_files (key, purpose, announced_at)
      select 'documents/many/' || n, 'document', ${tx.now}::timestamptz - interval '3 days'
        from generate_series(1, 101) n`),
  )
  const refused = await foyer("sweep")
  assert.deepEqual([refused.code, /None was moved/.test(refused.printed)], [1, true])
  assert.match(
    (await foyer("doctor")).printed,
    /warning +Unused files: 101 files .* run foyer sweep --max 101/,
  )
  const done = await foyer("sweep", "--max", "101")
  assert.deepEqual([done.code, /101 moved to the trash/.test(done.printed)], [0, true])
})

test("a file in the trash is missing until it is restored", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const target = { request_id: intake.ids.statements }
  const { document_id } = await upload(service, intake, target, "Will.txt", "All to the cats")
  const key = fileKeyOf(firm.firm_id, document_id)
  await trashFile(service, firm.firm_id, key)
  const ofFirm = ["verify", "--firm", firm.firm_id]
  const missing = await foyer(...ofFirm)
  assert.deepEqual([missing.code, /^MISSING/.test(missing.printed)], [1, true])
  const restored = await foyer(...ofFirm, "--restore")
  assert.equal(restored.code, 0)
  assert.match(
    restored.printed,
    new RegExp(`^restored .*${document_id}[\\s\\S]*1 file read, 15 bytes: all intact`),
  )
  assert.equal((await foyer(...ofFirm)).printed, "1 file read, 15 bytes: all intact.\n")
})

test("the command sdk prints the client package that the service serves", async () => {
  const { rawPayload } = await service.app.inject("/sdk/foyer.tgz")
  assert.ok(rawPayload.length > 10_000)
  assert.deepEqual(await foyer("sdk"), { code: 0, printed: rawPayload.toString() })
})

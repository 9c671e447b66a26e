import assert from "node:assert/strict"
import { test } from "node:test"
import { collide } from "../../../../test/harness/collide.ts"
import { newFirmWithIntake, newIntake, type SampleIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { provideService, type TestFirm, type TestService } from "../../../../test/harness/service.ts"
import { deleteMatter } from "../../../operations/deletions/deletions.ts"
import { checkSystem } from "../../../operations/system/checks.ts"
import { sql } from "../../../platform/db/sql.ts"
import { closeMatter } from "../../matters/lifecycle.ts"
import { removeDocument } from "./removal.ts"
import { beginUpload } from "./unfinished-uploads.ts"

const service = provideService()

const within = (quotas: { matter_storage?: number; firm_storage?: number }): TestService => ({
  ...service,
  config: { ...service.config, matter_storage: undefined, firm_storage: undefined, ...quotas },
})
const send = (parts: TestService, intake: SampleIntake, bytes: number, name = `${bytes}.txt`) =>
  upload(parts, intake, { request_id: intake.ids.statements }, name, Buffer.alloc(bytes, "x"))
const begin = (parts: TestService, firm: TestFirm, { matter_id }: SampleIntake, size: number) =>
  firm.run((tx) => beginUpload(tx, parts, { matter_id, section_id: "", path: "", filename: "a.txt", size }))

test("a matter accepts files up to its quota, and again after one is removed", async () => {
  const parts = within({ matter_storage: 1_000 })
  const { firm, ...intake } = await newFirmWithIntake(service)
  const first = await send(parts, intake, 600)
  await assert.rejects(send(parts, intake, 500), { kind: "unprocessable", code: "matter_storage_full" })
  await send(parts, intake, 400)
  await firm.run((tx) => removeDocument(tx, first.document_id))
  await send(parts, intake, 500)
  // Another matter has its own quota.
  await send(parts, await newIntake(firm), 1_000)
})

test("concurrent files cannot exceed the quota together", async () => {
  const parts = within({ matter_storage: 1_000 })
  const { firm, ...intake } = await newFirmWithIntake(service)
  const all = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => send(parts, intake, 300 + n)))
  assert.equal(all.filter(({ status }) => status === "fulfilled").length, 3)
})

test("an announced upload is refused if the announced sizes together exceed the quota", async () => {
  const parts = within({ matter_storage: 1_000 })
  const { firm, ...intake } = await newFirmWithIntake(service)
  await begin(parts, firm, intake, 700)
  await assert.rejects(begin(parts, firm, intake, 400), { code: "matter_storage_full" })
  await assert.rejects(send(parts, intake, 400), { code: "matter_storage_full" })
  await begin(parts, firm, intake, 300)
})

test("concurrent uploads of two matters cannot exceed the firm's quota together", async () => {
  const parts = within({ firm_storage: 1_000 })
  const firm = await service.newFirm()
  const intakes = [await newIntake(firm), await newIntake(firm)]
  const outcomes = await collide(
    service,
    sql`select from firms where id = ${firm.firm_id}`,
    intakes.map(
      (intake) => () =>
        begin(parts, firm, intake, 600).then(
          () => "begun",
          ({ code }: { code: string }) => code,
        ),
    ),
  )
  assert.deepEqual(outcomes.toSorted(), ["begun", "firm_storage_full"])
})

test("a firm's quota counts all of its matters, deleted ones until they are purged, and its admins see it", async () => {
  const parts = within({ firm_storage: 1_000 })
  const firm = await service.newFirm()
  const [one, two] = [await newIntake(firm), await newIntake(firm)]
  await send(parts, one, 600)
  const { document_id } = await send(parts, two, 400)
  await firm.run((tx) => removeDocument(tx, document_id))
  await firm.run(async (tx) => {
    await closeMatter(tx, one.matter_id)
    await deleteMatter(tx, service.ring, { matter_id: one.matter_id, reason: "Test" })
  })
  await assert.rejects(send(parts, two, 500), { code: "firm_storage_full" })
  await assert.rejects(begin(parts, firm, two, 500), { code: "firm_storage_full" })
  await send(parts, two, 350)
  await send(parts, await newIntake(await service.newFirm()), 1_000)
  const findings = await checkSystem(parts, { firm_id: firm.firm_id, shows_paths: false })
  const finding = findings.find(({ topic }) => topic === "Clients’ files")
  assert.equal(finding?.ok, false)
  assert.match(finding?.sentence ?? "", /950 bytes of the firm’s 1,000 bytes are used: remove files/)
})

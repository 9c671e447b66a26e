import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { assertEach } from "../../../test/harness/assert-each.ts"
import { type FakeClamd, startFakeClamd } from "../../../test/harness/fake-clamd.ts"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { upload } from "../../../test/harness/sample-uploads.ts"
import { openTestService, type TestFirm, type TestService } from "../../../test/harness/service.ts"
import { listAudit } from "../../firm/audit/listing.ts"
import { checkSystem } from "../../operations/system/checks.ts"
import { openScanner } from "../../platform/files/virus-scanner.ts"
import { UploadRefused } from "./uploads/upload-refused.ts"

let service: TestService
let clamd: FakeClamd
before(async () => {
  clamd = await startFakeClamd()
  service = { ...(await openTestService()), scanner: openScanner(clamd.address) }
})
after(async () => {
  await service.close()
  await clamd.close()
})

async function storedKeys({ firm_id }: TestFirm): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.files.list(`documents/${firm_id}/`)) keys.push(key)
  return keys
}

test("an infected file is refused with a plain sentence, stored nowhere, and recorded in the firm's log", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const target = { request_id: intake.ids.statements }
  const { document_id } = await upload(service, intake, target, "clean.txt", "All is well")
  const refusal = await upload(service, intake, target, "bill.txt", "This is eicar").catch(
    (error: unknown) => error,
  )
  assert.ok(refusal instanceof UploadRefused)
  assert.equal(refusal.fault, "infected")
  assert.match(refusal.message, /^This file contains a virus and was not saved/)
  assert.deepEqual(await storedKeys(firm), [`documents/${firm.firm_id}/${document_id}`])
  const { rows } = await firm.call(listAudit, { action: "file_infected" }, { page: 1, limit: 9, offset: 0 })
  assertEach(rows, ({ label, matter_id }) => [label, matter_id], [
    ["bill.txt: Eicar-Test-Signature", intake.matter_id],
  ])
})

test("while the scanner is unavailable, no file is accepted, and the System page says so", async () => {
  const { firm, ...intake } = await newFirmWithIntake(service)
  const target = { request_id: intake.ids.statements }
  clamd.behave("hang")
  try {
    const parts = { ...service, scanner: openScanner(clamd.address, { connect_ms: 200, verdict_ms: 200 }) }
    await assert.rejects(upload(parts, intake, target, "clean.txt", "All is well"), {
      kind: "unavailable",
      code: "scanner_unavailable",
    })
    assert.deepEqual(await storedKeys(firm), [])
    const findings = await checkSystem(parts, { firm_id: firm.firm_id, shows_paths: false })
    const finding = findings.find(({ topic }) => topic === "Virus scanner")
    assert.deepEqual(finding, {
      topic: "Virus scanner",
      ok: false,
      sentence: "ClamAV is not responding: uploads are rejected until it does",
    })
  } finally {
    clamd.behave("well")
  }
  await upload(service, intake, target, "clean.txt", "All is well")
})

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sampleHeif } from "../../../../test/harness/sample-files.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { upload } from "../../../../test/harness/sample-uploads.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("an iPhone photo downloads byte for byte, and the page says what opens it", async () => {
  const firm = await service.newFirm()
  const intake = await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const read = async () => (await staff("GET", `/console/matters/${intake.matter_id}/documents`)).text
  await upload(service, intake, { request_id: intake.ids.statements }, "May.txt", "Content of May")
  assert.doesNotMatch(await read(), /HEIF Image Extensions/)

  await upload(service, intake, { request_id: intake.ids.statements }, "IMG_0042.HEIC", sampleHeif())
  assert.match(await read(), /original iPhone photos.*HEIF Image Extensions/)
  const { body } = await firm.request("GET", `/matters/${intake.matter_id}/documents`)
  assert.equal(body.documents.length, 2)
  const { download_url } = body.documents[0]
  const file = await service.app.inject({ method: "GET", url: download_url.replace(service.base_url, "") })
  assert.deepEqual(file.rawPayload, sampleHeif())
  assert.equal(file.headers["content-type"], "image/heic")
})

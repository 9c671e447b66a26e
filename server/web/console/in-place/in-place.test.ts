import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { fillIn } from "../../../../test/contract/sample-firm.ts"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { endSessionsOf } from "../../../firm/access/sessions.ts"
import { getMatterRow } from "../../../intake/matters/matter-row.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

async function enter() {
  const firm = await service.newFirm()
  const intake = await newIntake(firm)
  const plain = await newStaffBrowser(service, firm)
  const inPlace = await newStaffBrowser(service, firm, undefined, { in_place: true })
  return { firm, intake, plain, inPlace, url: `/console/matters/${intake.matter_id}` }
}

test("a form without a part names the page to go to, which shows the message", async () => {
  const { inPlace, url } = await enter()
  const { status, text, headers } = await inPlace("POST", `${url}/access`, { access: "everyone" })
  assert.deepEqual([status, JSON.parse(text)], [200, { to: url }])
  assert.equal(headers["cache-control"], "no-store")
  assert.match((await inPlace("GET", url)).text, /id="flash"[\s\S]*Who may see the matter was changed/)
})

test("a part comes alone, with its message, and its forms carry the page's owner", async () => {
  const { intake, plain, inPlace, url } = await enter()
  const { matter_id } = await fillIn(service, intake)
  const page = (await plain("GET", `${url}/review`)).text
  const accept = /name="accept" value="([^"]+)"/.exec(page)?.[1] ?? ""
  const { status, text } = await inPlace("POST", `/console/matters/${matter_id}/review`, { accept })
  const { part, message } = JSON.parse(text)
  assert.equal(status, 200)
  assert.match(part, /^<span id="accept-/)
  assert.match(message, /Marked as accepted by you/)
  assert.equal((part.match(/method="post"/g) ?? []).length, (part.match(/name="page_owner"/g) ?? []).length)
  assert.doesNotMatch(text, /<body|class=\\"nav\\"/)
})

test("what was refused comes as a problem document with its faults, and changes nothing", async () => {
  const { firm, intake, inPlace, url } = await enter()
  const refused = await inPlace("POST", `${url}/access`, { access: "listed" })
  const problem = JSON.parse(refused.text)
  assert.equal(refused.status, 400)
  assert.deepEqual(
    problem.errors.map(({ param }: { param: string }) => param),
    ["people"],
  )
  assert.equal((await firm.run((tx) => getMatterRow(tx, intake.matter_id))).is_restricted, false)
  const unknown = await inPlace("POST", `/console/matters/matter_${"0".repeat(32)}/review`, { accept: "a b" })
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).code], [404, "not_found"])
})

test("a session that has ended is a problem, not another page", async () => {
  const { firm, inPlace, url } = await enter()
  await firm.run((tx) => endSessionsOf(tx, firm.admin.user_id))
  for (const path of [`${url}/access`, `${url}/review`]) {
    const { status, text } = await inPlace("POST", path, { access: "everyone" })
    assert.deepEqual([status, JSON.parse(text).code], [401, "no_session"], path)
  }
})

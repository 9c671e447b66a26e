import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import type { Approach } from "../../../definition/definition.ts"
import { getMatterRow } from "../../matters/matter-row.ts"
import { addPartnerTo } from "../../matters/parties/parties.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

/** The headings of the people page, each with the tags of the people below it. */
async function headings(approach: Approach) {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm, { approach })
  await firm.run(async (tx) => {
    const matter = await getMatterRow(tx, matter_id)
    if (!matter.contact_spouse_id) await addPartnerTo(tx, matter, { first_name: "Yaw" })
  })
  const req = await newStaffBrowser(service, firm)
  const { text } = await req("GET", `/console/matters/${matter_id}/people`)
  return text
    .split(/<section class="stack">\s*<h2>/)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf("<")),
      ...[...section.matchAll(/<strong class="tag [^"]*">([^<]*)/g)].map(([, tag]) => tag),
    ])
}

test("an estate lists the deceased first, then the representative, then the spouse", async () => {
  assert.deepEqual((await headings("rep-deceased")).slice(0, 3), [
    ["Deceased", "Deceased"],
    ["Representative", "Representative"],
    ["Spouse or partner", "Spouse"],
  ])
})

test("a matter for a living person with a representative lists that person first", async () => {
  assert.deepEqual((await headings("rep-living")).slice(0, 3), [
    ["The person this is about", "Represented"],
    ["Representative", "Representative"],
    ["Spouse or partner", "Spouse"],
  ])
})

test("both members of a couple are listed as clients", async () => {
  const [clients] = await headings("planning")
  assert.equal(clients?.[0], "Clients")
  assert.equal(clients?.[1], "Main client")
})

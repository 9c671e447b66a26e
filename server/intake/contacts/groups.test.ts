import assert from "node:assert/strict"
import { test } from "node:test"
import { newFirmWithIntake } from "../../../test/harness/sample-intake.ts"
import { provideService } from "../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../test/harness/staff-browser.ts"
import type { Approach } from "../../definition/definition.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import { addPartnerTo } from "../matters/parties/parties.ts"

const service = provideService()

/** The note of each person in the record, in order. */
async function notes(approach: Approach): Promise<string[]> {
  const { firm, matter_id } = await newFirmWithIntake(service, { approach })
  await firm.run(async (tx) => {
    const matter = await getMatterRow(tx, matter_id)
    if (!matter.contact_spouse_id) await addPartnerTo(tx, matter, { first_name: "Yaw" })
  })
  const req = await newStaffBrowser(service, firm)
  const { text } = await req("GET", `/console/matters/${matter_id}/review`)
  const [, people = ""] = /id="people"(.*?)<\/ul>/s.exec(text) ?? []
  return [...people.matchAll(/class="cell-note cell-line">([^<]*)/g)].map(([, note = ""]) => note)
}

test("an estate lists the deceased first, then the representative, then the spouse", async () => {
  assert.deepEqual((await notes("rep-deceased")).slice(0, 3), ["Deceased", "Representative", "Spouse"])
})

test("a matter for a living person with a representative lists that person first", async () => {
  assert.deepEqual((await notes("rep-living")).slice(0, 3), ["Represented", "Representative", "Spouse"])
})

test("both members of a couple are listed first", async () => {
  assert.equal((await notes("planning"))[0], "Main client")
})

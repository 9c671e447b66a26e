import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openTestService, type TestService } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { sql } from "../../../../platform/db/sql.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

test("the library adds to the selected section if it has questions", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const staff = await newStaffBrowser(service, firm)
  const { id, sections } = await firm.run((tx) =>
    tx.one<{ id: string; sections: { id: string; kind: string }[] }>(sql`
      select q.id, v.definition -> 'sections' as sections
        from matters m join questionnaires q on q.id = m.questionnaire_id
        join questionnaire_versions v on v.questionnaire_id = q.id
       where m.id = ${matter_id}`),
  )
  for (const { id: section, kind } of sections) {
    const { text } = await staff("GET", `/console/questionnaires/${id}/draft?part=${section}`)
    const isOffered = text.includes(`/library?to=${id}&amp;section=${section}"`)
    assert.equal(isOffered, kind === "questions", kind)
  }
})

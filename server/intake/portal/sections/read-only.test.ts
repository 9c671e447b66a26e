import assert from "node:assert/strict"
import { test } from "node:test"
import { marksOf, newFirmWithPortalIntake } from "../../../../test/harness/portal-intake.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { closeMatter, markCompleted } from "../../matters/lifecycle.ts"

const service = provideService()

const states = [
  ["completed", markCompleted, /We have everything we need/, /Tenemos todo lo necesario/],
  ["closed", closeMatter, /This matter is closed/, /está cerrado/i],
] as const

for (const [state, mark, english, spanish] of states)
  test(`a form posted after the matter was ${state} explains why it was not saved, in the firm's frame and both languages`, async () => {
    const { firm, ...intake } = await newFirmWithPortalIntake(service, { firm_name: "Arbor & Pine" })
    const form = marksOf((await intake.ada.get(intake.names)).html)
    await firm.run<unknown>((tx) => mark(tx, intake.matter_id))
    for (const [lang, words, other] of [
      ["en", english, state === "closed" ? /finished/ : /closed/],
      ["es", spanish, /questionnaire|matter/],
    ] as const) {
      await intake.ada.get(`/portal?lang=${lang}`)
      const { status, html } = await intake.ada.post(intake.names, { ...form, first_name: "Else" })
      assert.equal(status, 409)
      const [, main = ""] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
      assert.match(main, words)
      assert.doesNotMatch(main, other)
      assert.match(html, /<title>[^<]* – Arbor &amp; Pine<\/title>/)
      assert.match(html, /action="\/portal\/sign-out"/)
    }
  })

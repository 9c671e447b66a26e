import assert from "node:assert/strict"
import { before, test } from "node:test"
import { provideServiceAndFirm } from "../../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { planning, probate } from "../../../../../test/harness/templates.ts"
import { getMatter } from "../../../../intake/matters/matters.ts"
import { createQuestionnaire } from "../../../../intake/questionnaires/questionnaires.ts"

const { service, firm } = provideServiceAndFirm()
let questionnaire_id: string
before(async () => {
  questionnaire_id = await firm.run((tx) => createQuestionnaire(tx, planning))
})

/** Creates a matter with this form and returns its name. */
async function nameFrom(form: Record<string, string>): Promise<string> {
  const send = await newStaffBrowser(service, firm)
  const { status, location } = await send("POST", "/console/matters/new", {
    questionnaire_id,
    way: "link",
    // Each case names the same people, so it confirms the warning about duplicates.
    is_new_client: "yes",
    ...form,
  })
  assert.equal(status, 303)
  const id = /matter_[0-9A-F]{32}/.exec(location)?.[0] ?? ""
  return (await firm.run((tx) => getMatter(tx, id))).name
}

test("a matter without a name takes its clients' names", async () => {
  const ada = { first_name: "Ada", last_name: "Smith" }
  assert.equal(await nameFrom(ada), "Smith, Ada")
  assert.equal(
    await nameFrom({ ...ada, partner_first_name: "Ben", partner_last_name: "Smith" }),
    "Smith, Ada and Ben",
  )
  assert.equal(await nameFrom({ ...ada, partner_first_name: "Ben" }), "Smith, Ada and Ben")
  const two = { ...ada, partner_first_name: "Thị", partner_last_name: "Nguyễn" }
  assert.equal(await nameFrom(two), "Smith, Ada and Nguyễn, Thị")
  assert.equal(await nameFrom({ first_name: "Ada" }), "Ada")
  assert.equal(await nameFrom({ ...ada, matter_name: "2026-014" }), "2026-014")
})

test("creating a matter requires a name if the form names no client, or only a representative", async () => {
  const send = await newStaffBrowser(service, firm)
  const representative = await firm.run((tx) => createQuestionnaire(tx, probate))
  const forms: Record<string, string>[] = [
    { questionnaire_id },
    { questionnaire_id: representative, first_name: "Ada", last_name: "Smith" },
  ]
  for (const form of forms) {
    const { status, text } = await send("POST", "/console/matters/new", { way: "link", ...form })
    assert.equal(status, 400)
    assert.match(text, /Enter a name for the matter/)
  }
})

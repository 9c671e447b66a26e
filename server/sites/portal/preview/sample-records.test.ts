// The assets of a preview's personas, which decide whether conditions on assets hold.
import assert from "node:assert/strict"
import { test } from "node:test"
import { ask, category, t } from "../../../../test/harness/definition-parts.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import type { Condition } from "../../../definition/conditions/conditions.ts"
import { newSection } from "../../../intake/questionnaires/editing/editing.ts"
import { createQuestionnaire, saveDraft } from "../../../intake/questionnaires/questionnaires.ts"
import { newId } from "../../../platform/ids.ts"

const service = provideService()

test("a condition on assets holds for personas who have assets", async () => {
  const firm = await service.newFirm()
  const staff = await newStaffBrowser(service, firm)
  const [you, assets, section] = [
    newSection("clients", "You"),
    newSection("assets", "What you own"),
    newSection("questions", "More"),
  ]
  assert.ok(you.kind === "clients" && assets.kind === "assets" && section.kind === "questions")
  you.with_partner = true
  const left = { ask_beneficiaries: true }
  assets.categories.push(
    category(newId("category"), t("Homes", "Casas"), "A017", t("Address", "Dirección")),
    category(newId("category"), t("Policies", "Pólizas"), "A011", t("Company", "Compañía"), left),
  )
  const rule = (words: string, condition: Condition) =>
    section.questions.push(ask(newId("question"), "text", words, { condition }))
  rule("Where is the deed?", { fact: "assets", includes: "A017" })
  rule("How do you hold title?", { fact: "has_joint_assets", is: true })
  rule("Who keeps it until 18?", { fact: "has_minor_beneficiaries", is: true })
  const id = await firm.run(async (tx) => {
    const id = await createQuestionnaire(tx, {
      ...{ title: "Assets", internal_type: "Planning", approach: "planning", url_short_name: "assets" },
    })
    await saveDraft(tx, id, { sections: [you, assets, section] }, 0)
    return id
  })
  const shown = async (persona: string) => {
    const page = await staff("GET", `/console/questionnaires/${id}/draft/preview/${section.id}?as=${persona}`)
    return section.questions.map(({ prompt }) => page.text.includes(String(prompt)))
  }
  assert.deepEqual(await shown("couple"), [true, true, true])
  assert.deepEqual(await shown("widow"), [true, false, true])
  assert.deepEqual(await shown("single"), [false, false, false])
})

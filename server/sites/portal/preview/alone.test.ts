// The preview of sections that each client answers alone.
import assert from "node:assert/strict"
import { test } from "node:test"
import { ask, t } from "../../../../test/harness/definition-parts.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { changeSettings } from "../../../firm/firms/firms.ts"
import { newSection } from "../../../intake/questionnaires/editing/editing.ts"
import { createQuestionnaire, saveDraft } from "../../../intake/questionnaires/questionnaires.ts"

const service = provideService()

test("the preview of a section answered alone asks only one client and says who can see it, if the firm allows it", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const staff = await newStaffBrowser(service, firm)
  const section = newSection("questions", t("For you alone", "Solo para usted"))
  assert.ok(section.kind === "questions")
  section.answered_alone = true
  section.questions.push(
    ask("worry", "text", t("What worries you?", "¿Qué le preocupa?"), { each_client: true }),
  )
  const id = await firm.run(async (tx) => {
    const id = await createQuestionnaire(tx, {
      ...{ title: "Alone", internal_type: "Planning", approach: "planning", url_short_name: "alone" },
    })
    await saveDraft(tx, id, { sections: [newSection("clients", "You"), section] }, 0)
    return id
  })
  const preview = async (query = "") =>
    (await staff("GET", `/console/questionnaires/${id}/draft/preview/${section.id}?as=couple${query}`)).text
  const open = await preview()
  assert.match(open, /What worries you\?/)
  assert.doesNotMatch(open, /can see your answers in this part/)
  assert.match(open, /Preview, page 1 \/ 3/)
  assert.match(await preview("&page=1&filled=1"), /Preview, page 3 \/ 3/)
  assert.match(await preview("&page=2&filled=1"), /Preview, page 3 \/ 3/, "nothing follows the last page")

  await firm.run((tx) => changeSettings(tx, firm.firm_id, { answers_alone: true }))
  const alone = await preview()
  assert.match(
    alone,
    /Only you and Hartwell &amp; Pryce can see your answers in this part\. Robin gets these questions separately/,
  )
  assert.match(alone, /What worries you\?/)
  assert.match(alone, /Preview, page 1 \/ 2/)
  assert.match(await preview("&lang=es"), /Robin/)
})

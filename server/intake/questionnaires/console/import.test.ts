import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { planning } from "../../../../test/harness/templates.ts"
import { listQuestionnaireRows } from "../questionnaires.ts"

const service = provideService()

const url = "/console/questionnaires/import"
const { title, internal_type, approach, definition } = planning
const file = { title, internal_type, approach, definition, format: "foyer-questionnaire-1" }
const text = JSON.stringify({ ...file, url_short_name: "planning" })

function formOf(chosen: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  form.set("chosen", new Blob([chosen], { type: "application/json" }), "planning.json")
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test("an imported file becomes a draft, with a number after a short name that is taken", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const created = await send("POST", url, formOf(`\uFEFF${text}`, { file: "" }))
  assert.equal(created.status, 303)
  assert.match(created.location, /\/draft$/)
  assert.equal((await send("POST", url, { file: text })).status, 303)
  assert.equal((await send("POST", url, formOf(text))).status, 303)
  const rows = await firm.run(listQuestionnaireRows)
  const names = rows.map(({ url_short_name }) => url_short_name)
  assert.deepEqual(names.sort(), ["planning", "planning-2", "planning-3"])
})

test("a refused form still has the text of its file, because a browser cannot reselect the file", async () => {
  const send = await newStaffBrowser(service, await service.newFirm())
  const refused = await send("POST", url, formOf(JSON.stringify({ ...file, url_short_name: "No Way" })))
  assert.equal(refused.status, 400)
  assert.match(refused.text, /<textarea[^>]*>\{&quot;title&quot;/)
})

test("a file that is not a questionnaire is rejected with instructions, and creates nothing", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const incompleteUpload = new Blob(["chosen="], { type: "multipart/form-data; boundary=----boundary" })
  for (const [form, sentence] of [
    [formOf(""), /Choose a file, or paste its text/],
    [formOf("Dear colleague"), /This is not a JSON file/],
    [formOf("x".repeat(3 * 1024 * 1024)), /(more|larger) than 1 MB/],
    [formOf("", { file: "x".repeat(2 * 1024 * 1024) }), /(more|larger) than 1 MB/],
    [incompleteUpload, /upload was interrupted/],
  ] as const) {
    const answer = await send("POST", url, form)
    assert.equal(answer.status, 400)
    assert.match(answer.text, sentence)
    assert.match(answer.text, /<title>Error: /)
  }
  assert.deepEqual(await firm.run(listQuestionnaireRows), [])
})

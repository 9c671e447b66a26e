// Test links: anyone can try a draft for a day, and nothing is stored.
import assert from "node:assert/strict"
import { test } from "node:test"
import { fingerprintOf } from "../../../../test/fingerprint.ts"
import { ask, t } from "../../../../test/harness/definition-parts.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { changeSuspension } from "../../../firm/firms/firms.ts"
import { newSection } from "../../../intake/questionnaires/editing/editing.ts"
import { withFreshIds } from "../../../intake/questionnaires/editing/fresh-ids.ts"
import { createQuestionnaire, saveDraft } from "../../../intake/questionnaires/questionnaires.ts"
import { sql } from "../../../platform/db/sql.ts"

let elapsed_s = 0
const start = new Date("2026-03-02T10:00:00Z")
const service = provideService({ clock: () => new Date(start.getTime() + elapsed_s * 1000) })

const get = (url: string) => service.app.inject({ method: "GET", url })

/** A draft with two questions on separate pages, the second one conditional, and the path of its test link. */
async function newLink(firm: TestFirm): Promise<{ path: string; section: string; questionnaire_id: string }> {
  const section = newSection("questions", t("Your home", "Su vivienda"))
  assert.ok(section.kind === "questions")
  const owns = ask("owns", "yes_no", t("Do you own a home?", "¿Tiene casa propia?"))
  const which = ask("which", "text", t("Where is it?", "¿Dónde está?"), {
    condition: { question: "owns", is: true },
  })
  section.questions.push(owns, which)
  const { definition } = withFreshIds({ sections: [newSection("clients", "You"), section] })
  const questionnaire_id = await firm.run(async (tx) => {
    const head = { title: "Homes", internal_type: "Homes", url_short_name: "homes" }
    const id = await createQuestionnaire(tx, { ...head, approach: "planning" })
    await saveDraft(tx, id, definition, 0)
    return id
  })
  const staff = await newStaffBrowser(service, firm)
  const page = (await staff("GET", `/console/questionnaires/${questionnaire_id}/draft/trial?as=widow`)).text
  const address = /value="([^"]*\/test\/[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? ""
  assert.match(address, /as=widow&lang=en$/)
  return { path: new URL(address).pathname, section: definition.sections[1]?.id ?? "", questionnaire_id }
}

test("a test link shows the draft without signing in, applies its conditions, and stores nothing", async () => {
  const firm = await service.newFirm()
  const { path, section } = await newLink(firm)
  const before = await fingerprintOf(service, firm)
  const home = await get(`${path}?as=widow&lang=en`)
  assert.equal(home.statusCode, 200)
  assert.match(home.body, /Your home/)
  assert.match(home.body, /Preview\. Nothing is saved\./)
  assert.ok(
    home.body.includes(`href="${path}/${section}?as=widow`),
    "sections link to their pages under the test link",
  )
  assert.doesNotMatch(home.body, /href="\/(console|portal)/)
  assert.equal(home.headers["set-cookie"], undefined)
  assert.match(String(home.headers["content-security-policy"]), /frame-ancestors 'none'/)
  assert.match((await get(`${path}?lang=es`)).body, /Su vivienda/)

  const question = (await get(`${path}/${section}`)).body
  assert.match(question, /Do you own a home\?/)
  assert.match(question, new RegExp(`<form method="get" action="${path}/${section}"`))
  const field = /name="(question_[^"]*)"/.exec(question)?.[1] ?? ""
  const answered = (value: string) => get(`${path}/${section}?page=0&filled=1&${field}=${value}`)
  assert.match((await answered("yes")).body, /Where is it\?/)
  assert.doesNotMatch((await answered("no")).body, /Where is it\?/)
  assert.deepEqual(await fingerprintOf(service, firm), before)
})

test("a test link expires after a day, opens no other draft, and stops working with its author or firm", async () => {
  const [firm, other] = [await service.newFirm(), await service.newFirm()]
  const { path, questionnaire_id } = await newLink(firm)
  const { path: their_path, questionnaire_id: theirs } = await newLink(other)
  elapsed_s = 24 * 3600 - 1
  assert.equal((await get(path)).statusCode, 200)
  elapsed_s = 24 * 3600 + 1
  const late = await get(path)
  assert.equal(late.statusCode, 403)
  assert.match(late.body, /This link has expired/)
  elapsed_s = 0
  const forged = [
    path.replace(questionnaire_id, theirs),
    path.replace(firm.firm_id, other.firm_id),
    path.replace(/\/\d+\./, (expires) => `${expires.slice(0, -1)}0.`),
    path.slice(0, -1),
    `${path}x`,
  ]
  for (const url of forged) assert.equal((await get(url)).statusCode, 404, url)
  assert.equal((await get(`${path}/section_${"0".repeat(32)}`)).statusCode, 404)
  await firm.write(sql`update users set role = 'member' where id = ${firm.admin.user_id}`)
  assert.equal((await get(path)).statusCode, 403)
  await firm.write(sql`update users set role = 'author' where id = ${firm.admin.user_id}`)
  assert.equal((await get(path)).statusCode, 200)
  await service.db.forPlatform((tx) => changeSuspension(tx, firm.firm_id, true))
  assert.equal((await get(path)).statusCode, 403)
  assert.equal((await get(their_path)).statusCode, 200)
})

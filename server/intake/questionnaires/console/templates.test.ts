import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { openTestService, type TestService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { textIn } from "../../../definition/text.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { createMatter } from "../../matters/matters.ts"
import { lintDefinition } from "../linting/linter.ts"
import { findDraft, listQuestionnaireRows } from "../questionnaires.ts"
import { listTemplates } from "../templates.ts"

let service: TestService
before(async () => {
  service = await openTestService()
})
after(() => service.close())

const newUrl = "/console/questionnaires/new"
const fieldIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ""

test("a new firm can create a questionnaire from each template, publish it unchanged, and invite a client", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const chooser = await send("GET", newUrl)
  for (const { name, description, file } of await listTemplates()) {
    const url = `${newUrl}?template=${name}`
    assert.match(chooser.text, literally(`href="${url}"`), name)
    assert.match(chooser.text, literally(description), name)
    const page = await send("GET", url)
    const fields = ["title", "title_es", "internal_type", "url_short_name"].map((field) => [
      field,
      fieldIn(page.text, field),
    ])
    assert.deepEqual(Object.fromEntries(fields), {
      title: textIn(file.title, "en"),
      title_es: textIn(file.title, "es"),
      internal_type: file.internal_type,
      url_short_name: file.url_short_name,
    })
    const created = await send("POST", url, Object.fromEntries(fields))
    assert.equal(created.status, 303)
    const id = /quest_\w+/.exec(created.location)?.[0] ?? ""

    const draft = await firm.run((tx) => findDraft(tx, id))
    assert.deepEqual(lintDefinition(draft ?? { sections: [] }, file.approach), [])
    assert.equal(draft?.sections.length, file.definition.sections.length)
    const publication = await send("GET", `${created.location}/publication`)
    const published = await send("POST", `${created.location}/publication`, {
      revision: fieldIn(publication.text, "revision"),
    })
    assert.equal(published.status, 303, published.text)

    const invite_url = await firm.run(async (tx) => {
      const matter = await createMatter(tx, { questionnaire_id: id, matter_name: textIn(file.title, "en") })
      const party = file.approach === "rep-deceased" ? "representative" : "main"
      return (await createInvitation(tx, service, { matter_id: matter.id, party })).invite_url
    })
    const client = newPortalBrowser(service)
    const path = invite_url.slice(service.base_url.length)
    for (const lang of ["en", "es"] as const) {
      const welcome = await client.get(`${path}?lang=${lang}`)
      assert.match(welcome.html, literally(`<p class="page-caption">${textIn(file.title, lang)}</p>`), lang)
    }
    assert.match((await client.post(`${path}/start`)).location, /^\/portal/)
    assert.equal((await client.get("/portal")).status, 200)
  }
  const rows = await firm.run(listQuestionnaireRows)
  assert.deepEqual(
    rows.map(({ current_version }) => current_version),
    [1, 1, 1, 1, 1],
  )
})

test("using a template twice creates two short names and different ids", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const url = `${newUrl}?template=probate`
  for (const short_name of ["probate", "probate-2"]) {
    const page = await send("GET", url)
    assert.equal(fieldIn(page.text, "url_short_name"), short_name)
    const form = { title: "Probate", internal_type: "Probate", url_short_name: short_name }
    assert.equal((await send("POST", url, form)).status, 303)
  }
  const rows = await firm.run(listQuestionnaireRows)
  assert.deepEqual(
    rows.map(({ approach }) => approach),
    ["rep-deceased", "rep-deceased"],
  )
  const drafts = await firm.run((tx) => Promise.all(rows.map(({ id }) => findDraft(tx, id))))
  const ids = drafts.flatMap((draft) => draft?.sections.map(({ id }) => id) ?? [])
  assert.equal(ids.length, 16)
  assert.equal(new Set(ids).size, 16)
})

test("a template that does not exist is not found", async () => {
  const send = await newStaffBrowser(service, await service.newFirm())
  for (const name of ["wills", "../probate", "constructor"])
    assert.equal((await send("GET", `${newUrl}?template=${encodeURIComponent(name)}`)).status, 404)
})

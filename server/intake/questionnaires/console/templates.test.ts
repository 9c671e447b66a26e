import assert from "node:assert/strict"
import { test } from "node:test"
import { assertEach } from "../../../../test/harness/assert-each.ts"
import { literally } from "../../../../test/harness/literally.ts"
import { newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { textIn } from "../../../definition/text.ts"
import { createInvitation } from "../../matters/invitations/invitations.ts"
import { createMatter } from "../../matters/matters.ts"
import { lintDefinition } from "../linting/linter.ts"
import { findDraft, listQuestionnaireRows } from "../questionnaires.ts"
import { listTemplates } from "../templates.ts"

const service = provideService()

const listUrl = "/console/questionnaires"
const fieldIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ""

test("a new firm can create a questionnaire from each template, publish it unchanged, and invite a client", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const chooser = await send("GET", listUrl)
  for (const { name, description, file } of await listTemplates()) {
    assert.match(chooser.text, literally(description), name)
    const created = await send("POST", listUrl, { title: "", from: name })
    assert.equal(created.status, 303)
    const id = /quest_\w+/.exec(created.location)?.[0] ?? ""

    const draft = await firm.run((tx) => findDraft(tx, id))
    assert.deepEqual(lintDefinition(draft ?? { sections: [] }, file.approach), [])
    assert.equal(draft?.sections.length, file.definition.sections.length)
    const publication = await send("GET", `${listUrl}/${id}/draft/publication`)
    const published = await send("POST", `${listUrl}/${id}/draft/publication`, {
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
  const [rows, templates] = [await firm.run(listQuestionnaireRows), await listTemplates()]
  assertEach(
    rows,
    (row) => [row.current_version, row.title, row.title_es, row.internal_type, row.url_short_name],
    templates.map(({ file }) => [
      ...[1, textIn(file.title, "en"), textIn(file.title, "es"), file.internal_type, file.url_short_name],
    ]),
  )
})

test("using a template twice creates two short names and different ids", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  for (const title of ["Probate", ""])
    assert.equal((await send("POST", listUrl, { title, from: "probate" })).status, 303)
  const rows = await firm.run(listQuestionnaireRows)
  assertEach(rows, ({ approach, url_short_name }) => [approach, url_short_name], [
    ["rep-deceased", "probate"],
    ["rep-deceased", "probate-2"],
  ])
  const drafts = await firm.run((tx) => Promise.all(rows.map(({ id }) => findDraft(tx, id))))
  const ids = drafts.flatMap((draft) => draft?.sections.map(({ id }) => id) ?? [])
  assert.equal(ids.length, 16)
  assert.equal(new Set(ids).size, 16)
})

test("a template that does not exist is not found", async () => {
  const send = await newStaffBrowser(service, await service.newFirm())
  for (const name of ["wills", "../probate", "constructor"])
    assert.equal((await send("POST", listUrl, { title: "Wills", from: name })).status, 400)
})

test("a title alone starts a questionnaire, and its settings can be changed until it is published", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  const blank = await send("POST", listUrl, { title: " ", from: "" })
  assert.match(blank.text, /Enter a title\./)
  for (const title of [
    "Último testamento: ¿y después?",
    "遺言",
    "Guardianship of an adult",
    "New LLC",
    "Probate",
  ])
    assert.equal((await send("POST", listUrl, { title, from: "" })).status, 303)
  const rows = await firm.run(listQuestionnaireRows)
  assertEach(
    rows,
    ({ approach, internal_type, url_short_name }) => [approach, internal_type, url_short_name],
    [
      ["planning", "Planning", "ultimo-testamento-y-despues"],
      ["planning", "Planning", "questionnaire"],
      ["rep-living", "Representative (living)", "guardianship-of-an-adult"],
      ["business", "Business", "new-llc"],
      ["rep-deceased", "Representative (estate)", "probate"],
    ],
  )
  const [first] = rows
  const settings = `${listUrl}/${first?.id}/settings`
  const typed = { title: "Wills", title_es: "", internal_type: "Wills", url_short_name: "wills" }
  assert.equal((await send("POST", settings, { ...typed, approach: "business" })).status, 303)
  const copied = await send("POST", listUrl, { title: "", from: "", copy: first?.id ?? "" })
  assert.equal(copied.status, 303)
  const copy = (await firm.run(listQuestionnaireRows)).at(-1)
  assert.deepEqual(
    [copy?.title, copy?.approach, copy?.url_short_name],
    ["Wills (copy)", "business", "wills-copy"],
  )
})

test("a questionnaire is deactivated, archived, and brought back by the same buttons", async () => {
  const firm = await service.newFirm()
  const send = await newStaffBrowser(service, firm)
  await send("POST", listUrl, { title: "Wills", from: "" })
  const find = async () => (await firm.run(listQuestionnaireRows))[0]
  const home = `${listUrl}/${(await find())?.id}`
  const set = (step: string, on: string) => send("POST", `${home}/${step}`, { on })
  await set("archive", "yes")
  assert.ok((await find())?.archived_at)
  await set("archive", "no")
  assert.equal((await find())?.archived_at, null)
  await set("activation", "no")
  assert.equal((await find())?.active, false)
  await set("activation", "yes")
  assert.equal((await find())?.active, true)
  const { location } = await send("POST", listUrl, { from: "", copy: (await find())?.id ?? "" })
  assert.match((await send("GET", location)).text, /Draft of Wills \(copy\)/)
})

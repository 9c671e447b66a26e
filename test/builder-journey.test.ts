// Writing a questionnaire in a real browser with script off, following the words on its pages.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import type { Definition } from "../server/definition/definition.ts"
import { createMatter } from "../server/intake/matters/matters.ts"
import { withSection } from "../server/intake/questionnaires/editing/editing.ts"
import { withFreshIds } from "../server/intake/questionnaires/editing/fresh-ids.ts"
import {
  createQuestionnaire,
  findDraft,
  getQuestionnaireRow,
  saveDraft,
} from "../server/intake/questionnaires/questionnaires.ts"
import { sql } from "../server/platform/db/sql.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { assertEach } from "./harness/assert-each.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, screenshot } from "./harness/browser.ts"
import type { TestFirm } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { enterConsole } from "./harness/staff-browser.ts"
import { planning } from "./harness/templates.ts"
import { waitForTitle } from "./harness/wait-for-title.ts"

const { service, browser } = await openServiceAndBrowser()

const enter = (firm: TestFirm, width = 1280) => enterConsole({ browser, service, firm }, { width })

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()
const follow = (page: Page, name: string) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).first().click()
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()
const main = (page: Page) => page.getByRole("main").innerText()
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true })

async function seen(page: Page, name: string): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, `builder-${name}`)
}

/** Creates a questionnaire and opens its draft, which has the required clients section. */
async function begin(page: Page, title: string): Promise<string> {
  await page.goto("/console/questionnaires")
  await label(page, "Title").fill(title)
  await press(page, "Create questionnaire")
  assert.equal(await heading(page), `Draft of ${title}`)
  return new URL(page.url()).pathname
}

const sectionKinds: Record<string, string> = {
  People: "/people",
  Questions: "/section",
  Roles: "/roles",
  Assets: "/assets",
  Documents: "/documents",
}

async function addSection(page: Page, draft: string, kind: string, title: string): Promise<string> {
  if (!page.url().includes(draft)) await page.goto(draft)
  await addLine(page, `${sectionKinds[kind]} ${title}`)
  assert.equal(await inHand(page), title)
  return page.url().replace(/#.*$/, "")
}

async function addLine(page: Page, line: string): Promise<void> {
  await page.locator("#add").fill(line)
  await press(page, "Add")
}

/** Adds a part to the section whose parts are selected or come last. */
async function add(page: Page, noun: string, words: string, kind?: string): Promise<void> {
  await label(page, "Kind").selectOption(kind ?? partKinds[noun] ?? "text")
  await addLine(page, words)
}

const partKinds: Record<string, string> = {
  role: "role",
  "asset category": "category",
  "document request": "document",
}

const inHand = (page: Page) => page.locator("#editor h2").first().innerText()
const outline = (page: Page) => page.getByRole("navigation", { name: "Outline" })

/** Opens an item of the outline, which is a view of its own on a phone. */
async function pick(page: Page, name: string): Promise<void> {
  if (!(await outline(page).isVisible())) await page.getByRole("radio", { name: "Outline" }).check()
  await outline(page).getByRole("link", { name }).click()
}

async function definitionOf(firm: TestFirm, short_name: string): Promise<Definition> {
  const row = await firm.one<{ definition: Definition }>(sql`
      select v.definition from questionnaires q
        join questionnaire_versions v on v.questionnaire_id = q.id and v.number = q.current_version
       where q.url_short_name = ${short_name}`)
  return row.definition
}

test("a questionnaire is written and published without script, on a phone", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await enter(firm, 360)
  const at = (name: string) => seen(page, `${name}-360`)
  await page.goto("/console/questionnaires")
  await at("new")
  await press(page, "Create questionnaire")
  await waitForTitle(page, /^Error: /)
  await at("new-faults")

  const draft = await begin(page, "Wills")
  await at("draft-new")
  await addSection(page, draft, "People", "Your family")
  await pick(page, "Children")
  await label(page, "Date of birth").selectOption("required")
  await at("group")
  await press(page, "Save")

  await addSection(page, draft, "Questions", "Your home")
  await add(page, "question", "", "yes_no")
  await waitForTitle(page, /^Error: /)
  await at("question-faults")
  await add(page, "question", "Do you own a home?", "yes_no")
  await page.getByRole("link", { name: /^Show Spanish/ }).click()
  await label(page, "Question in Spanish (missing)").fill("¿Tiene casa propia?")
  await page.getByLabel("Required").check()
  await press(page, "Save")
  await follow(page, "Hide Spanish")
  await add(page, "question", "What kind of home?", "one_of")
  await label(page, "Add choices, one per line").fill("House\nApartment\ncabin | Cabin | Cabaña")
  await label(page, "Condition 1").selectOption({ label: "Do you own a home?" })
  await press(page, "Save")
  assert.match(await main(page), /Shown only if “Do you own a home\?” is “Yes”\./)
  await label(page, "Answer of condition 1").selectOption("No")
  await page.getByRole("button", { name: "Move up choice 2" }).click()
  assert.match(await main(page), /Shown only if “Do you own a home\?” is “No”\./)
  assert.equal(await label(page, "Choice 1").inputValue(), "Apartment")
  await label(page, "Answer of condition 1").selectOption("Yes")
  await press(page, "Save")
  await at("question")

  await addSection(page, draft, "Roles", "Who should act")
  assert.match(await main(page), /asks nothing/)
  await add(page, "role", "Executor")
  await label(page, "Levels").fill("3")
  await page.getByLabel("Several people can serve together").check()
  await press(page, "Save")
  await add(page, "role", "Trustee")
  await press(page, "Remove")
  assert.doesNotMatch(await page.locator("#outline").innerText(), /Trustee/)
  await press(page, "Undo “Remove Trustee”")
  assert.match(await page.locator("#outline").innerText(), /Trustee/)
  await press(page, "Redo “Remove Trustee”")

  await pick(page, "Who should act")
  await label(page, "Position").selectOption({ label: "Before Your family" })
  await press(page, "Move")
  await label(page, "Position").selectOption({ label: "At the end" })
  await press(page, "Move")
  await at("draft")
  await follow(page, "Publish")
  await at("publication")
  await press(page, "Publish")
  assert.match(await main(page), /Version 1/)
  await at("published")

  const { sections } = await definitionOf(firm, "wills")
  assertEach(sections, ({ kind, title }) => [kind, typeof title === "string" ? title : title.en], [
    ["clients", "About you"],
    ["people", "Your family"],
    ["questions", "Your home"],
    ["roles", "Who should act"],
  ])
  const [, , home, acting] = sections
  assert.ok(home?.kind === "questions" && acting?.kind === "roles")
  const [owns, which] = home.questions
  assert.deepEqual(owns?.prompt, { en: "Do you own a home?", es: "¿Tiene casa propia?" })
  assert.deepEqual(which?.condition, { question: owns?.id, is: true })
  assert.deepEqual(which?.options, [
    { value: "apartment", label: "Apartment" },
    { value: "house", label: "House" },
    { value: "cabin", label: { en: "Cabin", es: "Cabaña" } },
  ])
  assertEach(acting.roles, ({ role_description, levels, several }) => [role_description, levels, several], [
    ["Executor", 3, true],
  ])
})

test("matters are moved to a new version after a preview of what changes", async () => {
  const firm = await service.newFirm()
  const page = await enter(firm)
  const draft = await begin(page, "Wills")
  const home = draft.replace(/\/draft$/, "")
  await page.goto(`${draft}/publication`)
  await press(page, "Publish")
  const questionnaire_id = home.split("/").at(-1) ?? ""
  const matters = await firm.run(async (tx) => [
    await createMatter(tx, { questionnaire_id, matter_name: "Lee" }),
    await createMatter(tx, { questionnaire_id, matter_name: "Moore" }),
  ])
  await addSection(page, draft, "Documents", "Papers")
  await add(page, "document request", "Your latest will")
  await page.goto(`${draft}/publication`)
  assert.match(await main(page), /New section “Papers”[\s\S]*New document request “Your latest will”/)
  await press(page, "Publish")
  await follow(page, "2 on older versions")
  assert.match(await main(page), /New section “Papers”/)
  await seen(page, "behind")
  await press(page, "Move the selected matters forward")
  await page.getByRole("alert").getByText("Select the matters to move forward.").waitFor()
  await page.getByLabel("Lee").check()
  await press(page, "Move the selected matters forward")
  const versions = async () =>
    (
      await firm.all<{ questionnaire_version: number }>(
        sql`select questionnaire_version from matters where id = any(${matters.map(({ id }) => id)}) order by name`,
      )
    ).map((row) => row.questionnaire_version)
  assert.deepEqual(await versions(), [2, 1])
  await press(page, "Move all 1 forward")
  assert.deepEqual(await versions(), [2, 2])
})

test("a draft is previewed with the portal's own pages, and the preview leaves nothing behind", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await enter(firm)
  const { id } = await firm.run(async (tx) => {
    const { definition, title, internal_type, approach } = planning
    const fresh = withFreshIds(definition).definition
    const id = await createQuestionnaire(tx, { title, internal_type, approach, url_short_name: "plan" })
    await saveDraft(tx, id, fresh, (await getQuestionnaireRow(tx, id)).draft_revision)
    return { id }
  })
  const before = await fingerprintOf(service, firm)
  const url = `/console/questionnaires/${id}/draft`
  await page.goto(`${url}/preview?as=everything`)
  await seen(page, "preview-home")
  const sections = await page
    .getByRole("main")
    .locator(`a[href^="${url}/preview/"]`)
    .all()
    .then((links) => Promise.all(links.map(async (link) => (await link.getAttribute("href")) ?? "")))
  assert.ok(sections.length > 4, `only ${sections.length} sections are linked`)
  // From the middle on, because assets and documents are near the end.
  await page.goto(sections.at(-5) ?? "")
  let pages = 0
  while (pages < 40) {
    assert.match(await page.locator("header").innerText(), /Preview, page/)
    const answer = await page.content()
    assert.doesNotMatch(answer, /href="\/portal/)
    assert.doesNotMatch(answer, /<form method="post"/)
    if (pages++ % 10 === 0) await seen(page, `preview-${pages}`)
    const next = page.getByRole("link", { name: "Next page", exact: true })
    if ((await next.count()) === 0) break
    await next.click()
  }
  assert.ok(pages > 12, `only ${pages} pages`)
  await page.goto(`${sections[0]}&page=0&lang=es`)
  assert.equal(await page.locator("html").getAttribute("lang"), "es")
  assert.deepEqual(await fingerprintOf(service, firm), before)
})

test("rules apply in the preview, to the client's facts and to the answers given there", async () => {
  const firm = await service.newFirm()
  const page = await enter(firm)
  const draft = await begin(page, "Wills")
  const section = await addSection(page, draft, "Questions", "Your home")
  await add(page, "question", "Do you own a home?", "yes_no")
  await add(page, "question", "Who takes the children?")
  await label(page, "Condition 1").selectOption({ label: "Number of children" })
  await press(page, "Save")
  await add(page, "question", "Where is it?")
  await label(page, "Condition 1").selectOption({ label: "Do you own a home?" })
  await press(page, "Save")
  const before = await fingerprintOf(service, firm)
  const frame = page.frameLocator("iframe")
  await frame.getByText("This client does not see it").waitFor()
  await page.goto(section)
  const shown = async () => (await frame.getByRole("main").innerText()).replace(/\s+/g, " ")
  assert.match(await shown(), /Do you own a home\?.*Who takes the children\?/)
  await label(page, "What clients see").selectOption("Single, no children")
  await press(page, "Show")
  assert.doesNotMatch(await shown(), /Who takes the children\?/)
  await frame.getByLabel("Yes").check()
  await frame.getByRole("button", { name: "Save and continue" }).click()
  await frame.getByLabel(/^Where is it\?/).waitFor()
  await frame.getByRole("button", { name: "Save and continue" }).click()
  await frame.getByRole("heading", { name: /Check/ }).waitFor()
  assert.deepEqual(await fingerprintOf(service, firm), before)
})

test("asset categories keep their fields, and a rule that rows can't express stays, at 360 px", async () => {
  const firm = await service.newFirm()
  const page = await enter(firm, 360)
  const draft = await begin(page, "Wills")
  await addSection(page, draft, "Assets", "What you own")
  await add(page, "asset category", "Homes and land")
  await page.getByLabel("General category").selectOption({ label: "Real Estate (A017)" })
  await page.getByLabel("Ask who its beneficiaries are").check()
  await label(page, "Label of field 1 (optional)").fill("Kind of home")
  await page.getByLabel("Answer type of field 1").selectOption("choice")
  await press(page, "Save")
  await page.getByRole("alert").getByText("Enter at least one choice").waitFor()
  await seen(page, "category-faults")
  await label(page, "Add choices of field 1, one per line").fill("House\nFlat")
  await press(page, "Save")
  const field = await page.locator('input[name="field_id_1"]').inputValue()
  await page.getByRole("link", { name: "Show Spanish (5 missing)" }).click()
  await label(page, "Choice 1 of field 1 in Spanish (missing)").fill("Casa")
  await label(page, "Choice 2 of field 1").fill("Apartment")
  await seen(page, "category")
  await press(page, "Save")

  const home = await addSection(page, draft, "Questions", "Your home")
  await add(page, "question", "Anything else?")
  const id = draft.split("/").at(-2) ?? ""
  await firm.run(async (tx) => {
    const definition = await findDraft(tx, id)
    assert.ok(definition)
    const own = definition.sections.find(({ kind }) => kind === "questions")
    assert.ok(own)
    const partner = { fact: "has_partner" as const, is: true }
    const ruled = { ...own, condition: { not: { not: partner } } }
    await saveDraft(
      tx,
      id,
      withSection(definition, ruled),
      (await getQuestionnaireRow(tx, id)).draft_revision,
    )
  })
  await page.goto(home)
  assert.match(await main(page), /too complex to edit here/)
  await seen(page, "rule")
  await press(page, "Save")
  await page.goto(`${draft}/publication`)
  await press(page, "Publish")
  const { sections } = await definitionOf(firm, "wills")
  const [, assets, questions] = sections
  assert.ok(assets?.kind === "assets")
  assert.deepEqual(assets.categories[0]?.additional_fields, [
    {
      id: field,
      prompt: "Kind of home",
      type: "choice",
      options: [
        { value: "house", label: { en: "House", es: "Casa" } },
        { value: "flat", label: "Apartment" },
      ],
    },
  ])
  assert.equal(assets.categories[0]?.general_category, "A017")
  assert.deepEqual(questions?.condition, { not: { not: { fact: "has_partner", is: true } } })
})

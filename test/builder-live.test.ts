// The questionnaire editor with script: every edit is saved and shown at once.

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import type { QuestionType } from "../server/definition/kinds.ts"
import { findDraft } from "../server/intake/questionnaires/questionnaires.ts"
import { assertEach } from "./harness/assert-each.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll, screenshot } from "./harness/browser.ts"
import { countPresses } from "./harness/count-presses.ts"
import type { TestFirm } from "./harness/service.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"
import { enterConsole } from "./harness/staff-browser.ts"

const { service, browser } = await openServiceAndBrowser()

const label = (page: Page, text: string) => page.getByLabel(text, { exact: true })
const outline = (page: Page) => page.getByRole("navigation", { name: "Outline" })
const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor()
const shown = (page: Page) => page.frameLocator("iframe").getByRole("main")

const open = (firm: TestFirm, options: { dark?: boolean } = {}) =>
  enterConsole({ browser, service, firm }, { javascript: true, width: 1280, ...options })

async function begin(page: Page): Promise<string> {
  await page.goto("/console/questionnaires")
  await label(page, "Title").fill("Wills")
  await page.getByRole("button", { name: "Create questionnaire" }).click()
  await page.locator(".is-live #add").waitFor()
  return new URL(page.url()).pathname.split("/").at(-2) ?? ""
}

/** Types a line, such as “/date Since when?”, and waits for the part it adds. */
async function add(page: Page, line: string): Promise<void> {
  await page.locator("#add").fill(line)
  await page.keyboard.press("Enter")
  const words = line.replace(/^\/\S+\s*/, "")
  await page.getByRole("region", { name: words }).waitFor()
  await saved(page)
}

/** Adds several lines at once. */
async function paste(page: Page, lines: readonly string[]): Promise<void> {
  await page.locator("#add").focus()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text", text)
    const options = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", options))
  }, lines.join("\n"))
  await page.getByRole("region", { name: lines.at(-1) }).waitFor()
}

/** A question of every kind. */
const questions: Record<QuestionType, string> = {
  text: "What do you do for a living?",
  long_text: "What worries you most?",
  yes_no: "Do you own a home?",
  one_of: "What kind of home?",
  many_of: "Which papers do you have?",
  date: "When did you buy it?",
  number: "How many rooms does it have?",
  money: "What is it worth?",
  percentage: "Which part of it is yours?",
  email: "Where do we write to?",
  phone: "Where do we call?",
  website: "Where is your company on the web?",
  ssn: "What is your Social Security number?",
  ein: "What is your company’s EIN?",
  contact: "Who lives there with you?",
  address: "Where is it?",
  table: "What do you owe on it?",
  file: "The deed",
  computed: "What it is worth in all",
  notice: "Your answers stay with us.",
}

const hasFocus = (page: Page, id: string) =>
  page.waitForFunction((wanted) => document.activeElement?.id === wanted, id)

test("a questionnaire of six sections and twelve kinds of parts takes at most 25 presses and 4 pages", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  await page.goto("/console/questionnaires")
  // What is typed or pasted into a field is not counted here.
  const { counted, click, key, choose } = countPresses(page)
  const enter = () => key("Enter")
  await label(page, "Title").fill("Wills")
  await enter()
  await page.locator(".is-live #add").waitFor()
  const id = new URL(page.url()).pathname.split("/").at(-2) ?? ""
  const type = async (line: string) => {
    await hasFocus(page, "add")
    await page.keyboard.type(line)
    await enter()
    const words = line.replace(/^\/\S+\s*/, "")
    await page.getByRole("region", { name: words || "Your family" }).waitFor()
  }
  await type("/people")
  await type("/yes Do you own a home?")
  await type("/amount What is it worth?")
  await type("What do you owe on it?")
  await choose(label(page, "Condition 1"), "Do you own a home?")
  await page.getByText("Shown only if “Do you own a home?” is “Yes”.").waitFor()
  await click(page.locator("#add"))
  await type("/calculated In all")
  await page.waitForFunction(() => document.activeElement?.closest("#formula_of"))
  await click(page.getByLabel("What is it worth?", { exact: true }))
  await click(page.locator("#add"))
  await type("/table Your loans")
  await hasFocus(page, "field_1")
  await page.keyboard.type("Lender")
  await enter()
  await type("/role Executor")
  await type("/category Homes and land")
  await click(page.getByLabel("Label of field 1 (optional)"))
  await page.keyboard.type("Kind of home")
  await enter()
  await type("/document Your latest will")
  await click(page.getByRole("link", { name: /^Show Spanish/ }))
  await label(page, "Document in Spanish (missing)").fill("Su último testamento")
  await saved(page)
  await click(page.getByRole("link", { name: "Publish", exact: true }))
  await click(page.getByRole("button", { name: "Publish", exact: true }))
  await page.getByRole("main").getByText("Version 1").first().waitFor()
  assert.ok(counted.presses <= 25, `${counted.presses} presses`)
  assert.ok(counted.loads <= 4, `${counted.loads} page loads`)
  const { sections } = (await firm.run((tx) => findDraft(tx, id))) ?? { sections: [] }
  assertEach(sections, ({ kind }) => kind, ["clients", "people", "questions", "roles", "assets", "documents"])
  const [, , home, roles, assets, documents] = sections
  assert.ok(home?.kind === "questions" && roles?.kind === "roles" && assets?.kind === "assets")
  const [owns, worth, debt, total, loans] = home.questions
  assertEach(home.questions, ({ type }) => type, ["yes_no", "money", "money", "computed", "table"])
  assert.deepEqual(debt?.condition, { question: owns?.id, is: true })
  assert.deepEqual(total?.formula?.of, [{ question: worth?.id }])
  assert.deepEqual(
    loans?.columns?.map(({ prompt }) => prompt),
    ["Lender"],
  )
  assertEach(roles.roles, ({ role_description }) => role_description, ["Executor"])
  assertEach(assets.categories[0]?.additional_fields, ({ prompt }) => prompt, ["Kind of home"])
  const request = { en: "Your latest will", es: "Su último testamento" }
  assert.deepEqual(documents?.kind === "documents" && documents.requests[0]?.label, request)
})

test("lines pasted together become parts of their kinds, and each kind of question can be completed", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  const id = await begin(page)
  await add(page, "/section Your home")
  await paste(page, Object.values(questions))
  for (const [type, words] of Object.entries(questions)) {
    await outline(page).getByRole("link", { name: words }).click()
    await page.getByRole("region", { name: words }).waitFor()
    if (type !== "text") await label(page, "Answer type").selectOption(type)
    if (type === "one_of" || type === "many_of") {
      await label(page, "Add choices, one per line").fill("House\nApartment\nCabin")
      await page.keyboard.press("Tab")
      await label(page, "Choice 3").waitFor()
    }
    if (type === "table") {
      await page.getByLabel(/^Label of column 1/).fill("Lender")
      await page.keyboard.press("Tab")
    }
    if (type === "computed") await page.getByLabel("What is it worth?", { exact: true }).check()
    await saved(page)
  }
  const definition = await firm.run((tx) => findDraft(tx, id))
  const home = definition?.sections[1]
  assert.ok(home?.kind === "questions")
  assertEach(home.questions, ({ type, prompt }) => [type, prompt], Object.entries(questions))
})

test("lines typed while the last one is being saved are added in order, and a refused one comes back", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  const id = await begin(page)
  await page.locator("#add").focus()
  for (const line of ["/date First?", "Second?", "/yes Third?", "/zebra Fourth?"]) {
    await page.keyboard.type(line)
    await page.keyboard.press("Enter")
  }
  await page.getByText("There is no kind “/zebra”. Choose one from the list.").first().waitFor()
  assert.equal(await page.locator("#add").inputValue(), "/zebra Fourth?")
  const questions = (await firm.run((tx) => findDraft(tx, id)))?.sections.at(-1)
  assert.ok(questions?.kind === "questions")
  assertEach(questions.questions, ({ type, prompt }) => [type, prompt], [
    ["date", "First?"],
    ["date", "Second?"],
    ["yes_no", "Third?"],
  ])
})

test("typing is saved and shown as it happens, in dark mode", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm, { dark: true })
  const id = await begin(page)
  await add(page, "/section Your home")
  await add(page, "/yes Do you rent?")
  await label(page, "Question").fill("Do you own a home?")
  await shown(page).getByText("Do you own a home?").first().waitFor()
  await outline(page).getByText("Do you own a home?").waitFor()
  assert.equal(await label(page, "Question").evaluate((field) => field === document.activeElement), true)
  await label(page, "Answer type").selectOption("one_of")
  await label(page, "Add choices, one per line").fill("House\nApartment")
  await label(page, "Question").focus()
  await label(page, "Choice 2").waitFor()
  await shown(page).getByText("Apartment").waitFor()
  await add(page, "/date Since when?")
  await label(page, "Condition 1").selectOption({ label: "Do you own a home?" })
  await page.getByText("Shown only if “Do you own a home?” is “House”.").waitFor()
  await label(page, "Answer of condition 1").selectOption("Apartment")
  await page.getByText("is “Apartment”.").waitFor()
  await label(page, "First condition of another group").selectOption({ label: "Marital status" })
  await label(page, "Condition 1 of group 2").waitFor()
  await page.getByText(/is “Apartment” and .*marital status is .*single/).waitFor()
  await saved(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `builder-live-dark-${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole("button", { name: /^Undo/ }).click()
  await label(page, "Condition 1 of group 2").waitFor({ state: "hidden" })
  const definition = await firm.run((tx) => findDraft(tx, id))
  assert.ok(definition)
})

test("table columns, and a value computed from one of them, are written and shown on the page", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  const id = await begin(page)
  await add(page, "/section Your debts")
  await add(page, "/table What do you owe?")
  await page.getByLabel(/^Label of column 1/).fill("Lender")
  await page.keyboard.press("Tab")
  await page.getByLabel(/^Label of column 2/).fill("Amount")
  await page.getByLabel("Answer type of column 2").selectOption("money")
  await shown(page).getByLabel("Amount").first().waitFor()
  await add(page, "/calculated Debts in all")
  await page.getByLabel("What do you owe?: Amount").check()
  await saved(page)
  await expectNoAxeViolations(page, { also_dark: true })
  await page.setViewportSize({ width: 360, height: 900 })
  await expectNoSidewaysScroll(page)
  await screenshot(page, "builder-formula-360")
  const definition = await firm.run((tx) => findDraft(tx, id))
  const section = definition?.sections.at(-1)
  assert.ok(section?.kind === "questions")
  const [table, computed] = section.questions
  assert.deepEqual(
    table?.columns?.map(({ prompt, type }) => [prompt, type]),
    [
      ["Lender", "text"],
      ["Amount", "money"],
    ],
  )
  const of = [{ question: table?.id, column: table?.columns?.[1]?.id }]
  assert.deepEqual(computed?.formula, { kind: "sum", of, money: true })
})

test("picking a part with the keyboard moves the focus to its form, and on a phone columns are views", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  await begin(page)
  await paste(page, ["First?", "Second?", "Third?"])
  const second = outline(page).getByRole("link", { name: /^Second/ })
  await second.focus()
  await page.keyboard.press("Enter")
  await page.getByRole("region", { name: "Second?" }).waitFor()
  await hasFocus(page, "editor")
  await page.keyboard.press("Tab")
  await hasFocus(page, "type")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await hasFocus(page, "add")
  await second.focus()
  await page.keyboard.press("+")
  await hasFocus(page, "add")
  await add(page, "Between?")
  assert.match(await outline(page).innerText(), /Second\?[^T]*Text\s+Between\?\s+Text\s+Third\?/)
  for (const width of [1024, 360]) {
    await page.setViewportSize({ width, height: 740 })
    assert.equal(await outline(page).isVisible(), width === 1024)
    await page.getByRole("radio", { name: "Preview" }).check()
    await shown(page).getByText("Between?").first().waitFor()
    assert.equal(await page.locator("#editor").isVisible(), false)
    await expectNoAxeViolations(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole("radio", { name: "Edit" }).check()
    await screenshot(page, `builder-views-${width}`)
  }
  await page.getByRole("radio", { name: "Outline" }).check()
  await second.click()
  await page.getByRole("region", { name: "Second?" }).waitFor()
})

test("items move with keys and by dragging, and stay where they were put", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  const id = await begin(page)
  await add(page, "/section One")
  await paste(page, ["First?", "Second?", "Third?"])
  await add(page, "/section Two")
  await add(page, "Fourth?")
  const order = async () => {
    const definition = await firm.run((tx) => findDraft(tx, id))
    return definition?.sections.flatMap((section) =>
      section.kind === "questions" ? [section.title, ...section.questions.map(({ prompt }) => prompt)] : [],
    )
  }
  await outline(page)
    .getByRole("link", { name: /^Third/ })
    .focus()
  await page.keyboard.press("Alt+ArrowUp")
  await page.getByRole("region", { name: "Third?" }).waitFor()
  assert.deepEqual(await order(), ["One", "First?", "Third?", "Second?", "Two", "Fourth?"])
  const [from, to] = [/^First/, /^Fourth/].map((name) => outline(page).getByRole("link", { name }))
  assert.ok(from && to)
  await from.dragTo(to, { targetPosition: { x: 20, y: 2 } })
  await page.getByRole("region", { name: "First?" }).waitFor()
  assert.deepEqual(await order(), ["One", "Third?", "Second?", "Two", "First?", "Fourth?"])
})

test("the report of the last form leaves with the next edit, and nothing violates the page's policy", async () => {
  const firm = await service.newFirm("Hartwell & Pryce")
  const page = await open(firm)
  const violations: string[] = []
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text())
  })
  await begin(page)
  const created = page.getByText("The questionnaire was created.")
  await created.waitFor()
  await add(page, "/section Your home")
  assert.equal(await created.count(), 0)
  await add(page, "Do you rent?")
  await label(page, "Question").fill("Do you rent it?")
  await saved(page)
  assert.deepEqual(violations, [])
})
